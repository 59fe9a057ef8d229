import * as z from 'zod/mini'
import { addDays, addMonths, weekStart, type Day } from './time.ts'

const FROM_TODAY = /^today(?:([+-]\d{1,4})(m?))?$/

/**
 * A day that moves with the calendar, as an address says it: `today`, `today-29` days, `today-1m`, a month, and the first
 * day of this `week`, `month` or `year`. Undefined of any other text.
 */
export function relativeDay(text: string, today: Day): Day | undefined {
  if (text === 'week') return weekStart(today)
  if (text === 'month') return `${today.slice(0, 7)}-01`
  if (text === 'year') return `${today.slice(0, 4)}-01-01`
  const [, by, inMonths] = FROM_TODAY.exec(text) ?? []
  if (by === undefined) return text === 'today' ? today : undefined
  return inMonths ? addMonths(today, Number(by)) : addDays(today, Number(by))
}

/** A value of an address or a query by its field's schema: a word for a day is that day, where the field takes days alone. */
export function valueOf(field: z.core.$ZodType, text: string, today: Day): { data?: unknown; meant: string } {
  const said = z.safeParse(field, text)
  if (said.success) return { data: said.data, meant: text }
  const day = relativeDay(text, today)
  const parsed = day === undefined ? said : z.safeParse(field, day)
  return parsed.success ? { data: parsed.data, meant: day! } : { meant: text }
}

/** A query as it came, with the days that are meant by words. */
export function withDays(schema: z.core.$ZodType | undefined, query: unknown, today: Day): unknown {
  const { shape } = (schema ?? {}) as { shape?: Record<string, z.core.$ZodType> }
  if (!shape || typeof query !== 'object' || query === null) return query
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field && typeof value === 'string' ? valueOf(field, value, today).meant : value]
    }),
  )
}
