import * as z from 'zod/mini'
import { Instant } from './atoms.ts'

/** Kinds of events in a customer's timeline, in the order of the filter. */
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

/** A record to link and copy, by its kind in the palette. Null id: copy only. */
const TimelineLink = z.object({ kind: z.string(), id: z.nullable(z.string()), text: z.string() })

export const TimelineEvent = z.object({
  kind: z.enum(TIMELINE_KINDS),
  /** Unique within its kind. */
  id: z.string(),
  at: Instant,
  title: z.string(),
  /** Further details, one per entry. */
  more: z.array(z.string()),
  /** The staff user who did it; '' if no person did. */
  by: z.string(),
  /** Amount paid, in naira; negative for a refund. */
  naira: z.nullable(z.number()),
  /** The outcome if it is not the normal one, such as Refunded or Waiting. */
  status: z.string(),
  links: z.array(TimelineLink),
  /** For a note: whether the caller wrote it, and the version that an edit is based on. */
  note: z.nullable(z.object({ isOwn: z.boolean(), isEdited: z.boolean(), version: z.int() })),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** A fact at the top of a customer's page; with a kind it links to that record. */
export const CustomerFact = z.object({
  label: z.string(),
  text: z.string(),
  kind: z.nullable(z.string()),
  id: z.nullable(z.string()),
})
export type CustomerFact = z.infer<typeof CustomerFact>

/** A position in a timeline: an instant to the microsecond, the index of the kind, and the id. */
export const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) (\d) (\d{1,18})$/
export const isCursor = (text: string): boolean =>
  CURSOR.test(text) && !Number.isNaN(Date.parse(text.slice(0, 27))) && TIMELINE_KINDS[Number(text[28])] !== undefined
