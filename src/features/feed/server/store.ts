import { sql, type SQL } from 'drizzle-orm'
import { showCount } from '#contract/counted.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { likeTerm } from '#server/db/like.ts'
import type { feed, KeptLine } from '../contract.ts'
import { inWords, type KeptState } from '../rules.ts'

/** `zone`: whose days are meant. */
export type Filter = Output<(typeof feed)['linesCsv']['query']> & { zone: string }
export type Line = { lines: { kind: string; quantity: number; amount: number }[] } & Record<string, unknown>
type Row = Omit<KeptLine, 'amount' | 'currency' | 'state'> & { line: Line; is_rejected: boolean }
/** A line that is kept, as it is stored. */
export type StoredLine = KeptLine & { line: Line }

const STATES: Record<KeptState, SQL> = {
  held: sql`w.rejected_at is null and w.reason is not null`,
  waiting: sql`w.rejected_at is null and w.reason is null`,
  rejected: sql`w.rejected_at is not null`,
}

const where = ({ search, state, stream, guard, source, since, zone }: Filter): SQL =>
  allOf([
    search ? sql`(w.external_id ilike ${likeTerm(search)} or w.waits_for ilike ${likeTerm(search)})` : undefined,
    isAnyOf(state, (value) => sql`(${STATES[value as KeptState]})`),
    isChosen(stream, sql`w.stream`),
    isChosen(guard, sql`w.guard`),
    isChosen(source, sql`w.source`),
    isOnDays(since, sql`w.since`, zone),
  ])

const columns = sql`
  w.id, w.source, w.stream, w.external_id, w.guard, w.reason, w.waits_for as purchase_id, w.line,
  (select k.name from feed_keys k where k.id = w.key_id) as key, w.since, coalesce(w.seen_at, w.since) as last_at, w.times,
  w.rejected_at is not null as is_rejected, w.rejected_by, w.note, w.version`

const stateOf = ({ is_rejected, reason }: Row): KeptState =>
  is_rejected ? 'rejected' : reason === null ? 'waiting' : 'held'

const toStored = ({ is_rejected, ...row }: Row): StoredLine => ({
  ...row,
  state: stateOf({ is_rejected, ...row }),
  amount: toNaira(row.line.lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)),
  currency: String(row.line.currency ?? 'NGN').toUpperCase(),
  since: new Date(row.since).toISOString(),
  last_at: new Date(row.last_at).toISOString(),
})
/** As staff see it: the reason is told a sender by its fields, and people in words. */
export const toKept = ({ line: _, ...kept }: StoredLine, zone: string): KeptLine => ({
  ...kept,
  reason: kept.reason && inWords(kept.reason, zone),
})

/** The newest first. */
export async function pageOfLines(db: Db, filter: Filter, page: { limit: number; offset: number }) {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from quarantined_records w where ${where(filter)}
    order by w.since desc, w.id desc limit ${page.limit} offset ${page.offset}`)
  return rows.map((row) => toKept(toStored(row), filter.zone))
}

export async function countLines(db: Db, filter: Filter): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from quarantined_records w where ${where(filter)}`)
  return rows[0]!.n
}

/** Whose ids lines can carry. */
export async function sourcesOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ source: string }>(sql`select distinct source from feed_keys order by source`)
  return rows.map(({ source }) => source)
}

/** @param lock until the transaction ends */
export async function findLine(db: Db, id: number, { lock = false } = {}): Promise<StoredLine | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from quarantined_records w where w.id = ${id} ${lock ? sql`for update` : sql``}`)
  return rows[0] && toStored(rows[0])
}

export const reject = (tx: Db, id: number, { note, by, now }: { note: string; by: string; now: Date }) =>
  tx.execute(sql`
    update quarantined_records set rejected_at = ${now.toISOString()}, rejected_by = ${by}, note = ${note}, version = version + 1
    where id = ${id}`)

export const reopen = (tx: Db, id: number) =>
  tx.execute(sql`
    update quarantined_records set rejected_at = null, rejected_by = null, note = '', version = version + 1 where id = ${id}`)

export const forget = (tx: Db, id: number) => tx.execute(sql`delete from quarantined_records where id = ${id}`)

/** A line that is held still, as it was corrected or for another reason. */
export const holdStill = (
  tx: Db,
  id: number,
  { line, guard, reason }: { line: object; guard: string | undefined; reason: string | undefined },
) =>
  tx.execute(sql`
    update quarantined_records set line = ${JSON.stringify(line)}::jsonb, waits_for = ${JSON.stringify(line)}::jsonb ->> 'purchase_id',
      guard = ${guard ?? null}, reason = ${reason ?? null}, version = version + 1
    where id = ${id}`)

/** Held lines of what the point of sale did not have, the oldest first. */
export async function heldAsUnknown(db: Db, after: number, limit: number): Promise<StoredLine[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from quarantined_records w
    where w.guard = 'unknown' and w.rejected_at is null and w.id > ${after} order by w.id limit ${limit}`)
  return rows.map(toStored)
}

/** What was bought or paid back, in a few words: 2 tickets, 1 concession. */
export const wordsOf = (lines: readonly { kind: string; quantity: number }[]): string =>
  lines.map(({ kind, quantity }) => `${showCount(quantity)} ${kind}${quantity === 1 ? '' : 's'}`).join(', ')
