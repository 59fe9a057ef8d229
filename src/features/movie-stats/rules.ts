/** Words of what the movies did (core 2, page titles: movies stats). */

export const csvName = (start: string, end: string): string => `movies-stats-${start}-to-${end}.csv`

/** What a sale of tickets is called whose movie was not told. */
export const NOT_TOLD = 'Movie not told'

export const MEANINGS = {
  tickets:
    'Tickets that were paid for in these days, less those refunded, on the day of the refund. A refund is of the movie whose tickets were bought.',
  revenue: 'What was paid for them, less refunds on the day of the refund.',
  showings: 'Showings that began in these days.',
  occupancy:
    'Seats that were taken when the point of sale last told of them, of all seats, in the showings that began in these days.',
  likes: 'Of all time: a review is of the movie, not of a day.',
} as const
