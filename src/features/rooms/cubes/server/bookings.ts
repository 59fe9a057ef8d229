import { eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { allOf, isAmount, isChosen, isCount, isOnDays, isSo } from '#server/db/filter.ts'
import { afterRow, slice, sortOf, type Slice, type Key } from '#server/db/page.ts'
import { orderedBy, prepared } from '#server/db/prepared.ts'
import { hasTerms } from '#server/db/search.ts'
import { inPages } from '#server/http/csv.ts'
import type { CubeBooking, cubes } from '../contract.ts'
import { lastOver, messages, NOT_REDEEMED, type Status } from '../rules.ts'
import { leftKobo } from './payments.ts'
import { cubeBookings, cubeBookingSteps } from './tables.ts'
import { arrayOf, bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** A booking as it is stored. */
export type Booking = typeof cubeBookings.$inferSelect
type NewBooking = Omit<typeof cubeBookings.$inferInsert, 'id' | 'bookingId' | 'version' | 'status'>
export type BookingChange = Partial<NewBooking & { status: Status }>
/** `zone`: whose days are meant, where any are. `now`: by which an hour is over. */
export type Filter = Partial<Omit<Output<(typeof cubes)['bookingsCsv']['query']>, 'columns'>> & {
  zone?: string
  now: Date
}

/** A booking by the id that programs know, locked until the transaction ends. */
export const lockBooking = async (tx: Db, bookingId: string): Promise<Booking | undefined> =>
  (await tx.select().from(cubeBookings).where(eq(cubeBookings.bookingId, bookingId)).for('no key update'))[0]

/** The booking of a payment, locked. */
export const lockBookingOf = async (tx: Db, id: number): Promise<Booking> =>
  (await tx.select().from(cubeBookings).where(eq(cubeBookings.id, id)).for('no key update'))[0]!

export const findBooking = async (db: Db, bookingId: string): Promise<Booking | undefined> =>
  (await db.select().from(cubeBookings).where(eq(cubeBookings.bookingId, bookingId)))[0]

/** @throws a unique violation when the hour is taken (`isSlotOccupied`) */
export const addBooking = async (tx: Db, booking: NewBooking): Promise<Booking> =>
  (await tx.insert(cubeBookings).values(booking).returning())[0]!

/** @throws a unique violation when the hour is taken (`isSlotOccupied`) */
export const changeBooking = async (tx: Db, id: number, change: BookingChange): Promise<Booking> =>
  (
    await tx
      .update(cubeBookings)
      .set({ ...change, version: sql`${cubeBookings.version} + 1` })
      .where(eq(cubeBookings.id, id))
      .returning()
  )[0]!

export const isSlotOccupied = (error: unknown): boolean => sqlError(error).constraint === 'cube_slots_once'

export type Step = { step: string; reason?: string | undefined; actor: string; at: Date }
export const addStep = (tx: Db, bookingId: number, step: Step) =>
  tx.insert(cubeBookingSteps).values({ bookingId, ...step, reason: step.reason ?? '' })

export async function stepsOf(db: Db, bookingId: number) {
  const { rows } = await query(db, { id: number, at: text, actor: text, step: text, reason: text })`
    select id, at, actor, step, reason from cube_booking_steps where booking_id = ${bookingId} order by id desc`
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

const row = {
  id: number,
  booking_id: text,
  full_name: text,
  phone: text,
  email: text,
  movie_id: text,
  movie_title: text,
  guest_count: number,
  kobo: number,
  fee_kobo: number,
  date_time: text,
  reschedule_date: orNull(text),
  starts_at: text,
  redeemed_at: orNull(text),
  is_not_redeemed: bool,
  withheld_percent: number,
  status: textOf<Status>(),
  cube_id: number,
  cube_name: text,
  cinema_id: text,
  cinema_name: text,
  state: text,
  has_corkage: bool,
  created_at: text,
  created_by: text,
  version: number,
  refundable: number,
  refundable_there: number,
  refunded: number,
  refund: textOf<CubeBooking['refund']>(),
  refund_message: text,
  payment_references: arrayOf(text),
  payment_methods: json<CubeBooking['payment_methods']>(),
  /** Among those that were asked for, from 1. */
  place: number,
}
type Row = RowOf<typeof row>

/** What is sorted by; the latest booked stand first unless it is said. */
const KEYS: Record<string, Key> = {
  booked: { of: sql`b.id`, type: 'bigint' },
  date: { of: sql`b.starts_at`, type: 'timestamptz' },
  name: { of: sql`fold(b.full_name) collate "C"`, type: 'text' },
  amount: { of: sql`b.kobo`, type: 'bigint' },
}

/** `isNotRedeemed` of a booking `b`. */
const isNotRedeemed = (now: Date): SQL => sql`
  (b.status = any(${sql.param(NOT_REDEEMED.statuses)}::text[]) and b.starts_at <= ${lastOver(now).toISOString()}::timestamptz)`

const matches = ({ cube_id, booking_status, search, zone = 'UTC', now, ...filter }: Filter): SQL => {
  const statuses = booking_status?.split(',').map((one) => one.trim())
  return allOf([
    cube_id === undefined ? undefined : sql`b.cube_id = ${cube_id}`,
    statuses && sql`b.status = any(${sql.param(statuses)}::text[])`,
    search ? hasTerms(sql`b.search_text`, search) : undefined,
    isChosen(filter.status, sql`b.status`),
    isSo(filter.not_redeemed, isNotRedeemed(now)),
    isOnDays(filter.date, sql`b.starts_at`, zone),
    isAmount(filter.amount, sql`b.kobo`),
    isCount(filter.guests, sql`b.guest_count`),
    isSo(filter.corkage, sql`b.has_corkage`),
    isOnDays(filter.booked, sql`b.created_at`, zone),
  ])
}

export async function countBookings(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, {
    n: number,
  })`select count(*)::int as n from cube_bookings b where ${matches(filter)}`
  return rows[0]!.n
}

/** What waits for staff, of a cube or all. */
export async function waitingBookings(db: Db, cubeId: number | undefined) {
  const { rows } = await query(db, { cancellations: number, reschedules: number, refunds: number })`
    select count(*) filter (where b.status = 'Pending Cancellation Approval')::int as cancellations,
      count(*) filter (where b.status = 'Pending Reschedule Approval')::int as reschedules,
      count(*) filter (where b.status = 'Approved Cancellation' and exists (
        select from cube_payments x where x.booking_id = b.id and ${leftKobo()} > 0))::int as refunds
    from cube_bookings b
    where b.status in ('Pending Cancellation Approval', 'Pending Reschedule Approval', 'Approved Cancellation')
      and ${cubeId === undefined ? sql`true` : sql`b.cube_id = ${cubeId}`}`
  return rows[0]!
}

/** Bookings by their ids, in this order. Planning takes longer than finding them, so it is done once. */
async function rowsOf(db: Db, ids: readonly (number | string)[], now: Date): Promise<Row[]> {
  if (!ids.length) return []
  const { rows } = await query(
    db,
    row,
  )(
    prepared(sql`
    select b.id, b.booking_id, b.full_name, b.phone, b.email, b.movie_id,
      coalesce(nullif(m.title, ''), m.name) as movie_title, b.guest_count, b.kobo, b.fee_kobo, b.date_time,
      b.reschedule_date, b.starts_at, b.redeemed_at, b.status, b.cube_id, c.name as cube_name, c.cinema_id, ci.name as cinema_name,
      s.name as state, b.has_corkage, b.created_at, b.created_by, b.version, n.*, k.place, p.*
    from ${orderedBy(ids)} join cube_bookings b using (id) join cubes c on c.id = b.cube_id join cinemas ci on ci.id = c.cinema_id
    join states s on s.id = ci.state_id join movies m on m.id = b.movie_id
    cross join lateral (select ${isNotRedeemed(now)} as is_not_redeemed) o
    cross join lateral (
      select o.is_not_redeemed,
        case when o.is_not_redeemed then b.no_show_percent else b.withheld_percent end as withheld_percent
    ) n
    cross join lateral (
      select coalesce(sum(${leftKobo(sql`n.withheld_percent`)}), 0)::bigint as refundable,
        coalesce(sum(${leftKobo(sql`n.withheld_percent`)}) filter (where x.provider is not null), 0)::bigint as refundable_there,
        coalesce(sum(x.refund_kobo) filter (where x.refund = 'done'), 0)::bigint as refunded,
        case when b.status = 'Refunded' then 'done'
          when coalesce(bool_or(x.refund = 'requested'), false) then 'under way'
          when coalesce(bool_or(r.state = 'failed'), false) then 'failed' else 'none' end as refund,
        coalesce(max(r.message) filter (where r.state = 'failed'), '') as refund_message,
        coalesce(array_agg(x.reference order by x.id) filter (where x.provider is not null), '{}') as payment_references,
        coalesce(array_agg(distinct x.method) filter (where x.method is not null), '{}') as payment_methods
      from cube_payments x left join payment_refunds r on r.id = x.refund_id where x.booking_id = b.id
    ) p
    order by k.place`),
  )
  return rows
}

/** Each with the key that it is sorted by. */
async function read(db: Db, filter: Filter, where: Slice): Promise<(Row & { key: string })[]> {
  const { by, descending } = sortOf(filter.sort ?? '-booked')
  const keys: Key[] = [KEYS[by]!, { of: sql`b.id`, type: 'bigint' }]
  const found = await slice(db, { from: sql`cube_bookings b`, where: matches(filter), keys, descending }, where)
  const ids = found.map(([, id]) => id!)
  return (await rowsOf(db, ids, filter.now)).map((row) => ({ ...row, key: found[row.place - 1]![0]! }))
}

const instant = (at: string): string => new Date(at).toISOString()

const refundText = ({ refund, refund_message }: Row): string =>
  refund === 'under way' ? messages.refundUnderWay : refund === 'failed' ? messages.refundFailed(refund_message) : ''

const toWire = (row: Row): CubeBooking => ({
  booking_id: row.booking_id,
  full_name: row.full_name,
  phone_number: row.phone,
  email: row.email,
  movie_id: row.movie_id,
  movie_title: row.movie_title,
  guest_count: row.guest_count,
  payment_amount: toNaira(row.kobo),
  date_time: instant(row.date_time),
  reschedule_date: row.reschedule_date && instant(row.reschedule_date),
  status: row.status,
  cube_id: row.cube_id,
  state: row.state,
  cinema_name: row.cinema_name,
  cube_name: row.cube_name,
  cinema_id: row.cinema_id,
  has_corkage: row.has_corkage,
  starts_at: instant(row.starts_at),
  redeemed_at: row.redeemed_at && instant(row.redeemed_at),
  is_not_redeemed: row.is_not_redeemed,
  reschedule_fee: toNaira(row.fee_kobo),
  withheld_percent: row.withheld_percent,
  refundable_amount: toNaira(row.refundable),
  refundable_by_provider: toNaira(row.refundable_there),
  refunded_amount: toNaira(row.refunded),
  refund: row.refund,
  refund_text: refundText(row),
  payment_references: row.payment_references,
  payment_methods: row.payment_methods,
  created_at: instant(row.created_at),
  created_by: row.created_by,
  version: row.version,
})

/** A page of a filter's bookings, or all of them. */
export const pageOfBookings = async (
  db: Db,
  filter: Filter,
  page: { limit?: number; offset?: number } = {},
): Promise<CubeBooking[]> => (await read(db, filter, page)).map(toWire)

/** All of them, read in pieces. */
export async function* everyBooking(db: Db, filter: Filter, limit: number): AsyncGenerator<CubeBooking[]> {
  const pages = inPages<Row & { key: string }>((after) => read(db, filter, { limit, after: afterRow(after) }))
  for await (const rows of pages) yield rows.map(toWire)
}

/** One booking as it goes over the wire. */
export async function bookingView(db: Db, id: number, now: Date): Promise<CubeBooking> {
  const [row] = await rowsOf(db, [id], now)
  return toWire(row!)
}

/** The hours of a cube that are held in a range of instants, and by whom. */
export async function occupiedSlots(db: Db, cubeId: number, [start, until]: [Date, Date], now: Date) {
  const { rows } = await query(db, {
    at: text,
    booking_id: text,
    full_name: text,
    movie_title: text,
    guest_count: number,
    status: textOf<Status>(),
    is_not_redeemed: bool,
    is_requested: bool,
  })`
    select x.at, b.booking_id, b.full_name, coalesce(nullif(m.title, ''), m.name) as movie_title, b.guest_count,
      b.status, ${isNotRedeemed(now)} as is_not_redeemed, x.at is distinct from b.starts_at as is_requested
    from cube_slots h join cube_bookings b on b.id = h.booking_id join movies m on m.id = b.movie_id
    cross join lateral (
      select case when date_trunc('hour', b.starts_at, 'UTC') = h.starts_at then b.starts_at else b.reschedule_date end as at
    ) x
    where h.cube_id = ${cubeId} and h.starts_at >= ${start.toISOString()}::timestamptz - interval '1 hour'
      and x.at >= ${start.toISOString()} and x.at < ${until.toISOString()}
    order by x.at`
  return rows.map(({ at, ...row }) => ({ date_time: instant(at), ...row }))
}
