import type * as z from 'zod/mini'
import { dayOf, type Day, type Zones } from './time.ts'

/** Query schemas whose days are business days. */
const known = new WeakSet<z.core.$ZodType>()

/** Marks the schema of a query or a screen's address: its days are business days, not calendar days. */
export function ofBusinessDays<S extends z.core.$ZodType>(schema: S): S {
  known.add(schema)
  return schema
}

/** Marks the queries of all these calls. */
export function allOfBusinessDays<T extends object>(table: T): T {
  for (const { query } of Object.values(table) as { query?: z.core.$ZodType }[]) if (query) ofBusinessDays(query)
  return table
}

/** The current calendar day and the current business day. */
export type Todays = { calendar: Day; business: Day }
export const todaysAt = (at: Date | number, { zone, dayZone }: Zones): Todays => ({
  calendar: dayOf(at, zone),
  business: dayOf(at, dayZone),
})

/** Returns the day that relative dates of a query count from. */
export const todayIn = (schema: z.core.$ZodType | undefined, today: Day | Todays): Day =>
  typeof today === 'string' ? today : schema && known.has(schema) ? today.business : today.calendar
