import * as z from 'zod/mini'
import { dayOf, instantAt, isDay, type Day } from '#contract/time.ts'
import { field, idIn, numberIn, plain } from '../records.ts'

/** Fields common to the answers of all points of sale. */

const isNone = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const orElse = z.catch
/** Makes a field optional: null for unreadable values. */
export const orNothing = <T extends z.ZodMiniType>(schema: T) => orElse(z.nullable(schema), null)

/** ID as text with its leading zeros, also from a number. */
export const Id = field(idIn)
/** ID, or null for a missing ID or empty text. */
export const IdOrNone = field((value) => (isNone(value) ? null : idIn(value)))
/** Text, also from a number. */
export const Text = field((value) => {
  if (isNone(value)) return null
  return typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : undefined
})
/** Required text. */
export const Texts = field((value) =>
  typeof value === 'string' || typeof value === 'number' ? plain(String(value)) || undefined : undefined,
)
const FLAGS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
])
/** True or false, also from text or 1 and 0. */
export const Flag = field((value) => {
  if (value === null || value === undefined) return null
  return FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
})

/** Number, also from text; null: none. */
export const Amount = field((value) => (isNone(value) ? null : numberIn(value)))

/** ₦100,000,000, more than any ticket or product. */
const MOST_KOBO = 10_000_000_000
/** Price in kobo. A missing price is unreadable, not ₦0. */
export const Kobo = field((value) => {
  const kobo = numberIn(value)
  return kobo !== undefined && kobo >= 0 && kobo <= MOST_KOBO ? Math.round(kobo) : undefined
})

const MOST_SEATS = 100_000
/** Seats; missing or negative numbers are 0. */
export const Seats = field((value) => {
  const seats = isNone(value) ? 0 : numberIn(value)
  return seats !== undefined && seats <= MOST_SEATS ? Math.max(0, Math.floor(seats)) : undefined
})

const LONGEST_FILM = 6000
/** Length of a film in minutes; null: not a possible length. */
export const Minutes = field((value) => {
  const minutes = numberIn(value)
  return minutes !== undefined && minutes >= 1 && minutes <= LONGEST_FILM ? Math.floor(minutes) : null
})

/** Returns the first text that is not empty. */
export const firstText = (...texts: (string | null)[]): string | undefined =>
  texts.find((text): text is string => Boolean(text))

const TIME = /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/

/** Reads a time as the local time of the cinema, in the chain's zone, unless an offset is given. */
export function instantOf(text: string, zone: string): Date | undefined {
  const given = text.trim()
  const [, day, clock, seconds, offset] = TIME.exec(given) ?? []
  if (!day || !clock || !isDay(day)) return
  if (offset) {
    const instant = new Date(given.replace(' ', 'T'))
    return Number.isNaN(instant.getTime()) ? undefined : instant
  }
  return new Date(instantAt(day, clock, zone).getTime() + Math.floor(Number(seconds ?? 0) * 1000))
}

export const instantIn = (zone: string) =>
  field((value) => (typeof value === 'string' ? instantOf(value, zone) : undefined))
/** Time that may be missing. */
export const instantOrNoneIn = (zone: string) =>
  field((value) => (isNone(value) ? null : typeof value === 'string' ? instantOf(value, zone) : undefined))

/** First possible day, because points of sale write 1900 or the year 1 for none. */
const FIRST_DAY = '1901-01-01'

/** Returns the opening day of a film; null: none. */
export const openingDayOf = (text: string | null, zone: string): Day | null => {
  const given = text ?? ''
  const instant = instantOf(given, zone)
  const day = instant ? dayOf(instant, zone) : given
  return isDay(day) && day >= FIRST_DAY ? day : null
}

/** Length of a film whose length is unknown. */
export const MINUTES_OF_A_FILM = 120

export const minutesAfter = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
