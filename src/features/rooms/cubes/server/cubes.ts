import { eq, sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import type { Cube, LoggedCube } from '../contract.ts'
import { leftKobo } from './payments.ts'
import { cubes } from './tables.ts'
import { bool, number, query, text, type RowOf } from '#server/db/query.ts'

/** A cube as it is stored, with where it stands. */
const cubeRow = {
  id: number,
  cinemaId: text,
  name: text,
  firstHour: number,
  lastHour: number,
  baseKobo: number,
  guestKobo: number,
  guestsIncluded: number,
  noShowPercent: number,
  version: number,
  isRetired: bool,
  cinema: text,
  isClosed: bool,
  state: text,
}
export type CubeRow = RowOf<typeof cubeRow>
export type NewCube = Omit<typeof cubes.$inferInsert, 'id' | 'createdAt' | 'retiredAt' | 'version'>

const read = async (db: Db, rest: SQL): Promise<CubeRow[]> =>
  (
    await query(db, cubeRow)`
      select c.id, c.cinema_id as "cinemaId", c.name, c.first_hour as "firstHour", c.last_hour as "lastHour",
        c.base_kobo as "baseKobo", c.guest_kobo as "guestKobo", c.guests_included as "guestsIncluded",
        c.no_show_percent as "noShowPercent", c.version, c.retired_at is not null as "isRetired", ci.name as cinema, ci.closed_at is not null as "isClosed",
        s.name as state
      from cubes c join cinemas ci on ci.id = c.cinema_id join states s on s.id = ci.state_id
      ${rest}`
  ).rows

/** Those that can be booked, by cinema and name. */
export const everyCube = (db: Db): Promise<CubeRow[]> =>
  read(db, sql`where c.retired_at is null order by ci.name collate "und-x-icu", c.name collate "und-x-icu", c.id`)

/** With those that were taken out and have bookings, after the others. */
export const everyLoggedCube = async (db: Db): Promise<LoggedCube[]> => {
  const rows = await read(
    db,
    sql`where c.retired_at is null or exists (select from cube_bookings b where b.cube_id = c.id)
      order by c.retired_at is not null, ci.name collate "und-x-icu", c.name collate "und-x-icu", c.id`,
  )
  return rows.map((row) => ({ ...toCube(row), is_deleted: row.isRetired }))
}

/**
 * A cube, one that was taken out too where it is asked for. `share` keeps it as it is until the transaction ends, `update`
 * waits for those who book it besides.
 */
export async function findCube(
  db: Db,
  id: number,
  { lock, evenRetired = false }: { lock?: 'share' | 'update'; evenRetired?: boolean } = {},
): Promise<CubeRow | undefined> {
  const lockSql = lock ? sql.raw(`for ${lock} of c`) : sql``
  const [row] = await read(
    db,
    sql`where c.id = ${id} ${evenRetired ? sql`` : sql`and c.retired_at is null`} ${lockSql}`,
  )
  return row
}

/** @throws a unique violation when the cinema has one of that name (`isNameInUse`) */
export const addCube = async (tx: Db, cube: NewCube, now: Date): Promise<number> =>
  (
    await tx
      .insert(cubes)
      .values({ ...cube, createdAt: now })
      .returning({ id: cubes.id })
  )[0]!.id

/** @throws a unique violation when the cinema has one of that name (`isNameInUse`) */
export const changeCube = (tx: Db, id: number, change: Partial<NewCube & { retiredAt: Date | null }>) =>
  tx
    .update(cubes)
    .set({ ...change, version: sql`${cubes.version} + 1` })
    .where(eq(cubes.id, id))

export const isNameInUse = (error: unknown): boolean => sqlError(error).constraint === 'cubes_by_name'

/** How many bookings a cube ever had; of those, how many are still to come, and how many wait for approval or a refund. */
export async function bookingsOf(
  db: Db,
  id: number,
  now: Date,
): Promise<{ all: number; toCome: number; unsettled: number }> {
  const { rows } = await query(db, { all: number, to_come: number, unsettled: number })`
    select (select count(*) from cube_bookings where cube_id = ${id})::int as all,
      (select count(distinct h.booking_id) from cube_slots h join cube_bookings b on b.id = h.booking_id
       where h.cube_id = ${id} and h.starts_at > ${now.toISOString()} and b.status <> 'Redeemed')::int as to_come,
      (select count(*) from cube_bookings b where b.cube_id = ${id} and (b.status like 'Pending %'
        or b.status = 'Approved Cancellation' and exists (
          select from cube_payments x where x.booking_id = b.id and ${leftKobo()} > 0)))::int as unsettled`
  const { all, to_come: toCome, unsettled } = rows[0]!
  return { all, toCome, unsettled }
}

/** Which of these hours of a cube are free. */
export async function freeAmong<S extends { date_time: string }>(
  db: Db,
  id: number,
  slots: readonly S[],
): Promise<S[]> {
  const { rows } = await query(db, { at: text })`
    select at from unnest(${sql.param(slots.map(({ date_time }) => date_time))}::text[]) at
    where not exists (
      select from cube_slots where cube_id = ${id} and starts_at = date_trunc('hour', at::timestamptz, 'UTC'))`
  const free = new Set(rows.map(({ at }) => at))
  return slots.filter(({ date_time }) => free.has(date_time))
}

export const toCube = (row: CubeRow): Cube => ({
  id: row.id,
  name: row.name,
  cinema_name: row.cinema,
  rosetta_cinema_id: row.cinemaId,
  state: row.state,
  first_hour: row.firstHour,
  last_hour: row.lastHour,
  base_price: toNaira(row.baseKobo),
  guest_price: toNaira(row.guestKobo),
  guests_included: row.guestsIncluded,
  no_show_percent: row.noShowPercent,
  version: row.version,
})
