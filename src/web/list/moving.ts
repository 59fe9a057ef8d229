import { relativeDay } from '#contract/relative-day.ts'
import { addMonths, isDay, type Day } from '#contract/time.ts'

const DAY_MS = 86_400_000

/** Returns a date of the address; a fixed date without relative ones is counted from today. */
export function moving(value: string, inAddress: readonly string[], today: Day): string {
  if (!isDay(value) || inAddress.includes(value)) return value
  const word = inAddress.find((text) => relativeDay(text, today) === value)
  if (word !== undefined) return word
  if (addMonths(today, -1) === value) return 'today-1m'
  const days = Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS)
  return days === 0 ? 'today' : `today${days > 0 ? '+' : ''}${days}`
}
