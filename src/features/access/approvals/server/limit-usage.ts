/** What was done without a second person adds up, so that nobody passes a rule in parts. */
import { sql } from 'drizzle-orm'
import { addsOf } from '#contract/approval.ts'
import { accountsWith } from '#server/auth/takeover.ts'
import type { Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Approvals, Part } from '#server/http/approval.ts'
import { rowsIn, type Retention } from '#server/retention.ts'
import { limitUsage } from './tables.ts'
import { number, query } from '#server/db/query.ts'

const partsOf = (parts: readonly Part[]) => rowsOf(parts, 'records text[], size bigint')
const aDayBefore = (now: Date) => sql`${now.toISOString()}::timestamptz - interval '24 hours'`

export const total: Approvals['total'] = async (tx, { action, size, parts }, { me: { person }, now }) => {
  const adds = addsOf(action)
  const sums = [size]
  if (adds.person) {
    // Of several accounts that one person may hold, too.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`approval limit ${action}`}, 0))`)
    sums.push(size + (await doneBy(tx, action, person, now)))
  }
  if (adds.record) {
    const { rows } = await query(tx, { size: number })`
      select coalesce(max(x.size + d.size), 0)::bigint as size from ${partsOf(parts)} cross join lateral (
        select coalesce(sum(size), 0) as size from limit_usage
        where action = ${action} and records && x.records and (${adds.record === 'ever'} or at > ${aDayBefore(now)})
      ) d`
    sums.push(rows[0]!.size)
  }
  return Math.max(...sums)
}

async function doneBy(tx: Db, action: string, person: string, now: Date): Promise<number> {
  const [, id] = /^admin (\d+)$/.exec(person) ?? []
  const accounts = id
    ? sql`select 'admin ' || id from (${accountsWith(Number(id), now)}) a`
    : sql`select ${person}::text`
  const { rows } = await query(tx, { size: number })`
    select coalesce(sum(size), 0)::bigint as size from limit_usage
    where action = ${action} and person in (${accounts}) and at > ${aDayBefore(now)}`
  return rows[0]!.size
}

export const note: Approvals['note'] = async (tx, { action, parts }, { me: { person }, now }) => {
  await tx.execute(sql`
    insert into limit_usage (action, person, records, size, at)
    select ${action}, ${person}, records, size, ${now.toISOString()} from ${partsOf(parts)} where size > 0`)
}

export const forgetDone: Retention['forget'] = rowsIn(limitUsage, (before) => sql`${limitUsage.at} < ${before}`)
