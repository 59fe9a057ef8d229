import { addDays, weekdayOf, type Day } from '#contract/time.ts'
import { isInSchoolHolidays } from '#demo/days.ts'

/** How many days lie between two days. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** What a holiday of a fixed date draws, as a multiple of an ordinary Saturday. */
const FIXED: Record<string, number> = {
  '01-01': 1.7,
  '01-02': 1.35,
  '02-14': 1.3, // Valentine's Day is no holiday, but no cinema is empty
  '05-01': 1.1,
  '05-27': 1.05, // Children's Day
  '06-12': 1.1,
  '10-01': 1.3,
  '12-24': 1.1,
  '12-25': 1.8,
  '12-26': 2.1,
  '12-27': 1.5,
  '12-31': 0.8,
}

/** Easter Sunday by the Gregorian computus. */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`
}

const MUSLIM_YEAR_DAYS = 354.367

/** A day of the tabular Islamic calendar; what is announced by the moon may be a day off. */
const islamic = (year: number, month: number, date: number): Day => {
  const julian =
    Math.floor((11 * year + 3) / 30) + 354 * year + 30 * month - Math.floor((month - 1) / 2) + date + 1_948_440 - 385
  return addDays('1970-01-01', julian - 2_440_588)
}

/** Eid al-Fitr, Eid al-Adha and the Prophet's birthday that fall in a year; each can fall in it twice. */
function islamicHolidays(year: number): [Day, number][] {
  const first = Math.floor(((year - 622) * 365.2425) / MUSLIM_YEAR_DAYS) - 1
  return [first, first + 1, first + 2, first + 3].flatMap((hijri): [Day, number][] => [
    [islamic(hijri, 10, 1), 1.5],
    [islamic(hijri, 10, 2), 1.55],
    [islamic(hijri, 10, 3), 1.2],
    [islamic(hijri, 12, 10), 1.35],
    [islamic(hijri, 12, 11), 1.4],
    [islamic(hijri, 3, 12), 1.05],
  ])
}

const known = new Map<number, Map<Day, number>>()

/** The holidays of a year with what they draw, as a multiple of an ordinary Saturday. */
export function holidaysOf(year: number): Map<Day, number> {
  const found = known.get(year)
  if (found) return found
  const sunday = easter(year)
  const holidays = new Map<Day, number>(Object.entries(FIXED).map(([date, drawn]) => [`${year}-${date}`, drawn]))
  const moving: [Day, number][] = [
    [addDays(sunday, -2), 1.05],
    [addDays(sunday, -1), 1.15],
    [sunday, 1.4],
    [addDays(sunday, 1), 1.55],
    ...islamicHolidays(year),
  ]
  for (const [day, drawn] of moving)
    if (day.startsWith(`${year}-`)) holidays.set(day, Math.max(drawn, holidays.get(day) ?? 0))
  known.set(year, holidays)
  return holidays
}

/** Of an ordinary week, Sunday first, as a share of its Saturday. Wednesday is the cheap day. */
const WEEK = [0.86, 0.34, 0.38, 0.52, 0.42, 0.68, 1]

/** Of an ordinary year, January first. */
const YEAR = [0.92, 0.9, 0.86, 0.98, 0.92, 0.9, 1.02, 1.1, 0.86, 0.96, 0.98, 1.3]

const isSchoolHoliday = (day: Day): boolean => {
  const toEaster = daysBetween(easter(Number(day.slice(0, 4))), day)
  return isInSchoolHolidays(day) || (toEaster >= -9 && toEaster <= 8)
}

const drawnOn = new Map<Day, number>()

/** How many go to the cinema on a day by the calendar alone, as a share of an ordinary Saturday. */
export function attendance(day: Day): number {
  const found = drawnOn.get(day) ?? drawn(day)
  drawnOn.set(day, found)
  return found
}

function drawn(day: Day): number {
  const weekday = weekdayOf(day)
  const isWeekend = weekday === 0 || weekday === 6
  const school = isSchoolHoliday(day) ? (isWeekend ? 1.08 : 1.35) : 1
  const holiday = holidaysOf(Number(day.slice(0, 4))).get(day)
  const best = Math.max(WEEK[weekday]! * school, holiday ?? 0)
  // The new month is sold on the days around its start, when salaries are paid.
  const date = Number(day.slice(8))
  const pay = date >= 26 || date <= 4 ? 1.07 : 0.97
  return best * pay * YEAR[Number(day.slice(5, 7)) - 1]!
}
