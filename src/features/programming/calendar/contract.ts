import * as z from 'zod/mini'
import { Day } from '#contract/atoms.ts'
import { Entry } from '#contract/calendar.ts'
import { endpoints } from '#contract/endpoint.ts'
import { addDays } from '#contract/time.ts'
import { LONGEST, messages } from './rules.ts'

/** Kinds, with commas between them; without any, all. */
export const Kinds = z.optional(z.string().check(z.maxLength(200, 'Enter up to 200 characters')))

export const calendar = endpoints('calendar', {
  list: {
    method: 'GET',
    path: '/calendar',
    permission: 'session',
    summary: 'List scheduled entries of these days, both included, of the kinds the caller can see',
    allowReplica: true,
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
