/** What becomes of points when customers are merged or erased. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Change } from '../rules.ts'
import { addLine, lockAccount, type Actor } from './ledger.ts'
import { showCount } from '#contract/counted.ts'
import { number, query, type RowOf } from '#server/db/query.ts'

const MERGED = (id: number) => `Merged with customer ${id}`
const UNMERGED = (id: number) => `Merge with customer ${id} undone`

const sumsRow = { lifetime: number, available: number, tier: number }
type Sums = RowOf<typeof sumsRow>
/** What each of two had before they were merged; null of who had no account. */
export type PointsChanges = { merged: Sums | null; survivor: Sums | null }
const NOTHING: Sums = { lifetime: 0, available: 0, tier: 0 }

async function sumsOf(db: Db, id: number): Promise<Sums | null> {
  const { rows } = await query(db, sumsRow)`
    select lifetime, available, tier from loyalty_members where customer_id = ${id}`
  return rows[0] ?? null
}

/** Held in the order of their ids, as everybody holds two. */
async function lockBoth(tx: Db, one: number, other: number): Promise<void> {
  for (const id of [one, other].toSorted((a, b) => a - b)) await lockAccount(tx, id)
}

/**
 * For a merge of two customers: all points of the one who goes are the other's from now on, who is in the higher of the
 * two tiers. Both ledgers say so. In the transaction of the merge, which holds both customers.
 */
export async function joinAccounts(
  tx: Db,
  { from, to }: { from: number; to: number },
  by: Actor,
  now: Date,
): Promise<PointsChanges> {
  const changes = { merged: await sumsOf(tx, from), survivor: await sumsOf(tx, to) }
  await lockBoth(tx, from, to)
  const lost = await lockAccount(tx, from)
  const survivor = await lockAccount(tx, to)
  const { lifetime_points: lifetime, available_points: points } = lost
  if (lifetime || points || lost.tier) {
    const rises = lost.tier > survivor.tier
    const add = (id: number, other: number, change: Change) =>
      addLine(tx, id, { kind: 'merge', reason: MERGED(other), ...change }, by, now)
    await add(from, to, { points: -points, lifetime: -lifetime, fromTier: lost.tier, toTier: 0 })
    await add(to, from, {
      points,
      lifetime,
      fromTier: rises ? survivor.tier : null,
      toTier: rises ? lost.tier : null,
    })
  }
  await removeRow(tx, from)
  return changes
}

/**
 * For a merge that is undone: the points that came with it go back, as far as they were not spent, and so does the tier
 * that it brought. Both ledgers say so. @returns what stays
 */
export async function splitAccounts(
  tx: Db,
  {
    survivor,
    merged,
    changes: { merged: ofMerged, survivor: ofSurvivor },
  }: { survivor: number; merged: number; changes: PointsChanges },
  by: Actor,
  now: Date,
): Promise<string[]> {
  const stays: string[] = []
  await lockBoth(tx, survivor, merged)
  const had = ofMerged ?? NOTHING
  const account = await lockAccount(tx, survivor)
  const points = Math.min(had.available, account.available_points)
  const lifetime = Math.min(had.lifetime, account.lifetime_points)
  const before = (ofSurvivor ?? NOTHING).tier
  const isRaised = had.tier > before
  const falls = isRaised && account.tier === had.tier
  const add = (id: number, other: number, change: Change) =>
    addLine(tx, id, { kind: 'merge', reason: UNMERGED(other), ...change }, by, now)
  if (had.lifetime || had.available || had.tier) {
    await add(survivor, merged, {
      points: -points,
      lifetime: -lifetime,
      fromTier: falls ? had.tier : null,
      toTier: falls ? before : null,
    })
    await add(merged, survivor, {
      points,
      lifetime,
      fromTier: had.tier ? 0 : null,
      toTier: had.tier || null,
    })
  }
  if (points < had.available) stays.push(`${showCount(had.available - points)} points that were spent`)
  if (isRaised && !falls) stays.push('the points tier')
  if (!ofMerged) await removeRow(tx, merged)
  if (!ofSurvivor)
    await tx.execute(sql`
      delete from loyalty_members where customer_id = ${survivor} and lifetime = 0 and available = 0 and tier = 0`)
  return stays
}

/**
 * For the erasure of a customer: the account ends with a line that leaves nothing, and what staff wrote as reasons goes,
 * since it may name the person. Who wrote, when, and how many points stay. In the transaction of the erasure.
 */
export async function closeAccount(tx: Db, id: number, by: Actor, now: Date): Promise<void> {
  const { lifetime_points: lifetime, available_points: points, tier } = await lockAccount(tx, id)
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
