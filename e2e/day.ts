import { addDays, dayOf, type Day } from '#contract/time.ts'

/** The demo chain's day, or one that comes some days after it. */
export const today = (ahead = 0): Day => addDays(dayOf(Date.now(), 'Africa/Lagos'), ahead)
