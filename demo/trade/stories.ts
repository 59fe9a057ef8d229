import { addDays, weekdayOf, type Day } from '#contract/time.ts'
import { posId, programmeOn } from '#demo/chain/programme.ts'
import { daysBetween } from './calendar.ts'
import { hit } from './demand.ts'

/** What happens in the demo chain besides, for somebody to find in its figures. All of it follows from the origin. */

/** Falls behind: from week to week fewer come, as if another cinema had opened next door. */
export const FALLING = '0012'
const FALLING_WEEKS = 10
const FALLEN_TO = 0.3

/** How many come to a cinema on a day, as a share of those who would. */
export function crowd(cinema: string, day: Day, origin: Day): number {
  if (cinema !== FALLING) return 1
  const weeks = daysBetween(addDays(origin, -7 * FALLING_WEEKS), day) / 7
  return 1 - (1 - FALLEN_TO) * Math.min(1, Math.max(0, weeks / FALLING_WEEKS))
}

/** What a film in the mouth of everybody draws in its weeks, beside what others do in their first. */
const MOUTHS = [0.3, 0.9, 2.7, 7, 12, 12]

/** The film that opened to nobody some weeks before the origin, and grows; undefined where none plays so long. */
export const talkedOf = (origin: Day): string | undefined => {
  const [film] = programmeOn(origin)
    .filter(({ state, opens }) => state === 'on-release' && daysBetween(opens, origin) >= 14)
    .toSorted((one, other) => hit(one.film) - hit(other.film) || daysBetween(one.opens, other.opens))
  return film && posId(film.film)
}

/** What a film draws in the week of its run, from 0. */
export const drawnBy = (film: Parameters<typeof hit>[0], isTalkedOf: boolean, week: number): number =>
  isTalkedOf ? MOUTHS[Math.min(week, MOUTHS.length - 1)]! : 1 + 4 * hit(film) * 0.5 ** week

/** Its till stood still on the afternoon of the last Saturday but one: nothing was sold at the counter. */
export const STILL = '0007'
const STILL_HOURS = [13, 18] as const

/** From when to when, in hours of the day; undefined on any other. */
export const stillOn = (day: Day, origin: Day): readonly [number, number] | undefined =>
  day === addDays(origin, -((weekdayOf(origin) + 1) % 7) - 7) ? STILL_HOURS : undefined
