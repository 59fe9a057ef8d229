import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { number, query, text, type RowOf } from '#server/db/query.ts'

/** Devices as programs tell of them: each by its source and its id there. Times are milliseconds. */

export async function devicesReported(db: Db, source: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await query(db, { external_id: text, reported: number })`
    select external_id, (extract(epoch from reported_at) * 1000)::float8 as reported from push_devices
    where source = ${source} and external_id = any(${listOf(ids, 'text')})`
  return new Map(rows.map((row) => [row.external_id, row.reported]))
}

/** A device with a token, of any source. */
const holderRow = { source: text, external_id: text, token: text, reported: number }
export type Holder = RowOf<typeof holderRow>

/** The devices that have these tokens now. */
export async function holdersOf(db: Db, tokens: readonly string[]): Promise<Holder[]> {
  const { rows } = await query(db, holderRow)`
    select source, external_id, token, (extract(epoch from reported_at) * 1000)::float8 as reported from push_devices
    where removed_at is null and token = any(${listOf(tokens, 'text')})`
  return rows
}

/** What is reported about a device; `removed`: why it takes no more pushes. */
type ReportedDevice = {
  id: string
  at: string
  platform: string
  token: string
  customer: number | null
  removed: string | null
}

/** Stores what was reported about devices. @param moved tokens that other devices have, and have no more */
export async function reportDevices(
  tx: Db,
  { source, now }: { source: string; now: Date },
  devices: readonly ReportedDevice[],
  reassigned: readonly string[],
): Promise<void> {
  const ids = devices.map(({ id }) => id)
  // First every token is free, so that devices may change theirs for one another's.
  await tx.execute(sql`
    update push_devices set removed_at = ${now.toISOString()}, removal_reason = 'moved'
    where removed_at is null and (token = any(${listOf(reassigned, 'text')})
      or source = ${source} and external_id = any(${listOf(ids, 'text')}))`)
  await tx.execute(sql`
    insert into push_devices (source, external_id, customer_id, platform, token, reported_at, removed_at, removal_reason)
    select ${source}, x.id, x.customer, x.platform, x.token, x.at,
      case when x.removed is not null then ${now.toISOString()}::timestamptz end, x.removed
    from ${rowsOf(devices, 'id text, at timestamptz, platform text, token text, customer bigint, removed text')}
    on conflict (source, external_id) do update set
      customer_id = excluded.customer_id, platform = excluded.platform, token = excluded.token,
      reported_at = excluded.reported_at, removed_at = excluded.removed_at, removal_reason = excluded.removal_reason`)
}
