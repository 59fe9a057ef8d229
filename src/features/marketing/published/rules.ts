/** How long a website or an app, and whatever stands between, may keep what is published: well under a minute. */
export const CACHE_SECONDS = 30

export const MOVIES_PAGE = 50
/** More than anybody shows. */
export const LIST_MOST = 100

/** Of the approved movies all, or those that play, or those that are announced. */
export const SHOWINGS = ['now', 'soon'] as const
