import { clockOf, dayOf, instantAt, isDay } from '#contract/time.ts'
import { messages } from '../rules.ts'

/** Start and end as they are typed, YYYY-MM-DDTHH:mm of the chain's zone; empty for none. */
export type TypedMoments = { starts_at: string; ends_at: string }

export const typedOf = (instant: string | null, zone: string): string =>
  instant ? `${dayOf(instant, zone)}T${clockOf(instant, zone)}` : ''

/** The instant of what was typed, wherever the browser is; null for nothing. */
export const instantOf = (text: string, zone: string): string | null => {
  const [day = '', clock = ''] = text.split('T')
  return isDay(day) && clock ? instantAt(day, clock.slice(0, 5), zone).toISOString() : null
}

export const instantsOf = ({ starts_at, ends_at }: TypedMoments, zone: string) => ({
  starts_at: instantOf(starts_at, zone),
  ends_at: instantOf(ends_at, zone),
})

/** What is half typed. */
export const momentProblems = ({ starts_at, ends_at }: TypedMoments, zone: string) => ({
  ...(starts_at && !instantOf(starts_at, zone) && { starts_at: messages.noMoment }),
  ...(ends_at && !instantOf(ends_at, zone) && { ends_at: messages.noMoment }),
})
