/** The kinds of letters that the feature writes. */
export const NOTICE = 'notice'
export const DIGEST = 'notice-digest'
