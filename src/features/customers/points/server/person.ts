import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData } from '#server/person.ts'
import { TIERS } from '../rules.ts'
import { personalColumns } from './personal-data.ts'
import { closeAccount, joinAccounts, splitAccounts, type PointsChanges } from './store.ts'
import { number, query } from '#server/db/query.ts'

export const person: PersonalData = {
  columns: personalColumns,
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
    const { rows } = await query(db, { points: number })`
      select count(*) as points from points_ledger where customer_id = any(${listOf(ids, 'bigint')})`
    return rows[0]!
  },
  owed: async (db, { ids }) => {
    const { rows } = await query(db, { available: number })`
      select available from loyalty_members where customer_id = any(${listOf(ids, 'bigint')}) and available > 0`
    return rows.map(({ available }) => ({ text: counted(available, 'point') }))
  },
  erase: async (tx, { references, by, now }) => {
    for (const id of references.ids) await closeAccount(tx, id, by, now)
  },
  compare: async (db, id) => {
    const { rows } = await query(db, { n: number })`
      select coalesce((select available from loyalty_members where customer_id = ${id}), 0) as n`
    return { adds: [{ what: 'Available points', count: rows[0]!.n }] }
  },
  merge: (tx, { survivor, merged, by, now }) => joinAccounts(tx, { from: merged, to: survivor }, by, now),
  unmerge: (tx, { survivor, merged, changes, by, now }) =>
    splitAccounts(tx, { survivor, merged, changes: changes as PointsChanges }, by, now),
}
