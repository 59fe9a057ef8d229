/** Rules and words of merchandise (operations 2, 3). */

export const CSV_NAME = 'merchandise.csv'

export const messages = {
  noSuch: 'There is no such merchandise',
  unitsMeaning: 'Pieces that were bought, at the counter and online, as the feed told it. Refunds are not taken off.',
} as const
