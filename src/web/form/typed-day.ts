import { isDay, type Day } from '#contract/time.ts'

/** Two numbers and a year, parted by / - or . as people type them; nothing until they are whole and a day. */
const typed = (text: string, toDay: (first: string, second: string, year: string) => string): Day | null => {
  const [, first, second, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? []
  const day = year && toDay(first!.padStart(2, '0'), second!.padStart(2, '0'), year)
  return day && isDay(day) ? day : null
}

/** Day first, as it is shown: 5/11/1990, 05-11-1990 or 05.11.1990. */
export const dayTyped = (text: string): Day | null => typed(text, (day, month, year) => `${year}-${month}-${day}`)

/** Month first, the movie form's way (core 9): 11-05-1990. */
export const formDayTyped = (text: string): Day | null => typed(text, (month, day, year) => `${year}-${month}-${day}`)
