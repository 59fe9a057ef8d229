import * as z from 'zod/mini'
import { Day, Instant } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { addDays } from '#contract/time.ts'
import { LONGEST, messages } from './rules.ts'

/** What one thing has in the calendar. It has a start, an end, or both. */
export const Entry = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
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

/** Kinds, with commas between them; without any, all. */
export const Kinds = z.optional(z.string().check(z.maxLength(200, 'At most 200 characters')))

export const calendar = endpoints('calendar', {
  list: {
    method: 'GET',
    path: '/calendar',
    may: 'session',
    summary: 'What is scheduled on these days, both included, of the kinds that the caller may read',
    query: z.object({ from: Day, until: Day, kinds: Kinds }).check(
      z.refine(({ from, until }) => until >= from, { path: ['until'], error: messages.backwards }),
      z.refine(({ from, until }) => until < from || until < addDays(from, LONGEST), {
        path: ['until'],
        error: messages.tooLong,
      }),
    ),
    reply: z.object({
      entries: z.array(Entry),
      /** Where there is more of a kind than the answer has: on a day, and of what runs on maybe until another. */
      more: z.array(z.object({ kind: z.string(), day: Day, until: Day })),
    }),
  },
})
