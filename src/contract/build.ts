/** Header of every response with the build of the matching web application. */
export const BUILD = 'marquee-build'
