import type * as z from 'zod/mini'
import { dayOf, type Day, type Zones } from './time.ts'

/** Queries whose days are business days. */
const known = new WeakSet<z.core.$ZodType>()

/** Says of a query, or of a screen's address, that its days are business days and not those of the calendar. */
export function ofBusinessDays<S extends z.core.$ZodType>(schema: S): S {
  known.add(schema)
  return schema
}

/** The same of all queries of these calls. */
export function allOfBusinessDays<T extends object>(table: T): T {
  for (const { query } of Object.values(table) as { query?: z.core.$ZodType }[]) if (query) ofBusinessDays(query)
  return table
}

/** Today in the calendar, and the business day that runs. */
export type Todays = { calendar: Day; business: Day }
export const todaysAt = (at: Date | number, { zone, dayZone }: Zones): Todays => ({
  calendar: dayOf(at, zone),
  business: dayOf(at, dayZone),
})

/** The day that words of a query count from. */
export const todayIn = (schema: z.core.$ZodType | undefined, today: Day | Todays): Day =>
  typeof today === 'string' ? today : schema && known.has(schema) ? today.business : today.calendar
