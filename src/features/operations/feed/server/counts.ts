import { sql } from 'drizzle-orm'
import { addDays, dayOf } from '#contract/time.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { feed } from '../contract.ts'
import { NO_OUTCOMES, type RecordType } from '../rules.ts'
import type { Outcome } from './record-types/index.ts'
import { bool, number, orNull, query, text, textOf } from '#server/db/query.ts'

type From = { keyId: number; now: Date; zone: string }

/**
 * Counts the results of a batch. Runs as its last statement, because senders with the same key wait for each other
 * here.
 */
export async function noteCounts(
  db: Db,
  { keyId, now, zone }: From,
  recordType: RecordType,
  outcomes: readonly Outcome[],
  newest: string | null,
): Promise<void> {
  const of = { ...NO_OUTCOMES }
  for (const { state } of outcomes) of[state]++
  await db.execute(sql`
    insert into feed_counts as c
      (key_id, record_type, day, accepted, duplicate, pending, quarantined, rejected, newest_at, last_at)
    values (${keyId}, ${recordType}, ${dayOf(now, zone)}, ${of.accepted}, ${of.duplicate}, ${of.pending}, ${of.quarantined},
      ${of.rejected}, ${newest}, ${now.toISOString()})
    on conflict (key_id, record_type, day) do update set
      accepted = c.accepted + excluded.accepted, duplicate = c.duplicate + excluded.duplicate,
      pending = c.pending + excluded.pending, quarantined = c.quarantined + excluded.quarantined, rejected = c.rejected + excluded.rejected,
      newest_at = greatest(c.newest_at, excluded.newest_at), last_at = greatest(c.last_at, excluded.last_at)`)
}

type Counted = Output<(typeof feed)['counts']['reply']>['counts'][number]

/** Returns the counts of each key by record type for the last days. A silent key keeps its last time. */
export async function countsOf(
  db: Db,
  { days, now, zone }: { days: number; now: Date; zone: string },
): Promise<Counted[]> {
  const from = addDays(dayOf(now, zone), 1 - days)
  const sum = (column: string) =>
    sql`coalesce(sum(${sql.identifier(column)}) filter (where c.day >= ${from}), 0)::bigint as ${sql.identifier(column)}`
  const { rows } = await query(db, {
    key: text,
    pending: number,
    rejected: number,
    source: text,
    record_type: textOf<
      | 'devices'
      | 'refunds'
      | 'purchases'
      | 'customers'
      | 'subscriptions'
      | 'corrections'
      | 'redemptions'
      | 'visits'
      | 'reviews'
      | 'errors'
    >(),
    accepted: number,
    duplicate: number,
    quarantined: number,
    key_id: number,
    is_revoked: bool,
    newest_at: orNull(text),
    last_at: text,
  })`
    select k.id as key_id, k.name as key, k.source, c.record_type, k.revoked_at is not null as is_revoked,
      ${sum('accepted')}, ${sum('duplicate')}, ${sum('pending')}, ${sum('quarantined')}, ${sum('rejected')},
      max(c.newest_at) as newest_at, max(c.last_at) as last_at
    from feed_counts c join feed_keys k on k.id = c.key_id
    group by k.id, c.record_type
    order by k.revoked_at is not null, k.name, k.id, c.record_type`
  return rows.map((row) => ({
    ...row,
    newest_at: row.newest_at && new Date(row.newest_at).toISOString(),
    last_at: new Date(row.last_at).toISOString(),
  }))
}
