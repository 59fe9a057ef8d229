import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, DbId, Instant, paging, SearchTerm, TABLE_ROWS, text, Version } from '#contract/atoms.ts'
import { choice, days, textChoice } from '#contract/filter.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import {
  BATCH_BYTES,
  BATCH_LINES,
  CORRECTION_KINDS,
  COUNT_DAYS,
  CORRECTABLE,
  VALIDATED,
  VALIDATION_RULES,
  QUARANTINE_STATES,
  OUTCOMES,
  messages,
  NAME_LENGTH,
  NOTE_LENGTH,
  SCOPES,
  SOURCE,
  RECORD_TYPES,
} from './rules.ts'

/** A program that may tell. Its secret is stored hashed. */
export const FeedKey = z.object({
  id: z.int(),
  name: z.string(),
  /** Whose ids its lines carry. */
  source: z.string(),
  record_types: z.array(z.enum(SCOPES)),
  /** The last four characters, to tell keys apart. */
  last4: z.string(),
  created_at: Instant,
  created_by: z.string(),
  last_used_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
  version: z.int(),
})
export type FeedKey = z.infer<typeof FeedKey>

/** A line that was sent and does not count. */
export const QuarantinedRecord = z.object({
  id: z.int(),
  source: z.string(),
  record_type: z.enum(VALIDATED),
  /** The sender's. */
  external_id: z.string(),
  state: z.enum(QUARANTINE_STATES),
  /** By which rule it is held; null of one that waits. */
  rule: z.nullable(z.enum(VALIDATION_RULES)),
  /** Why, with the field and its rule; null of one that waits. */
  reason: z.nullable(z.string()),
  /** The purchase of a refund, by the sender's id. */
  purchase_id: z.nullable(z.string()),
  /** Of all its lines. */
  amount: z.number(),
  /** As it was sent: of what is held for its currency another than NGN. */
  currency: z.string(),
  /** The key that sent it last; null of what was sent before that was noted. */
  key: z.nullable(z.string()),
  since: Instant,
  /** When it was sent last, and how often. */
  last_at: Instant,
  times: z.int(),
  /** Who rejected it, and why. */
  rejected_by: z.nullable(z.string()),
  note: z.string(),
  version: z.int(),
})
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>

/** What is stored under a line's id, or is the purchase of a refund, as far as it is there. */
const StoredSale = z.object({ at: Instant, amount: z.number(), what: z.string() })
const QuarantinedRecordDetail = z.extend(QuarantinedRecord, {
  /** As it was sent, with the fields that its stream has. */
  line: z.record(z.string(), z.unknown()),
  stored: z.nullable(StoredSale),
  purchase: z.nullable(StoredSale),
})
export type QuarantinedRecordDetail = z.infer<typeof QuarantinedRecordDetail>

/**
 * What was done to a line that counts. Amounts are naira, of all its lines; null where it did not, or
 * does not count, and of a line that has none. */
export const Correction = z.object({
  id: z.int(),
  record_type: z.enum(CORRECTABLE),
  source: z.string(),
  external_id: z.string(),
  kind: z.enum(CORRECTION_KINDS),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
})
export type Correction = z.infer<typeof Correction>

const correctionFilter = {
  search: SearchTerm,
  kind: choice(CORRECTION_KINDS, 'There is no such kind'),
  record_type: choice(CORRECTABLE, 'There is no such stream'),
  source: textChoice(40),
  at: days(),
}

/** Which line it is: its stream, whose id it is, and the id. */
const named = {
  record_type: z.enum(CORRECTABLE, 'There is no such stream'),
  source: text(40, messages.noSource),
  external_id: text(100, messages.noId),
}

const quarantineFilter = {
  search: SearchTerm,
  state: choice(QUARANTINE_STATES, 'There is no such state'),
  record_type: choice(VALIDATED, 'There is no such stream'),
  rule: choice(VALIDATION_RULES, 'There is no such reason'),
  source: textChoice(40),
  since: days(),
}

const recordTypes = z
  .array(z.enum(SCOPES, 'There is no such stream'), messages.noStreams)
  .check(z.minLength(1, messages.noStreams))
const name = text(NAME_LENGTH, messages.noName)
const id = DbId('There is no such key')
const recordId = DbId(messages.noSuchLine)
const flag = z.optional(z.enum(['true', 'false', '1', '0'], 'is true or false'))
/** What became of a line that staff decided on; `line` is what is still kept. */
const RecordOutcome = z.object({ id: z.int(), state: z.enum(OUTCOMES), line: z.nullable(QuarantinedRecord) })

export const feed = endpoints('feed', {
  ingest: {
    method: 'POST',
    path: '/feed/{record_type}',
    unkept: 'Each line is counted once, by its id',
    permission: 'feed',
    summary: 'Report what happened: a JSON array, or NDJSON, of lines; each is answered for itself',
    params: z.object({ record_type: z.enum(RECORD_TYPES, 'There is no such stream') }),
    query: z.object({
      /** Answers what would become of the lines, and changes nothing. */
      dry_run: flag,
      /** Refuses a line with a field that its stream does not have, instead of passing it over. */
      strict: flag,
    }),
    body: z
      .array(z.unknown(), 'The body is a list of lines')
      .check(z.minLength(1, 'There are no lines'), z.maxLength(BATCH_LINES, `At most ${BATCH_LINES} lines at a time`)),
    reply: z.object({
      accepted: z.int(),
      duplicate: z.int(),
      pending: z.int(),
      quarantined: z.int(),
      rejected: z.int(),
      /** Those that were not simply accepted, by their place in the batch from 1. */
      lines: z.array(
        z.object({
          line: z.int(),
          id: z.nullable(z.string()),
          state: z.enum(OUTCOMES),
          /** Of one that is held or refused: the field and its rule. */
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
    permission: 'superadmin',
    summary: 'The keys of programs that may report, newest first',
    reply: z.object({ keys: z.array(FeedKey) }),
  },
  counts: {
    method: 'GET',
    path: '/feed-counts',
    permission: 'superadmin',
    summary: 'What became of the lines that each key sent in the last days, by stream, and since when it is silent',
    query: z.object({
      days: z._default(
        z.coerce.number().check(z.refine((n) => COUNT_DAYS.some((one) => one === n), 'days is 1, 7 or 30')),
        1,
      ),
    }),
    reply: z.object({
      counts: z.array(
        z.object({
          key_id: z.int(),
          key: z.string(),
          source: z.string(),
          record_type: z.enum(RECORD_TYPES),
          is_revoked: z.boolean(),
          accepted: z.int(),
          duplicate: z.int(),
          pending: z.int(),
          quarantined: z.int(),
          rejected: z.int(),
          /** When the newest that was accepted happened. */
          newest_at: z.nullable(Instant),
          /** When it sent last. */
          last_at: Instant,
        }),
      ),
    }),
  },
  records: {
    method: 'GET',
    path: '/quarantined-records',
    permission: 'superadmin',
    summary: 'Lines that were sent and do not count: held, waiting for their purchase, or rejected; the newest first',
    query: z.object({ ...paging(TABLE_ROWS), ...quarantineFilter }),
    reply: z.object({ lines: z.array(QuarantinedRecord), totalCount: z.int(), sources: z.array(z.string()) }),
  },
  recordsCsv: {
    method: 'GET',
    path: '/quarantined-records.csv',
    permission: 'superadmin',
    summary: 'The lines that do not count as CSV, complete, with the same filters',
    query: z.object({ ...quarantineFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  line: {
    method: 'GET',
    path: '/quarantined-records/{id}',
    permission: 'superadmin',
    summary: 'A line that does not count, as it was sent, and what is stored beside it',
    params: z.object({ id: recordId }),
    reply: QuarantinedRecordDetail,
  },
  release: {
    method: 'POST',
    path: '/quarantined-records/{id}/release',
    permission: 'superadmin',
    summary: 'Count a held line as it is, and say why; what cannot be right stays held, and is said',
    approval: 'releases',
    params: z.object({ id: recordId }),
    body: z.object({ note: text(NOTE_LENGTH, messages.noNote), version: Version }),
    reply: RecordOutcome,
    says: messages.released,
  },
  correct: {
    method: 'PATCH',
    path: '/quarantined-records/{id}',
    permission: 'superadmin',
    summary: 'Correct a line that does not count. It counts then, or is held for what is still wrong',
    params: z.object({ id: recordId }),
    body: z.object({ line: z.record(z.string(), z.unknown(), 'The line is an object'), version: Version }),
    reply: RecordOutcome,
    says: messages.corrected,
  },
  reject: {
    method: 'POST',
    path: '/quarantined-records/{id}/reject',
    permission: 'superadmin',
    summary: 'Reject a line that does not count: sent again as it is, it is refused with the reason',
    params: z.object({ id: recordId }),
    body: z.object({ note: text(NOTE_LENGTH, messages.noNote), version: Version }),
    reply: QuarantinedRecord,
    says: messages.rejected,
  },
  reopen: {
    method: 'POST',
    path: '/quarantined-records/{id}/reopen',
    permission: 'superadmin',
    summary: 'Take a rejection back: the line is held or waits again',
    params: z.object({ id: recordId }),
    body: z.object({ version: Version }),
    reply: QuarantinedRecord,
    says: messages.reopened,
  },
  counted: {
    method: 'GET',
    path: '/feed-counted',
    permission: 'superadmin',
    summary: 'A line that counts, as its sender would send it, and what was done to it',
    query: z.object(named),
    reply: z.object({
      /** As it counts; of one that was voided, as it counted. */
      line: z.record(z.string(), z.unknown()),
      is_voided: z.boolean(),
      amount: z.nullable(z.number()),
      /** Refunds of a purchase that its sender sent. */
      refunds: z.int(),
      /** Why it can neither be voided nor corrected. */
      reason: z.nullable(z.string()),
      corrections: z.array(Correction),
    }),
  },
  amend: {
    method: 'POST',
    path: '/feed-corrections',
    permission: 'superadmin',
    summary:
      'Void a line that counts, correct it, or restore one that was voided. What it was is kept, and all figures follow',
    reauthenticate: true,
    approval: 'releases',
    body: z.object({
      ...named,
      reason: text(NOTE_LENGTH, messages.noNote),
      /** What it is to be; without it, it is voided. */
      line: z.optional(z.record(z.string(), z.unknown(), 'The line is an object')),
      /** It counts although its amount, quantity, cinema or movie is not likely. */
      released: z.optional(z.boolean()),
    }),
    reply: Correction,
  },
  corrections: {
    method: 'GET',
    path: '/feed-corrections',
    permission: 'superadmin',
    summary: 'Lines that were voided, corrected or restored after they had counted, the newest first',
    query: z.object({ ...paging(TABLE_ROWS), ...correctionFilter }),
    reply: z.object({ corrections: z.array(Correction), totalCount: z.int(), sources: z.array(z.string()) }),
  },
  correctionsCsv: {
    method: 'GET',
    path: '/feed-corrections.csv',
    permission: 'superadmin',
    summary: 'The corrections as CSV, complete, with the same filters',
    query: z.object({ ...correctionFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  createKey: {
    method: 'POST',
    path: '/feed-keys',
    unkept: 'Its answer has a secret, which is kept nowhere',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Make a key; its secret is answered this once, and stored hashed',
    body: z.object({
      name,
      source: z.string(messages.noSource).check(
        z.trim(),
        z.minLength(1, messages.noSource),
        z.regex(SOURCE, messages.badSource),
        z.refine((source) => source !== OWN_SOURCE, messages.ownSource),
      ),
      record_types: recordTypes,
    }),
    reply: z.object({ key: FeedKey, secret: z.string() }),
    says: messages.keyMade,
    // A reply that is kept for a second try would keep the secret.
    transaction: 'own',
  },
  changeKey: {
    method: 'PATCH',
    path: '/feed-keys/{id}',
    permission: 'superadmin',
    reauthenticate: true,
    summary: "Change a key's name and streams",
    params: z.object({ id }),
    body: z.object({ name, record_types: recordTypes, version: Version }),
    reply: FeedKey,
    says: messages.keyChanged,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/feed-keys/{id}',
    permission: 'superadmin',
    summary: 'Revoke a key: it is refused from now on, and stays in the list',
    params: z.object({ id }),
    reply: FeedKey,
    says: messages.keyRevoked,
  },
})
