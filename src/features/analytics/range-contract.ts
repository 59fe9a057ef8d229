import * as z from 'zod/mini'
import { Day } from '#contract/atoms.ts'
import { addDays } from '#contract/time.ts'
import { CinemaChoice } from '#features/cinemas/contract.ts'
import { isInRange, LONGEST_RANGE, messages } from './range-rules.ts'

/** Days of the chain's zone; the end day belongs to the range. */
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

/** Of figures that a cinema has. */
export const atCinemas = { cinemas: CinemaChoice }
export const ofCinemas = { about: { cinema: 'query.cinemas' } } as const

/** HH:mm in the chain's zone: of the last day what happened before it. */
export const upTo = z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.badClock)))
