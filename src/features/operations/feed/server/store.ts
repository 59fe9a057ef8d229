import { sql, type SQL } from 'drizzle-orm'
import { showCount } from '#contract/counted.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { likeTerm } from '#server/db/like.ts'
import type { feed, QuarantinedRecord } from '../contract.ts'
import { describeReason, type QuarantineState } from '../rules.ts'
import { bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** `zone` decides the business days. */
export type Filter = Output<(typeof feed)['recordsCsv']['query']> & { zone: string }
export type StoredSale = { lines: { kind: string; quantity: number; amount: number }[] } & Record<string, unknown>
const row = {
  id: number,
  last_at: text,
  key: orNull(text),
  version: number,
  source: text,
  note: text,
  reason: orNull(text),
  record_type: textOf<QuarantinedRecord['record_type']>(),
  external_id: text,
  since: text,
  rule: orNull(textOf<NonNullable<QuarantinedRecord['rule']>>()),
  purchase_id: orNull(text),
  times: number,
  rejected_by: orNull(text),
  line: json<StoredSale>(),
  is_rejected: bool,
}
type Row = RowOf<typeof row>
/** Quarantined record as stored. */
export type StoredRecord = QuarantinedRecord & { line: StoredSale }

const STATES: Record<QuarantineState, SQL> = {
  quarantined: sql`w.rejected_at is null and w.reason is not null`,
  pending: sql`w.rejected_at is null and w.reason is null`,
  rejected: sql`w.rejected_at is not null`,
}

const where = ({ search, state, record_type: recordType, rule, source, since, zone }: Filter): SQL =>
  allOf([
    search ? sql`(w.external_id ilike ${likeTerm(search)} or w.pending_for ilike ${likeTerm(search)})` : undefined,
    isAnyOf(state, (value) => sql`(${STATES[value as QuarantineState]})`),
    isChosen(recordType, sql`w.record_type`),
    isChosen(rule, sql`w.rule`),
    isChosen(source, sql`w.source`),
    isOnDays(since, sql`w.since`, zone),
  ])

const columns = sql`
  w.id, w.source, w.record_type, w.external_id, w.rule, w.reason, w.pending_for as purchase_id, w.record as line,
  (select k.name from feed_keys k where k.id = w.key_id) as key, w.since, coalesce(w.seen_at, w.since) as last_at, w.times,
  w.rejected_at is not null as is_rejected, w.rejected_by, w.note, w.version`

const stateOf = ({ is_rejected, reason }: Row): QuarantineState =>
  is_rejected ? 'rejected' : reason === null ? 'pending' : 'quarantined'

const toStored = ({ is_rejected, ...row }: Row): StoredRecord => ({
  ...row,
  state: stateOf({ is_rejected, ...row }),
  amount: toNaira(row.line.lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)),
  currency: String(row.line.currency ?? 'NGN').toUpperCase(),
  since: new Date(row.since).toISOString(),
  last_at: new Date(row.last_at).toISOString(),
})
/** Converts a record for staff: senders get the reason with field names, staff with labels. */
export const toQuarantined = ({ line: _, ...record }: StoredRecord, zone: string): QuarantinedRecord => ({
  ...record,
  reason: record.reason && describeReason(record.reason, zone),
})

/** Returns a page of quarantined records, newest first. */
export async function pageOfRecords(db: Db, filter: Filter, page: { limit: number; offset: number }) {
  const { rows } = await query(db, row)`
    select ${columns} from quarantined_records w where ${where(filter)}
    order by w.since desc, w.id desc limit ${page.limit} offset ${page.offset}`
  return rows.map((row) => toQuarantined(toStored(row), filter.zone))
}

export async function countRecords(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from quarantined_records w where ${where(filter)}`
  return rows[0]!.n
}

/** Returns the sources of all feed keys. */
export async function sourcesOf(db: Db): Promise<string[]> {
  const { rows } = await query(db, { source: text })`select distinct source from feed_keys order by source`
  return rows.map(({ source }) => source)
}

/**
 * Finds a quarantined record.
 * @param lock locks the row until the transaction ends
 */
export async function findRecord(db: Db, id: number, { lock = false } = {}): Promise<StoredRecord | undefined> {
  const { rows } = await query(db, row)`
    select ${columns} from quarantined_records w where w.id = ${id} ${lock ? sql`for update` : sql``}`
  return rows[0] && toStored(rows[0])
}

export const rejectRecord = (tx: Db, id: number, { note, by, now }: { note: string; by: string; now: Date }) =>
  tx.execute(sql`
    update quarantined_records set rejected_at = ${now.toISOString()}, rejected_by = ${by}, note = ${note}, version = version + 1
    where id = ${id}`)

export const reopenRecord = (tx: Db, id: number) =>
  tx.execute(sql`
    update quarantined_records set rejected_at = null, rejected_by = null, note = '', version = version + 1 where id = ${id}`)

export const removeRecord = (tx: Db, id: number) => tx.execute(sql`delete from quarantined_records where id = ${id}`)

/** Updates a record that stays in quarantine, with its new values or reason. */
export const requarantine = (
  tx: Db,
  id: number,
  { line, rule, reason }: { line: object; rule: string | undefined; reason: string | undefined },
) =>
  tx.execute(sql`
    update quarantined_records set record = ${JSON.stringify(line)}::jsonb, pending_for = ${JSON.stringify(line)}::jsonb ->> 'purchase_id',
      rule = ${rule ?? null}, reason = ${reason ?? null}, version = version + 1
    where id = ${id}`)

/** Returns records quarantined for an unknown cinema or movie, oldest first. */
export async function quarantinedAsUnknown(db: Db, after: number, limit: number): Promise<StoredRecord[]> {
  const { rows } = await query(db, row)`
    select ${columns} from quarantined_records w
    where w.rule = 'unknown' and w.rejected_at is null and w.id > ${after} order by w.id limit ${limit}`
  return rows.map(toStored)
}

/** Describes items briefly: 2 tickets, 1 concession. */
export const describeItems = (lines: readonly { kind: string; quantity: number }[]): string =>
  lines.map(({ kind, quantity }) => `${showCount(quantity)} ${kind}${quantity === 1 ? '' : 's'}`).join(', ')
