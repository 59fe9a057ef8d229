import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { json, number, query } from '#server/db/query.ts'

/** What a merge moved: the reports, and of each error how often it happened to each and when last, as the database's JSON. */
export type ErrorChanges = { reports: number[]; merged: Met[]; survivor: Met[] }
type Met = { error_id: number; count: number; last_seen_at: string; releases?: string[] }

async function metBy(db: Db, customer: number, other: number): Promise<Met[]> {
  const { rows } = await query(db, { row: json<Met>() })`
    select to_jsonb(x) - 'customer_id' as row from error_customers x
    where customer_id = ${customer} and error_id in (select error_id from error_customers where customer_id = ${other})`
  return rows.map(({ row }) => row)
}

/** What happened to one customer happened to another: two records of one person became one. */
export async function joinErrors(tx: Db, { from, to }: { from: number; to: number }): Promise<ErrorChanges> {
  await tx.execute(sql`
    select from errors where id in (select error_id from error_customers where customer_id = ${from})
    order by fingerprint for update`)
  const met = { merged: await metBy(tx, from, from), survivor: await metBy(tx, to, from) }
  const { rows } = await query(tx, { id: number })`
    update error_reports set customer_id = ${to} where customer_id = ${from} returning id`
  await tx.execute(sql`
    update errors e set customers = e.customers - 1
    where exists (select from error_customers x where x.error_id = e.id and x.customer_id = ${from})
      and exists (select from error_customers x where x.error_id = e.id and x.customer_id = ${to})`)
  await tx.execute(sql`
    with gone as (delete from error_customers where customer_id = ${from} returning *)
    insert into error_customers as x (error_id, customer_id, count, last_seen_at, releases)
    select error_id, ${to}, count, last_seen_at, releases from gone
    on conflict (error_id, customer_id) do update set
      count = x.count + excluded.count, last_seen_at = greatest(x.last_seen_at, excluded.last_seen_at),
      releases = array(select distinct r from unnest(x.releases || excluded.releases) r order by r)`)
  return { reports: rows.map(({ id }) => id), ...met }
}

/** Gives back what happened to one of the two before they were merged; what happened since stays. */
export async function splitErrors(
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  changes: ErrorChanges,
): Promise<void> {
  if (changes.merged.length === 0) return
  const met = 'error_id bigint, count bigint, last_seen_at timestamptz, releases text[]'
  await tx.execute(sql`
    select from errors where id in (select error_id from ${rowsOf(changes.merged, met)}) order by fingerprint for update`)
  await tx.execute(sql`
    update error_reports set customer_id = ${merged}
    where customer_id = ${survivor} and id = any(${listOf(changes.reports, 'bigint')})`)
  // It was last seen, and in these releases, as before the merge, unless it happened since.
  await tx.execute(sql`
    update error_customers e set count = e.count - x.count,
      last_seen_at = case when e.count = x.count + k.count then k.last_seen_at else e.last_seen_at end,
      releases = case when e.count = x.count + k.count then coalesce(k.releases, '{}') else e.releases end
    from ${rowsOf(changes.merged, met)} left join jsonb_to_recordset(${JSON.stringify(changes.survivor)}::jsonb)
      as k(error_id bigint, count bigint, last_seen_at timestamptz, releases text[]) using (error_id)
    where e.error_id = x.error_id and e.customer_id = ${survivor}`)
  await tx.execute(sql`
    delete from error_customers where customer_id = ${survivor} and count <= 0
      and error_id in (select error_id from ${rowsOf(changes.merged, met)})`)
  await tx.execute(sql`
    insert into error_customers (error_id, customer_id, count, last_seen_at, releases)
    select x.error_id, ${merged}, x.count, x.last_seen_at, coalesce(x.releases, '{}') from ${rowsOf(changes.merged, met)} join errors e on e.id = x.error_id`)
  await tx.execute(sql`
    update errors e set customers = (select count(*) from error_customers c where c.error_id = e.id)
    where id in (select error_id from ${rowsOf(changes.merged, met)})`)
}
