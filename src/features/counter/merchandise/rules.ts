/** Rules and words of merchandise (operations 2, 3). */

export const CSV_NAME = 'merchandise.csv'
export const HISTORY_NAME = 'merchandise-purchases.csv'

export const messages = {
  noSuch: 'There is no such merchandise',
  unitsMeaning: 'Units bought at the counter and online, as reported by the feed. Refunds are not deducted.',
} as const
