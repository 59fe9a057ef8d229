import { MOST_UNREAD, type ConnectionName } from '#contract/connections.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { listOf, rowsOf } from '../db/rows.ts'
import { daysLater, rowsIn, type Retention } from '../retention.ts'
import type { Listed } from './records.ts'
import { unreadRecords } from './tables.ts'
import { query, text, textOf } from '../db/query.ts'

/** Unreadable record, as shown in Connections. Instants are ISO text. */
export type StoredUnread = { name: string; what: string; since: string; seenAt: string }

/**
 * Records the unreadable records of a list, the latest of a connection. Deletes those that are readable again or have
 * left the list.
 */
export async function noteUnread(
  db: Db,
  connection: ConnectionName,
  list: string,
  { records, readIds, unread: all, unreadParts = [], isPart = false }: Listed<unknown>,
  now: Date,
): Promise<void> {
  const unread = [...new Map([...all, ...unreadParts].map((one) => [one.name, one])).values()]
    .slice(0, MOST_UNREAD)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const readWell = readIds ?? records.map((record) => String((record as { id?: unknown }).id))
  await db.transaction(async (tx) => {
    // One writer of a connection at a time. Otherwise two servers could wait for each other's rows forever.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unread ${connection}`}, 0))`)
    await tx.execute(sql`
      delete from unread_records where connection = ${connection} and list = ${list}
        and name <> all(${listOf(
          unread.map(({ name }) => name),
          'text',
        )}) ${isPart ? sql`and record_id = any(${listOf(readWell, 'text')})` : sql``}`)
    if (!unread.length) return
    await tx.execute(sql`
      insert into unread_records as u (connection, list, name, record_id, what, since, seen_at)
      select ${connection}, ${list}, x.name, x.id, x.what, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from ${rowsOf(unread, 'name text, id text, what text')}
      on conflict (connection, list, name) do update set
        record_id = excluded.record_id, what = excluded.what, seen_at = excluded.seen_at`)
    await tx.execute(sql`
      delete from unread_records where ctid in (
        select ctid from unread_records where connection = ${connection} order by seen_at desc, name offset ${MOST_UNREAD})`)
  })
}

/** Returns the unreadable records of each connection, the latest first. */
export async function unreadOf(db: Db): Promise<Partial<Record<ConnectionName, StoredUnread[]>>> {
  const { rows } = await query(db, {
    connection: textOf<ConnectionName>(),
    name: text,
    what: text,
    since: text,
    at: text,
  })`select connection, name, what, since, seen_at as at from unread_records order by since desc, list, name`
  const iso = (at: string) => new Date(at).toISOString()
  return Object.groupBy(
    rows.map(({ connection, name, what, since, at }) => ({
      connection,
      name,
      what,
      since: iso(since),
      seenAt: iso(at),
    })),
    ({ connection }) => connection,
  )
}

/** Deletes unreadable records that were not seen for a month, because the vendor has deleted them. */
export const oldUnread: Retention = {
  name: 'records that cannot be read',
  before: daysLater(30),
  forget: rowsIn(unreadRecords, (before) => sql`${unreadRecords.seenAt} < ${before}`),
}
