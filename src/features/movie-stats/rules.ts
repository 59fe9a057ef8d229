/** Words of what the movies did (core 2, page titles: movies stats). */

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
