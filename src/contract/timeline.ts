import * as z from 'zod/mini'
import { Instant } from './atoms.ts'

/** What happened with a customer, by who tells of it, in the order in which the filter offers them. */
export const TIMELINE_KINDS = [
  'purchase',
  'refund',
  'subscription',
  'points',
  'cube booking',
  'email',
  'staff',
  'note',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** A record that is linked and copied, by its kind in the palette; without an id it is copied alone. */
const TimelineLink = z.object({ kind: z.string(), id: z.nullable(z.string()), text: z.string() })

export const TimelineEvent = z.object({
  kind: z.enum(TIMELINE_KINDS),
  /** Among those of its kind. */
  id: z.string(),
  at: Instant,
  title: z.string(),
  /** What else there is to say, one thing each. */
  more: z.array(z.string()),
  /** The member of staff who did it, or '' where nobody in particular did. */
  by: z.string(),
  /** What was paid; what was paid back is below zero. */
  naira: z.nullable(z.number()),
  /** What became of it where that is not the usual: Refunded, Waiting. */
  status: z.string(),
  links: z.array(TimelineLink),
  /** Of a note: whether the caller wrote it, and what an edit is based on. */
  note: z.nullable(z.object({ isOwn: z.boolean(), isEdited: z.boolean(), version: z.int() })),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** A line at the head of a customer's page; with a kind it leads to that record. */
export const CustomerFact = z.object({
  label: z.string(),
  text: z.string(),
  kind: z.nullable(z.string()),
  id: z.nullable(z.string()),
})
export type CustomerFact = z.infer<typeof CustomerFact>

/** A place in the order of a timeline: an instant to the microsecond, the kind's place among all, and the id. */
export const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) (\d) (\d{1,18})$/
export const isCursor = (text: string): boolean =>
  CURSOR.test(text) && !Number.isNaN(Date.parse(text.slice(0, 27))) && TIMELINE_KINDS[Number(text[28])] !== undefined
