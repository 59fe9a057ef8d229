import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { CORRECTABLE, CORRECTION_KINDS, VALIDATION_RULES } from '../rules.ts'

/** Lines that were sent and do not count: they wait for what was not reported yet, or are held. */
export const quarantinedRecords = pgTable(
  'quarantined_records',
  {
    id: bigint('id').notNull().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    recordType: text('record_type').notNull(),
    externalId: text('external_id').notNull(),
    pendingFor: text('pending_for'),
    record: jsonb().notNull(),
    since: instant('since').notNull(),
    /** Why it is held; null while it waits. */
    reason: text(),
    rule: text({ enum: VALIDATION_RULES }),
    keyId: integer('key_id'),
    /** When it was sent last, and how often it was. */
    seenAt: instant('seen_at'),
    times: integer().notNull().default(1),
    rejectedAt: instant('rejected_at'),
    rejectedBy: text('rejected_by'),
    note: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.source, table.recordType, table.externalId] })],
)

/** Lines that counted and were voided, corrected or restored. */
export const feedCorrections = pgTable('feed_corrections', {
  id: id(),
  recordType: text('record_type', { enum: CORRECTABLE }).notNull(),
  source: text().notNull(),
  externalId: text('external_id').notNull(),
  kind: text({ enum: CORRECTION_KINDS }).notNull(),
  reason: text().notNull(),
  byName: text('by_name').notNull(),
  keyId: integer('key_id'),
  /** Of one that was sent, its sender's id. */
  sentId: text('sent_id'),
  at: instant('at').notNull(),
  /** The line as it counted, and as it counts since; null of one that did not, or does not. */
  before: jsonb(),
  after: jsonb(),
})

/** What became of the lines that a key sent on a day. */
export const feedCounts = pgTable(
  'feed_counts',
  {
    keyId: integer('key_id').notNull(),
    recordType: text('record_type').notNull(),
    day: date().notNull(),
    accepted: bigint('accepted').notNull().default(0),
    duplicate: bigint('duplicate').notNull().default(0),
    pending: bigint('pending').notNull().default(0),
    quarantined: bigint('quarantined').notNull().default(0),
    rejected: bigint('rejected').notNull().default(0),
    /** When the newest that was accepted happened. */
    newestAt: instant('newest_at'),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.recordType, table.day] })],
)

/** What a line of a purchase is at most, as a rule. Money is kobo. */
export const priceBaselines = pgTable(
  'price_baselines',
  {
    cinemaId: text('cinema_id').notNull(),
    channel: text().notNull(),
    kind: text().notNull(),
    lines: bigint('lines').notNull(),
    quantity: integer().notNull(),
    unitKobo: bigint('unit_kobo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cinemaId, table.channel, table.kind] })],
)
