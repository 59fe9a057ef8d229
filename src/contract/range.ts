/** Ranges of days for figures. */
import * as z from 'zod/mini'
import { Day } from './atoms.ts'
import { addDays } from './time.ts'

/** Core 9, and the year choices of decisions: Deviations. */
export const FIRST_YEAR = 2015

/** Maximum days of a range, a little over three years. */
export const LONGEST_RANGE = 1100

export const messages = {
  backwards: 'The end date is before the start date',
  tooLong: 'Choose at most 1,100 days',
  tooEarly: `Figures begin in ${FIRST_YEAR}`,
  badClock: 'up_to is HH:MM',
} as const

export const isInRange = (day: string): boolean => day >= `${FIRST_YEAR}-01-01`

/** Days of the chain's zone. A range includes its end day. */
export const DayInRange = Day.check(z.refine(isInRange, messages.tooEarly))
export const rangeFields = { start_date: DayInRange, end_date: DayInRange }
type RangeGiven = { start_date: string; end_date: string }
export const rangeChecks = [
  z.refine<RangeGiven>(({ start_date, end_date }) => end_date >= start_date, {
    path: ['end_date'],
    error: messages.backwards,
  }),
  z.refine<RangeGiven>(
    ({ start_date, end_date }) => end_date < start_date || end_date < addDays(start_date, LONGEST_RANGE),
    { path: ['end_date'], error: messages.tooLong },
  ),
] as const

/** Time (HH:mm, chain's zone) at which the last day of a range stops. */
export const upTo = z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.badClock)))
