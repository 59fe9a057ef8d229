import { errors } from '#contract/errors.ts'
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

/** Program that is allowed to send records. Its secret is stored hashed. */
export const FeedKey = z.object({
  id: z.int(),
  name: z.string(),
  /** Owner of the IDs in its records. */
  source: z.string(),
  record_types: z.array(z.enum(SCOPES)),
  /** Last 4 characters, to distinguish keys. */
  last4: z.string(),
  created_at: Instant,
  created_by: z.string(),
  last_used_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
  version: z.int(),
})
export type FeedKey = z.infer<typeof FeedKey>

/** Record that was received and is not included in reports. */
export const QuarantinedRecord = z.object({
  id: z.int(),
  source: z.string(),
  record_type: z.enum(VALIDATED),
  /** Id given by the sender. */
  external_id: z.string(),
  state: z.enum(QUARANTINE_STATES),
  /** Validation rule that quarantined the record; null while it is pending. */
  rule: z.nullable(z.enum(VALIDATION_RULES)),
  /** Reason with the field and its rule; null while the record is pending. */
  reason: z.nullable(z.string()),
  /** Purchase of a refund, by the sender's id. */
  purchase_id: z.nullable(z.string()),
  /** Total of all lines, in naira. */
  amount: z.number(),
  /** Currency as sent; other than NGN in a record quarantined for its currency. */
  currency: z.string(),
  /** Key that sent the record last; null: not recorded. */
  key: z.nullable(z.string()),
  since: Instant,
  /** Time of the last receipt; `times` is the number of receipts. */
  last_at: Instant,
  times: z.int(),
  /** Person who rejected the record; `note` is the reason. */
  rejected_by: z.nullable(z.string()),
  note: z.string(),
  version: z.int(),
})
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>

/** Sale stored under the record's id, or the purchase of a refund. */
const StoredSale = z.object({ at: Instant, amount: z.number(), what: z.string() })
const QuarantinedRecordDetail = z.extend(QuarantinedRecord, {
  /** Record as sent, with the fields of its record type. */
  line: z.record(z.string(), z.unknown()),
  stored: z.nullable(StoredSale),
  purchase: z.nullable(StoredSale),
})
export type QuarantinedRecordDetail = z.infer<typeof QuarantinedRecordDetail>

/**
 * Change to an included record. Amounts are naira over all lines; null where the record is not included or has no
 * amount.
 */
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
  kind: choice(CORRECTION_KINDS, errors.notFound('correction kind')),
  record_type: choice(CORRECTABLE, errors.notFound('record type')),
  source: textChoice(40),
  at: days(),
}

/** Address of a record: its type, the source and the id given by the source. */
const named = {
  record_type: z.enum(CORRECTABLE, errors.notFound('record type')),
  source: text(40, messages.noSource),
  external_id: text(100, messages.noId),
}

const quarantineFilter = {
  search: SearchTerm,
  state: choice(QUARANTINE_STATES, errors.notFound('state')),
  record_type: choice(VALIDATED, errors.notFound('record type')),
  rule: choice(VALIDATION_RULES, errors.notFound('reason')),
  source: textChoice(40),
  since: days(),
}

const recordTypes = z
  .array(z.enum(SCOPES, errors.notFound('record type')), messages.noStreams)
  .check(z.minLength(1, messages.noStreams))
const name = text(NAME_LENGTH, messages.noName)
const id = DbId(errors.notFound('key'))
const recordId = DbId(messages.noRecord)
const flag = z.optional(z.enum(['true', 'false', '1', '0'], 'must be true or false'))
/** Result of a decision by staff; `line` is null when nothing is left in quarantine. */
const RecordOutcome = z.object({ id: z.int(), state: z.enum(OUTCOMES), line: z.nullable(QuarantinedRecord) })

export const feed = endpoints('feed', {
  ingest: {
    method: 'POST',
    path: '/feed/{record_type}',
    unkept: 'Each record is counted once, by its id',
    permission: 'feed',
    summary: 'Send records of one type as a JSON array or NDJSON. Each record has its own result.',
    params: z.object({ record_type: z.enum(RECORD_TYPES, errors.notFound('record type')) }),
    query: z.object({
      /** Validates the batch and returns results without saving. */
      dry_run: flag,
      /** Rejects a record with an unknown field instead of ignoring the field. */
      strict: flag,
    }),
    body: z
      .array(z.unknown(), 'The body must be a list of records')
      .check(
        z.minLength(1, 'Send at least one record'),
        z.maxLength(BATCH_LINES, `Send at most ${BATCH_LINES} records at a time`),
      ),
    reply: z.object({
      accepted: z.int(),
      duplicate: z.int(),
      pending: z.int(),
      quarantined: z.int(),
      rejected: z.int(),
      /** Records with a result other than accepted, by their place in the batch from 1. */
      lines: z.array(
        z.object({
          line: z.int(),
          id: z.nullable(z.string()),
          state: z.enum(OUTCOMES),
          /** Field and rule of a quarantined or rejected record. */
          reason: z.optional(z.string()),
          /** Difference between a duplicate and the stored record, or the refund that it matched. */
          note: z.optional(z.string()),
        }),
      ),
      /** Unknown fields of accepted records, which were ignored; omitted when there are none. */
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
    summary: 'List feed keys, newest first',
    reply: z.object({ keys: z.array(FeedKey) }),
  },
  counts: {
    method: 'GET',
    path: '/feed-counts',
    permission: 'superadmin',
    summary: 'Count results of each key by record type, with the time of its last record',
    query: z.object({
      days: z._default(
        z.coerce.number().check(z.refine((n) => COUNT_DAYS.some((one) => one === n), 'days must be 1, 7 or 30')),
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
          /** Time of the newest accepted record. */
          newest_at: z.nullable(Instant),
          /** Time of the last receipt. */
          last_at: Instant,
        }),
      ),
    }),
  },
  records: {
    method: 'GET',
    path: '/quarantined-records',
    permission: 'superadmin',
    summary: 'List quarantined, pending and rejected records, newest first',
    query: z.object({ ...paging(TABLE_ROWS), ...quarantineFilter }),
    reply: z.object({ lines: z.array(QuarantinedRecord), totalCount: z.int(), sources: z.array(z.string()) }),
  },
  recordsCsv: {
    method: 'GET',
    path: '/quarantined-records.csv',
    permission: 'superadmin',
    summary: 'Export quarantined, pending and rejected records as CSV, with the same filters',
    query: z.object({ ...quarantineFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  line: {
    method: 'GET',
    path: '/quarantined-records/{id}',
    permission: 'superadmin',
    summary: 'Get a quarantined record as sent, with what is stored under its ID',
    params: z.object({ id: recordId }),
    reply: QuarantinedRecordDetail,
  },
  release: {
    method: 'POST',
    path: '/quarantined-records/{id}/release',
    permission: 'superadmin',
    summary: 'Release a quarantined record with a reason. A record that cannot be right stays in quarantine.',
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
    summary: 'Correct a quarantined record. It is included in reports, or quarantined for its next problem.',
    params: z.object({ id: recordId }),
    body: z.object({ line: z.record(z.string(), z.unknown(), 'The record must be an object'), version: Version }),
    reply: RecordOutcome,
    says: messages.corrected,
  },
  reject: {
    method: 'POST',
    path: '/quarantined-records/{id}/reject',
    permission: 'superadmin',
    summary: 'Reject a quarantined record. The sender gets the reason if it sends the record again.',
    params: z.object({ id: recordId }),
    body: z.object({ note: text(NOTE_LENGTH, messages.noNote), version: Version }),
    reply: QuarantinedRecord,
    says: messages.rejected,
  },
  reopen: {
    method: 'POST',
    path: '/quarantined-records/{id}/reopen',
    permission: 'superadmin',
    summary: 'Undo the rejection of a record',
    params: z.object({ id: recordId }),
    body: z.object({ version: Version }),
    reply: QuarantinedRecord,
    says: messages.reopened,
  },
  counted: {
    method: 'GET',
    path: '/feed-counted',
    permission: 'superadmin',
    summary: 'Get an included record with its corrections',
    query: z.object(named),
    reply: z.object({
      /** Current values; of a voided record, its last values. */
      line: z.record(z.string(), z.unknown()),
      is_voided: z.boolean(),
      amount: z.nullable(z.number()),
      /** Number of refunds that the sender reported for a purchase. */
      refunds: z.int(),
      /** Reason why the record cannot be voided or corrected. */
      reason: z.nullable(z.string()),
      corrections: z.array(Correction),
    }),
  },
  amend: {
    method: 'POST',
    path: '/feed-corrections',
    permission: 'superadmin',
    summary: 'Void, correct or reinstate an included record. The previous version is kept and reports are updated.',
    reauthenticate: true,
    approval: 'releases',
    body: z.object({
      ...named,
      reason: text(NOTE_LENGTH, messages.noNote),
      /** New values; omit to void the record. */
      line: z.optional(z.record(z.string(), z.unknown(), 'The record must be an object')),
      /** Accepts the record even though its amount, quantity, cinema or movie is unusual. */
      released: z.optional(z.boolean()),
    }),
    reply: Correction,
  },
  corrections: {
    method: 'GET',
    path: '/feed-corrections',
    permission: 'superadmin',
    summary: 'List voided, corrected and reinstated records, newest first',
    query: z.object({ ...paging(TABLE_ROWS), ...correctionFilter }),
    reply: z.object({ corrections: z.array(Correction), totalCount: z.int(), sources: z.array(z.string()) }),
  },
  correctionsCsv: {
    method: 'GET',
    path: '/feed-corrections.csv',
    permission: 'superadmin',
    summary: 'Export corrections as CSV, with the same filters',
    query: z.object({ ...correctionFilter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  createKey: {
    method: 'POST',
    path: '/feed-keys',
    unkept: 'The response has a secret, which is stored only as a hash',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Create a feed key. Its secret is returned only once.',
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
    // Because a reply stored for a retry would store the secret.
    transaction: 'own',
  },
  changeKey: {
    method: 'PATCH',
    path: '/feed-keys/{id}',
    permission: 'superadmin',
    reauthenticate: true,
    summary: 'Edit the name and record types of a key',
    params: z.object({ id }),
    body: z.object({ name, record_types: recordTypes, version: Version }),
    reply: FeedKey,
    says: messages.keyChanged,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/feed-keys/{id}',
    permission: 'superadmin',
    summary: 'Revoke a key. It stops working immediately and stays in the list.',
    params: z.object({ id }),
    reply: FeedKey,
    says: messages.keyRevoked,
  },
})
