import * as z from 'zod/mini'
import { Instant } from './atoms.ts'

/** An entry of the calendar. It has a start, an end, or both. */
export const Entry = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  /** The cinema; empty if it belongs to the chain. */
  place: z.string(),
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  /** It covers the days of these instants, without times. */
  all_day: z.boolean(),
  /** A state of its kind, such as `scheduled`. */
  state: z.string(),
  /** Will not happen, or did not happen: switched off, cancelled or missed. */
  is_off: z.boolean(),
})
export type Entry = z.infer<typeof Entry>
