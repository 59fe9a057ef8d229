import { inFileName } from '#features/cinemas/rules.ts'

/** Words of what the movies did (core 2, page titles: movies stats). */

/** @param places the cinemas that it is of, where it is not of all */
export const csvName = (start: string, end: string, places: readonly string[] | undefined): string =>
  `movies-stats${inFileName(places)}-${start}-to-${end}.csv`

/** What a sale of tickets is called whose movie was not recorded. */
export const NOT_RECORDED = 'Movie not recorded'

export const MEANINGS = {
  tickets:
    'Tickets that were paid for in these days, less those refunded, on the day of the refund. A refund is of the movie whose tickets were bought.',
  revenue: 'What was paid for them, less refunds on the day of the refund.',
  showings: 'Showings that began in these days.',
  occupancy:
    'Seats taken, as last reported by the point of sale, of all seats in the showings that began in these days.',
  likes: 'All time: reviews belong to the movie, not to a day.',
} as const
