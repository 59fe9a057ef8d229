import * as z from 'zod/mini'
import { todayIn, type Todays } from './business-day.ts'
import { mapEnds } from './filter.ts'
import { addDays, addMonths, WEEKDAYS, weekdayOf, weekStart, type Day, type Weekday } from './time.ts'

const WORD = new RegExp(`^(today|week|month|monthend|year|${WEEKDAYS.join('|')})(?:([+-]\\d{1,4})(m?))?$`)

/**
 * Resolves a relative date: `today`, the first day of this `week`, `month` or `year`, the last of this month (`monthend`), and
 * the next `friday`, which is never today. Each can have an offset in days or months: `today-29`, `month-1m`.
 * @returns undefined for any other text
 */
export function relativeDay(text: string, today: Day): Day | undefined {
  const [, word, by = '0', inMonths] = WORD.exec(text) ?? []
  if (word === undefined) return undefined
  const from = dayOfWord(word, today)
  return inMonths ? addMonths(from, Number(by)) : addDays(from, Number(by))
}

function dayOfWord(word: string, today: Day): Day {
  if (word === 'today') return today
  if (word === 'week') return weekStart(today)
  if (word === 'month') return `${today.slice(0, 7)}-01`
  if (word === 'monthend') return addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1)
  if (word === 'year') return `${today.slice(0, 4)}-01-01`
  return addDays(today, ((WEEKDAYS.indexOf(word as Weekday) - weekdayOf(today) + 6) % 7) + 1)
}

/** Parses a value of an address or query. Relative dates are resolved if the field accepts only days. */
export function valueOf(field: z.core.$ZodType, text: string, today: Day): { data?: unknown; text: string } {
  const result = z.safeParse(field, text)
  if (result.success) return { data: result.data, text: text }
  const days = mapEnds(text, (part) => relativeDay(part, today) ?? part)
  const parsed = days === text ? result : z.safeParse(field, days)
  return parsed.success ? { data: parsed.data, text: days } : { text: text }
}

/** Resolves the relative dates of a query, to business days if the schema is marked so (`ofBusinessDays`). */
export function withDays(schema: z.core.$ZodType | undefined, query: unknown, today: Day | Todays): unknown {
  const { shape } = (schema ?? {}) as { shape?: Record<string, z.core.$ZodType> }
  if (!shape || typeof query !== 'object' || query === null) return query
  const from = todayIn(schema, today)
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field && typeof value === 'string' ? valueOf(field, value, from).text : value]
    }),
  )
}
