import { counted } from '#contract/counted.ts'
import type { Part } from '#features/programming/movies/part-rules.ts'

/** Words and rules of the programme: which film plays where in a cinema week, and what it still lacks. */

/** A week seldom has more films. */
export const BOARD_ROWS = 50

/** What of a film staff have not entered. */
export const LACK_LABELS: Record<Part, string> = {
  title: 'Title',
  text: 'Text',
  artwork: 'Artwork',
  trailer: 'Trailer',
  facts: 'Year, runtime',
  rating: 'Rating',
  cast: 'Cast',
}

/** The most days of the schedule that one call answers: of all cinemas it is a lot. */
export const SCHEDULE_DAYS = 7

export const messages = {
  backwards: 'The end date is before the start date',
  tooLong: `Choose at most ${SCHEDULE_DAYS} days`,
} as const

export const MEANINGS = {
  showings: 'Showings of the week, excluding cancelled ones',
  advance: 'Seats sold for showings of the week that have not started, as last reported by the point of sale',
  occupied: 'Seats sold for all showings of the week, as last reported by the point of sale',
} as const

/** "9 movies (787 showings this week) are not approved" */
export const notApproved = (titles: number, showings: number, when: string): string =>
  `${counted(titles, 'movie')} (${counted(showings, 'showing')} ${when}) ${titles === 1 ? 'is' : 'are'} not approved`

/** What happened to a showing since the day before began, by the point of sale's word. */
export const CHANGES = ['cancelled', 'moved', 'added'] as const
export type Change = (typeof CHANGES)[number]
export const CHANGE_LABELS: Record<Change, string> = { cancelled: 'Cancelled', moved: 'Moved', added: 'Added' }
