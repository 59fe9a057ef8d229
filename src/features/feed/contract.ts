import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { DbId, Instant, paging, TABLE_ROWS, text, Version } from '#contract/atoms.ts'
import { OURS } from '#features/trade/rules.ts'
import { BATCH_BYTES, BATCH_LINES, LINE_STATES, messages, NAME_LENGTH, SCOPES, SOURCE, STREAMS } from './rules.ts'

/** A program that may tell. Its secret is stored hashed. */
export const FeedKey = z.object({
  id: z.int(),
  name: z.string(),
  /** Whose ids its lines carry. */
  source: z.string(),
  streams: z.array(z.enum(SCOPES)),
  /** The last four characters, to tell keys apart. */
  hint: z.string(),
  created_at: Instant,
  created_by: z.string(),
  last_used_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
  version: z.int(),
})
export type FeedKey = z.infer<typeof FeedKey>

/** A refund that was reported and does not count: its purchase was not reported yet, or was, and then it was refused. */
export const WaitingRefund = z.object({
  source: z.string(),
  /** The teller's ids. */
  id: z.string(),
  purchase_id: z.string(),
  /** Keys of its source that may tell refunds, in use. */
  keys: z.array(z.string()),
  /** Naira. */
  amount: z.number(),
  since: Instant,
  /** Why it was refused, with the field and its rule; null while it waits. */
  reason: z.nullable(z.string()),
})
export type WaitingRefund = z.infer<typeof WaitingRefund>

const streams = z
  .array(z.enum(SCOPES, 'There is no such stream'), messages.noStreams)
  .check(z.minLength(1, messages.noStreams))
const name = text(NAME_LENGTH, messages.noName)
const id = DbId('There is no such key')

export const feed = endpoints('feed', {
  tell: {
    method: 'POST',
    path: '/feed/{stream}',
    may: 'feed',
    summary: 'Tell of what happened: a JSON array, or NDJSON, of lines; each is answered for itself',
    params: z.object({ stream: z.enum(STREAMS, 'There is no such stream') }),
    body: z
      .array(z.unknown(), 'The body is a list of lines')
      .check(z.minLength(1, 'There are no lines'), z.maxLength(BATCH_LINES, `At most ${BATCH_LINES} lines at a time`)),
    reply: z.object({
      accepted: z.int(),
      duplicate: z.int(),
      waiting: z.int(),
      refused: z.int(),
      /** Those that were not simply accepted, by their place in the batch from 1. */
      lines: z.array(
        z.object({
          line: z.int(),
          id: z.nullable(z.string()),
          state: z.enum(LINE_STATES),
          /** Of a refused one: the field and its rule. */
          reason: z.optional(z.string()),
          /** Of a duplicate: that it differs from what was reported before, or what it was taken for. */
          note: z.optional(z.string()),
        }),
      ),
      /** Fields of lines that were taken, which their stream does not have; left out where there are none. */
      passed_over: z.optional(z.array(z.string())),
    }),
    bodyLimit: BATCH_BYTES,
    audit: 'none',
    transaction: 'own',
  },
  keys: {
    method: 'GET',
    path: '/feed-keys',
    may: 'superadmin',
    summary: 'The keys of programs that may tell, newest first',
    reply: z.object({ keys: z.array(FeedKey) }),
  },
  waiting: {
    method: 'GET',
    path: '/feed-waiting-refunds',
    may: 'superadmin',
    summary:
      'Refunds that wait for their purchase, and those that were refused when it came: these first, then the oldest',
    query: z.object(paging(TABLE_ROWS)),
    reply: z.object({ refunds: z.array(WaitingRefund), totalCount: z.int() }),
  },
  createKey: {
    method: 'POST',
    path: '/feed-keys',
    may: 'superadmin',
    stepUp: true,
    summary: 'Make a key; its secret is answered this once, and stored hashed',
    body: z.object({
      name,
      source: z.string(messages.noSource).check(
        z.trim(),
        z.minLength(1, messages.noSource),
        z.regex(SOURCE, messages.badSource),
        z.refine((source) => source !== OURS, messages.ownSource),
      ),
      streams,
    }),
    reply: z.object({ key: FeedKey, secret: z.string() }),
    says: messages.keyMade,
    // A reply that is kept for a second try would keep the secret.
    transaction: 'own',
  },
  changeKey: {
    method: 'PATCH',
    path: '/feed-keys/{id}',
    may: 'superadmin',
    stepUp: true,
    summary: "Change a key's name and streams",
    params: z.object({ id }),
    body: z.object({ name, streams, version: Version }),
    reply: FeedKey,
    says: messages.keyChanged,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/feed-keys/{id}',
    may: 'superadmin',
    summary: 'Revoke a key: it is refused from now on, and stays in the list',
    params: z.object({ id }),
    reply: FeedKey,
    says: messages.keyRevoked,
  },
})
