/**
 * The only module that calculates with time. A Day is YYYY-MM-DD: a calendar day of the chain's zone, or a business day, which
 * is a calendar day of the zone `dayZoneOf`. An instant is a Date or ISO text.
 * Every filter by day includes its full end day (decisions: The wire).
 */
export type Day = string

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (zone: string) => {
  let found = formatters.get(zone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(zone, found)
  }
  return found
}
/** Computes the UTC offset of a zone at an instant, in ms. */
function askOffset(at: number, zone: string): number {
  const second = Math.floor(at / 1000) * 1000
  const p = Object.fromEntries(
    formatter(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`) - second
}

const DAY_MS = 86_400_000
const MOST_STORED = 10_000
const offsets = new Map<string, number>()

/** Returns the distinct UTC offsets of a zone at some instants, in ms. */
const offsetsAt = (instants: readonly number[], zone: string) => [...new Set(instants.map((at) => askOffset(at, zone)))]

/** Months in which the offset of a zone without clock changes is known, and the end of the last. */
const MONTHS = Array.from({ length: 30 * 12 + 1 }, (_, n) => Date.UTC(2015, n))
const [STEADY_FROM, STEADY_UNTIL] = [MONTHS[0]!, MONTHS.at(-1)!]
const steady = new Map<string, number>()

/** Returns the UTC offsets of the zones in ms, without zones whose clocks change. */
export const steadyOffsets = ({ zone, dayZone }: Zones): Record<string, number> =>
  Object.fromEntries(
    [...new Set([zone, dayZone])].flatMap((one) => {
      const [offset, ...others] = offsetsAt(MONTHS, one)
      return others.length ? [] : [[one, offset!]]
    }),
  )

/** Stores known UTC offsets of zones. Avoids the first lookup, which takes a browser 40 ms. */
export const keepSteady = (ahead: Record<string, number>): void => {
  for (const [zone, offset] of Object.entries(ahead)) steady.set(zone, offset)
}

/** Returns the offset from a cache of days without a clock change. A lookup takes ten times as long. */
function offsetAt(at: number, zone: string): number {
  const stored = steady.get(zone)
  if (stored !== undefined && at >= STEADY_FROM && at < STEADY_UNTIL) return stored
  const day = Math.floor(at / DAY_MS)
  const key = `${zone} ${day}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = askOffset(day * DAY_MS, zone)
  if (offset !== askOffset((day + 1) * DAY_MS, zone)) return askOffset(at, zone)
  if (offsets.size >= MOST_STORED) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** Formats an instant with the day and time of a zone, in the form of ISO text. */
const formattedIn = (at: Date | string | number, zone: string): string => {
  const ms = new Date(at).getTime()
  return new Date(ms + offsetAt(ms, zone)).toISOString()
}

/** Returns the calendar day of an instant in a zone. */
export const dayOf = (at: Date | string | number, zone: string): Day => formattedIn(at, zone).slice(0, 10)

/** Returns the time of day of an instant in a zone, HH:mm. */
export const clockOf = (at: Date | string | number, zone: string): string => formattedIn(at, zone).slice(11, 16)

/** Returns the instant of a day and time (HH:mm) in a zone. A time skipped by a clock change moves forward. */
export const instantAt = (day: Day, clock: string, zone: string): Date => {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  const guess = wanted - offsetAt(wanted, zone)
  return new Date(wanted - offsetAt(guess, zone))
}

export const startOfDay = (day: Day, zone: string): Date => instantAt(day, '00:00', zone)

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the number of days from the first day to the second. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Returns the same day of an earlier or later month, or the last day of a shorter month. */
export const addMonths = (day: Day, months: number): Day => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the Monday of a day's week. */
export const weekStart = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7))

/** Returns a person's age in full years on a day. */
export const ageOn = (born: Day, day: Day): number =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

/**
 * Returns the zone whose calendar days are the chain's business days: behind the chain's zone by the hours that a business day
 * runs past midnight. @returns undefined if the chain's zone has clock changes, or an offset that is not in full hours
 */
export function dayZoneOf(zone: string, endHour: number): string | undefined {
  if (endHour === 0) return zone
  const days = Array.from({ length: 366 }, (_, n) => Date.UTC(2024, 0, 1) + n * DAY_MS)
  const [offset, ...others] = offsetsAt(days, zone)
  const ahead = offset! / 3_600_000
  if (others.length || !Number.isInteger(ahead)) return undefined
  const behind = endHour - ahead
  // Because POSIX zone names count hours westwards.
  return behind > 12 || behind < -14 ? undefined : behind === 0 ? 'Etc/UTC' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`
}

/** The chain's zone for times and calendar days, and the zone of its business days. */
export type Zones = { zone: string; dayZone: string }

/** Returns the instant of a business day at a time (HH:mm) in the chain's zone. */
export const momentOn = (day: Day, clock: string, { dayZone, zone }: Zones): Date => {
  const at = instantAt(day, clock, zone)
  return dayZone !== zone && at < startOfDay(day, dayZone) ? instantAt(addDays(day, 1), clock, zone) : at
}

/** Returns the instants [from, until) of an inclusive range of days. */
export const daysAsInstants = (start: Day, end: Day, zone: string): [Date, Date] => [
  startOfDay(start, zone),
  startOfDay(addDays(end, 1), zone),
]

/** Accepts years 0001–9998, so that the days before and after a day are days too. */
export const isDay = (text: string): boolean =>
  /^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** Formats a day for people, DD/MM/YYYY. */
export const showDay = (day: Day): string => day.split('-').reverse().join('/')

/** Formats an instant for people, DD/MM/YYYY HH:mm. */
export const showInstant = (at: Date | string | number, zone: string): string =>
  `${showDay(dayOf(at, zone))} ${clockOf(at, zone)}`

/** Formats a day for the movie form, MM-DD-YYYY (core 9). `fromFormDay` reads it, undefined if it is not a day. */
export const toFormDay = (day: Day): string => {
  const [year, month, date] = day.split('-')
  return `${month}-${date}-${year}`
}
export const fromFormDay = (text: string): Day | undefined => {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  const day = match && `${match[3]}-${match[1]}-${match[2]}`
  return day && isDay(day) ? day : undefined
}
