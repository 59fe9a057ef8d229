/** What becomes of points when customers are merged or erased. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Change } from '../rules.ts'
import { addLine, holdAccount, type Actor } from './ledger.ts'

const MERGED = (id: number) => `Merged with customer ${id}`

/**
 * For a merge of two customers: all points of the one who goes are the other's from now on, who is in the higher of the
 * two tiers. Both ledgers say so. In the transaction of the merge, which holds both customers.
 */
export async function joinAccounts(
  tx: Db,
  { from, to }: { from: number; to: number },
  by: Actor,
  now: Date,
): Promise<void> {
  // Held in the order of their ids, as everybody holds two.
  for (const id of [from, to].sort((one, other) => one - other)) await holdAccount(tx, id)
  const lost = await holdAccount(tx, from)
  const kept = await holdAccount(tx, to)
  const { lifetime_points: lifetime, available_points: points } = lost
  if (lifetime || points || lost.tier) {
    const rises = lost.tier > kept.tier
    const add = (id: number, other: number, change: Change) =>
      addLine(tx, id, { kind: 'merge', reason: MERGED(other), ...change }, by, now)
    await add(from, to, { points: -points, lifetime: -lifetime, fromTier: lost.tier, toTier: 0 })
    await add(to, from, {
      points,
      lifetime,
      fromTier: rises ? kept.tier : null,
      toTier: rises ? lost.tier : null,
    })
  }
  await removeRow(tx, from)
}

/**
 * For the erasure of a customer: the account ends with a line that leaves nothing, and what staff wrote as reasons goes,
 * since it may name the person. Who wrote, when, and how many points stay. In the transaction of the erasure.
 */
export async function closeAccount(tx: Db, id: number, by: Actor, now: Date): Promise<void> {
  const { lifetime_points: lifetime, available_points: points, tier } = await holdAccount(tx, id)
  if (lifetime || points || tier)
    await addLine(
      tx,
      id,
      { kind: 'erasure', points: -points, lifetime: -lifetime, fromTier: tier, toTier: 0, reason: '' },
      by,
      now,
    )
  await tx.execute(sql`select set_config('marquee.erasing', 'on', true)`)
  await tx.execute(sql`update points_ledger set reason = '' where customer_id = ${id} and reason <> ''`)
  await tx.execute(sql`select set_config('marquee.erasing', 'off', true)`)
  await removeRow(tx, id)
}

const removeRow = (tx: Db, id: number) => tx.execute(sql`delete from loyalty_members where customer_id = ${id}`)
