import { sql } from 'drizzle-orm'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Line } from '../../lines.ts'
import { holdCustomers } from './people.ts'
import { ACCEPTED, DUPLICATE, utc, type Take } from './taking.ts'

type Told = Line<'devices'>
/** A device with this token, of this source or another. */
type Holder = { source: string; external_id: string; token: string; told: number }

const instantOf = (line: Told) => Date.parse(line.at)

/**
 * What was told last of a device stands, by the lines' own `at`. A token is on one device: the one of which it was told
 * last; the other takes no more pushes, nor does one on which somebody is signed in who was erased.
 */
export const takeDevices: Take<'devices'> = async (at, lines) => {
  const { db, source } = at
  // A token may come with any device of any source: batches take turns.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('feed devices', 0))`)
  const known = await db.execute<{ external_id: string; told: number }>(sql`
    select external_id, (extract(epoch from told_at) * 1000)::float8 as told from push_devices
    where source = ${source} and external_id = any(${listOf([...new Set(lines.map(({ id }) => id))], 'text')})`)
  const told = new Map(known.rows.map((row) => [row.external_id, row.told]))
  const latest = new Map<string, Told>()
  const outcomes = lines.map((line) => {
    const before = told.get(line.id)
    if (before !== undefined && instantOf(line) <= before) return DUPLICATE
    told.set(line.id, instantOf(line))
    latest.set(line.id, line)
    return ACCEPTED
  })
  if (latest.size === 0) return outcomes

  const people = await holdCustomers(
    at,
    [...latest.values()].map((line) => line.customer_id),
  )
  const { rows: holders } = await db.execute<Holder>(sql`
    select source, external_id, token, (extract(epoch from told_at) * 1000)::float8 as told from push_devices
    where removed_at is null and token = any(${listOf(
      [...latest.values()].map(({ token }) => token),
      'text',
    )})`)
  const others = holders.filter((holder) => holder.source !== source || !latest.has(holder.external_id))
  const keepers = keepersOf([...latest.values()], others)
  const devices = [...latest.values()].map((line) => {
    const person = line.customer_id == null ? undefined : people.get(line.customer_id)
    const whyGone = person?.isErased ? 'erased' : keepers.get(line.token) === line ? null : 'moved'
    return {
      id: line.id,
      at: utc(line.at),
      platform: line.platform,
      token: line.token,
      customer: person && !person.isErased ? person.id : null,
      removed: line.removed ? 'told' : whyGone,
    }
  })
  const moved = others.filter(({ token }) => keepers.has(token)).map(({ token }) => token)
  // First every token is free, so that devices may change theirs for one another's.
  await db.execute(sql`
    update push_devices set removed_at = ${at.now.toISOString()}, removed_why = 'moved'
    where removed_at is null and (token = any(${listOf(moved, 'text')})
      or source = ${source} and external_id = any(${listOf([...latest.keys()], 'text')}))`)
  await db.execute(sql`
    insert into push_devices (source, external_id, customer_id, platform, token, told_at, removed_at, removed_why)
    select ${source}, x.id, x.customer, x.platform, x.token, x.at,
      case when x.removed is not null then ${at.now.toISOString()}::timestamptz end, x.removed
    from ${rowsOf(devices, 'id text, at timestamptz, platform text, token text, customer bigint, removed text')}
    on conflict (source, external_id) do update set
      customer_id = excluded.customer_id, platform = excluded.platform, token = excluded.token,
      told_at = excluded.told_at, removed_at = excluded.removed_at, removed_why = excluded.removed_why`)
  return outcomes
}

/** Which of a batch's devices has each token now; none where it was told of another device later. */
function keepersOf(lines: readonly Told[], others: readonly Holder[]): Map<string, Told> {
  const keepers = new Map<string, Told>()
  for (const line of lines) {
    const before = keepers.get(line.token)
    if (!line.removed && (!before || instantOf(line) >= instantOf(before))) keepers.set(line.token, line)
  }
  for (const { token, told } of others) {
    const keeper = keepers.get(token)
    if (keeper && told > instantOf(keeper)) keepers.delete(token)
  }
  return keepers
}
