import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type InPerson } from '#server/person.ts'
import { TIERS } from '../rules.ts'
import { holds } from './holds.ts'
import { closeAccount, joinAccounts, splitAccounts, type MovedPoints } from './store.ts'

export const person: InPerson = {
  holds,
  sections: (db, { ids }) => [
    sectionOf(
      db,
      'points',
      'tier lifetime_points available_points',
      sql`select (${listOf(TIERS, 'text')})[tier + 1] as tier, lifetime as lifetime_points,
            available as available_points
          from loyalty_members where customer_id = ${ids[0] ?? null}`,
    ),
    sectionOf(
      db,
      'points-ledger',
      'at kind points lifetime from_tier to_tier reason',
      sql`select ${asInstant('at')}, kind, points, lifetime, from_tier, to_tier, reason
          from points_ledger where customer_id = any(${listOf(ids, 'bigint')}) order by id`,
    ),
  ],
  counts: async (db, { ids }) => {
    const { rows } = await db.execute<{ points: number }>(sql`
      select count(*) as points from points_ledger where customer_id = any(${listOf(ids, 'bigint')})`)
    return rows[0]!
  },
  owed: async (db, { ids }) => {
    const { rows } = await db.execute<{ available: number }>(sql`
      select available from loyalty_members where customer_id = any(${listOf(ids, 'bigint')}) and available > 0`)
    return rows.map(({ available }) => ({ text: counted(available, 'point') }))
  },
  erase: async (tx, { traces, by, now }) => {
    for (const id of traces.ids) await closeAccount(tx, id, by, now)
  },
  compare: async (db, id) => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select coalesce((select available from loyalty_members where customer_id = ${id}), 0) as n`)
    return { adds: [{ what: 'Available points', count: rows[0]!.n }] }
  },
  merge: (tx, { kept, lost, by, now }) => joinAccounts(tx, { from: lost, to: kept }, by, now),
  unmerge: (tx, { kept, lost, moved, by, now }) =>
    splitAccounts(tx, { kept, lost, moved: moved as MovedPoints }, by, now),
}
