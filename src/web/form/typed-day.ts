import { isDay, type Day } from '#contract/time.ts'

/** How far ahead two digits of a year are meant: 46 is 2046 in 2026, and 47 is 1947. */
const AHEAD = 20

const wholeYear = (year: string, now: Date): string => {
  if (year.length === 4) return year
  const current = now.getUTCFullYear()
  const near = Math.floor(current / 100) * 100 + Number(year)
  return String(near > current + AHEAD ? near - 100 : near)
}

/** Two numbers and a year, parted by / - . or blanks as people type them, or YYYY-MM-DD; nothing until they are whole and a day. */
const typed = (text: string, now: Date, toDay: (first: string, second: string, year: string) => string): Day | null => {
  const iso = text.trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) return isDay(iso) ? iso : null
  const [, first, second, year] = /^\s*(\d{1,2})(?:[/.-]|\s+)(\d{1,2})(?:[/.-]|\s+)(\d{4}|\d{2})\s*$/.exec(text) ?? []
  const day = year && toDay(first!.padStart(2, '0'), second!.padStart(2, '0'), wholeYear(year, now))
  return day && isDay(day) ? day : null
}

/** Day first, as it is shown: 5/11/1990, 05-11-1990, 05.11.90. */
export const dayTyped = (text: string, now = new Date()): Day | null =>
  typed(text, now, (day, month, year) => `${year}-${month}-${day}`)

/** Month first, the movie form's way (core 9): 11-05-1990. */
export const formDayTyped = (text: string, now = new Date()): Day | null =>
  typed(text, now, (month, day, year) => `${year}-${month}-${day}`)
