/** Words of what the movies did (core 2, page titles: movies stats). */

/** What a sale of tickets is called whose movie was not recorded. */
export const NOT_RECORDED = 'Movie not recorded'

export const MEANINGS = {
  tickets:
    'Tickets paid for in this period, minus refunds on the day of the refund. A refund belongs to the movie of its tickets.',
  revenue: 'Payments for these tickets, minus refunds on the day of the refund',
  showings: 'Showings that started in this period',
  occupancy:
    'Seats sold as a share of all seats in showings that started in this period. The point of sale reports both.',
  likes: 'All time, because reviews belong to the movie and not to a day',
  weeks: 'The change is in tickets; for the current week, over its complete days',
  perShowing: 'Seats sold per started showing, as last reported by the point of sale',
  advice:
    'Hold over: each showing sells at least the cinema’s average. Drop: less than half of it. Watch: in between. No advice for fewer than 5 showings.',
  dayparts: 'Started showings of the week, by their start time',
} as const

/** Weeks that a film is looked at. */
export const WEEKS_LISTED = 12
/** Before its first, in which tickets are sold ahead. */
export const WEEKS_AHEAD = 2

/** Times of day by the clock at which a showing begins; after midnight it is late still. */
export const DAYPARTS = ['morning', 'afternoon', 'evening', 'late'] as const
export type Daypart = (typeof DAYPARTS)[number]
/** From which hour on. */
export const DAYPART_FROM: Record<Daypart, number> = { morning: 5, afternoon: 12, evening: 17, late: 21 }
export const DAYPART_LABELS: Record<Daypart, string> = {
  morning: 'Before 12:00',
  afternoon: '12:00 to 17:00',
  evening: '17:00 to 21:00',
  late: 'From 21:00',
}

/** What a film's showings at a cinema say, beside what the cinema sells otherwise. */
export const ADVICE = ['hold', 'watch', 'drop'] as const
export type Advice = (typeof ADVICE)[number]
export const ADVICE_LABELS: Record<Advice, string> = { hold: 'Hold over', watch: 'Watch', drop: 'Drop' }

/** Of fewer showings nothing is said. */
const SHOWINGS_LEAST = 5
const DROP_BELOW = 0.5

type Sold = { showings: number; occupied: number }
/** @param film its showings at a cinema that have begun, of `all` there in the same days */
export function adviceOf(film: Sold, all: Sold): Advice | null {
  if (film.showings < SHOWINGS_LEAST || all.occupied === 0) return null
  const share = film.occupied / film.showings / (all.occupied / all.showings)
  return share >= 1 ? 'hold' : share < DROP_BELOW ? 'drop' : 'watch'
}

/** In percent of what it was; null where there was nothing. */
export const changeFrom = (before: number, now: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : null
