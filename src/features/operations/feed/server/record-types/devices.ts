import { sql } from 'drizzle-orm'
import {
  devicesReported,
  holdersOf,
  reportDevices,
  type Holder,
} from '#features/marketing/notifications/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import { lockCustomers } from './people.ts'
import { ACCEPTED, DUPLICATE, utc, type Ingester } from './ingest-context.ts'

type DeviceLine = FeedRecord<'devices'>

const instantOf = (line: DeviceLine) => Date.parse(line.at)

/**
 * Upserts devices. The latest values by `at` win. A token belongs to the device that reported it last. A device of an
 * erased customer receives no notifications.
 */
export const ingestDevices: Ingester<'devices'> = async (at, lines) => {
  const { db, source } = at
  // Any batch can have any token, so batches run one after another.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('feed devices', 0))`)
  const reportedAt = await devicesReported(db, source, [...new Set(lines.map(({ id }) => id))])
  const latest = new Map<string, DeviceLine>()
  const outcomes = lines.map((line) => {
    const before = reportedAt.get(line.id)
    if (before !== undefined && instantOf(line) <= before) return DUPLICATE
    reportedAt.set(line.id, instantOf(line))
    latest.set(line.id, line)
    return ACCEPTED
  })
  if (latest.size === 0) return outcomes

  const people = await lockCustomers(
    at,
    [...latest.values()].map((line) => line.customer_id),
  )
  const holders = await holdersOf(
    db,
    [...latest.values()].map(({ token }) => token),
  )
  const others = holders.filter((holder) => holder.source !== source || !latest.has(holder.external_id))
  const keepers = keepersOf([...latest.values()], others)
  const devices = [...latest.values()].map((line) => {
    const person = line.customer_id == null ? undefined : people.get(line.customer_id)
    const removalReason = person?.isErased ? 'erased' : keepers.get(line.token) === line ? null : 'moved'
    return {
      id: line.id,
      at: utc(line.at),
      platform: line.platform,
      token: line.token,
      customer: person && !person.isErased ? person.id : null,
      removed: line.removed ? 'reported' : removalReason,
    }
  })
  const movedTokens = others.filter(({ token }) => keepers.has(token)).map(({ token }) => token)
  await reportDevices(db, at, devices, movedTokens)
  return outcomes
}

/** Returns which device of a batch has each token; none if another device reported it later. */
function keepersOf(lines: readonly DeviceLine[], others: readonly Holder[]): Map<string, DeviceLine> {
  const keepers = new Map<string, DeviceLine>()
  for (const line of lines) {
    const before = keepers.get(line.token)
    if (!line.removed && (!before || instantOf(line) >= instantOf(before))) keepers.set(line.token, line)
  }
  for (const { token, reported } of others) {
    const keeper = keepers.get(token)
    if (keeper && reported > instantOf(keeper)) keepers.delete(token)
  }
  return keepers
}
