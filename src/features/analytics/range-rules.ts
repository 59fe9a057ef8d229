import type { Day } from '#contract/time.ts'

/** Which days figures are of. */

/** Core 9, and the year choices of decisions: Deviations. */
export const FIRST_YEAR = 2015

/** Days of one range: three years and a little. */
export const LONGEST_RANGE = 1100

export const messages = {
  backwards: 'The end date is before the start date',
  tooLong: 'Choose at most 1,100 days',
  tooEarly: `Figures begin in ${FIRST_YEAR}`,
  badClock: 'up_to is HH:MM',
} as const

export const isInRange = (day: Day): boolean => day >= `${FIRST_YEAR}-01-01`
