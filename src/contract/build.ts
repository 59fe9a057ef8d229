/** The header of every answer that names the build of the application that goes with it. */
export const BUILD = 'marquee-build'
