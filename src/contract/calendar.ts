import * as z from 'zod/mini'
import { Instant } from './atoms.ts'

/** What one thing has in the calendar. It has a start, an end, or both. */
export const Entry = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  /** At which cinema; empty where it is the chain's. */
  place: z.string(),
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  /** It is on the days of these instants, and has no times. */
  all_day: z.boolean(),
  /** A word of its kind's own, such as `scheduled`. */
  state: z.string(),
  /** As things are it will not happen, or did not: switched off, cancelled, missed. */
  is_off: z.boolean(),
})
export type Entry = z.infer<typeof Entry>
