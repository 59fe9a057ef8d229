/** The kinds of emails that the feature writes. */
export const ALERT = 'alert'
export const DAILY_EMAIL = 'daily-email'
