import * as z from 'zod/mini'
import { dayOf, instantAt, isDay, type Day } from '#contract/time.ts'

/** What the answers of the vendors' points of sale have in common. */

/** An id, as text with its leading zeros, also where it is sent as a number. */
export const Id = z.pipe(z.union([z.string().check(z.minLength(1)), z.int()]), z.transform(String))
/** The id of something that may be missing: none, or empty text. */
export const IdOrNone = z.optional(z.nullable(z.pipe(z.union([z.string(), z.int()]), z.transform(String))))
export const Text = z.optional(z.nullable(z.string()))
export const Flag = z.optional(z.nullable(z.boolean()))
/** A number, also as text. */
export const Amount = z.optional(z.nullable(z.union([z.number(), z.string()])))

/** A whole number of more than nothing; null for whatever else was sent. */
export const wholeOf = (amount: z.infer<typeof Amount>): number | null => {
  const number = typeof amount === 'string' && amount.trim() === '' ? NaN : Number(amount ?? NaN)
  return Number.isFinite(number) && number >= 1 ? Math.floor(number) : null
}

/** The first that has words in it, without the space around them. */
export const wordsOf = (...texts: z.infer<typeof Text>[]): string | undefined =>
  texts.map((text) => text?.trim()).find(Boolean)

const TIME = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/

/** A point of sale's time is the clock on the cinema's wall, in the chain's zone, unless it says its offset. */
export function instantOf(text: string, zone: string): Date | undefined {
  const [, day, clock, seconds, offset] = TIME.exec(text.trim()) ?? []
  if (!day || !clock || !isDay(day)) return
  if (offset) return new Date(text.trim())
  return new Date(instantAt(day, clock, zone).getTime() + Math.floor(Number(seconds ?? 0) * 1000))
}

export const instantIn = (zone: string) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const instant = instantOf(text, zone)
      if (instant) return instant
      context.issues.push({ code: 'custom', message: 'is not a time', input: text })
      return z.NEVER
    }),
  )

/** Points of sale write 1900 or the year 1 for no day. */
const FIRST_DAY = '1901-01-01'

/** The day of a film's opening; null when it is none. */
export const openingDayOf = (text: z.infer<typeof Text>, zone: string): Day | null => {
  const given = text?.trim() ?? ''
  const instant = instantOf(given, zone)
  const day = instant ? dayOf(instant, zone) : given
  return isDay(day) && day >= FIRST_DAY ? day : null
}

/** How long a film is taken to be that does not tell. */
export const MINUTES_OF_A_FILM = 120

export const minutesAfter = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
