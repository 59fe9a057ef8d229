/** For how many days what was deleted is listed, to be restored. */
export const LISTED_DAYS = 30
