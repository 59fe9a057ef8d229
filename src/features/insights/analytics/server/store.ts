import type { lostIn } from '#features/sales/trade/rules.ts'
import { sql, type SQL } from 'drizzle-orm'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { activeCount, inForceAt, listedCount } from '#features/customers/customers/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { listOf } from '#server/db/rows.ts'
import { isScoped } from '#server/db/scoped.ts'
import {
  afterRow,
  byKeys,
  sliceOf,
  readFromNearestEnd,
  keysOfPage,
  type Slice,
  type Paging,
  type Selection,
} from '#server/db/page.ts'
import type { Step } from '../contract.ts'
import { cubeMoney } from './cube-money.ts'
import { bool, json, maybe, number, orNull, query, text, textOf, type RowOf, type Shape } from '#server/db/query.ts'

/**
 * Every query of the figures. They read roll-ups (schema.sql), whose rows are as many as days; purchases
 * themselves are read for one page of a table alone. Money is kobo.
 */

/** Whose figures: of some cinemas, or of all that somebody sees: the chain, or the cinemas of their role. */
export type Cinemas = readonly string[] | undefined

/** Whether they are read from the roll-ups by cinema; the others are sums of the whole chain. */
export const isByCinema = (db: Db, cinemas: Cinemas) => cinemas !== undefined || isScoped(db)
const among = (cinemas: Cinemas) => (cinemas ? sql`cinema_id = any(${listOf(cinemas, 'text')})` : sql`true`)

/** A roll-up of days to read from: that of the chain, or of the chosen cinemas together. */
const salesDays = (db: Db, cinemas: Cinemas) =>
  isByCinema(db, cinemas)
    ? sql`(select day, channel, kind, sum(count)::bigint as count, sum(kobo)::bigint as kobo
        from cinema_sales_days where ${among(cinemas)} group by day, channel, kind) s`
    : sql`sales_days`
const showDays = (db: Db, cinemas: Cinemas) =>
  isByCinema(db, cinemas)
    ? sql`(select day, sum(sold)::bigint as sold, sum(redeemed)::bigint as redeemed
        from cinema_show_days where ${among(cinemas)} group by day) s`
    : sql`show_days`
const redemptionDays = (db: Db, cinemas: Cinemas) =>
  isByCinema(db, cinemas)
    ? sql`(select day, sum(tickets)::bigint as tickets from cinema_redemption_days where ${among(cinemas)} group by day) s`
    : sql`redemption_days`
/** The same of all days. Sales that name no cinema are a cinema's of no name: the sum of all is the chain's. */
const salesOfAllDays = (cinemas: Cinemas) => sql`cinema_sales where ${among(cinemas)}`

export type Channel = 'web' | 'mobile' | 'not_specified'
export type SaleKind = 'ticket' | 'concession' | 'subscription'
export type Sale<K extends string = SaleKind> = { day: Day; channel: Channel; kind: K; count: number; kobo: number }

/** Which of the rows of a day: of purchases `p` and of refunds `r`. */
type OfDay = { cinemas?: Cinemas; purchases: SQL; refunds: SQL }

/**
 * What was sold on a day, refunds taken off, from the raw rows: the roll-ups are sums of the same. It is one day, which
 * the index of days finds. By cinema, channel and kind, refunds themselves among the kinds.
 */
export const rowsOfDay = (day: Day, { cinemas, purchases, refunds }: OfDay) => sql`(
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, l.kind, sum(l.quantity)::bigint as count, sum(l.kobo)::bigint as kobo
    from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.day = ${day} and ${purchases} and ${among(cinemas)} group by 1, 2, 3, 4
    union all
    select r.day, coalesce(p.cinema_id, ''), p.channel, l.kind, -sum(l.quantity)::bigint, -sum(l.kobo)::bigint
    from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
    where r.day = ${day} and ${refunds} and ${among(cinemas)} group by 1, 2, 3, 4
    union all
    select r.day, coalesce(p.cinema_id, ''), p.channel, 'refund', count(*), sum(r.kobo)::bigint
    from refunds r join purchases p on p.id = r.purchase_id
    where r.day = ${day} and ${refunds} and ${among(cinemas)} group by 1, 2, 3
  ) part`

/** The same before a time: no roll-up knows the hour. */
export const partOfDay = (cinemas: Cinemas, day: Day, before: Date) => {
  const at = before.toISOString()
  return rowsOfDay(day, { cinemas, purchases: sql`p.at < ${at}`, refunds: sql`r.at < ${at}` })
}

/**
 * What was sold on the days of a range, refunds taken off, by channel and kind; of a month, under its first day of these.
 * @param before of the last day what happened before it
 */
export async function salesOf<K extends SaleKind>(
  db: Db,
  cinemas: Cinemas,
  from: Day,
  until: Day,
  kinds: readonly K[],
  { step = 'day', before }: { step?: Step; before?: Date | undefined } = {},
) {
  const fullDays = (last: Day) =>
    sql`${salesDays(db, cinemas)} where day between ${from} and ${last} and kind in ${kinds}`
  const those = before
    ? sql`(
        select day, channel, kind, count, kobo from ${fullDays(addDays(until, -1))}
        union all
        select day, channel, kind, count, kobo from ${partOfDay(cinemas, until, before)} where kind in ${kinds}) x`
    : fullDays(until)
  const { rows } = await query(db, {
    day: text,
    channel: textOf<Channel>(),
    kind: json<K>(),
    count: number,
    kobo: number,
  })(
    step === 'day'
      ? sql`select day, channel, kind, count, kobo from ${those}`
      : sql`select day, channel, kind, sum(count)::bigint as count, sum(kobo)::bigint as kobo
          from (
            select greatest(date_trunc('month', day::timestamp)::date, ${from}::date) as day, channel, kind, count, kobo
            from ${those}
          ) y group by 1, 2, 3`,
  )
  return rows
}

type CubesIn = { from: Date; before: Date; start: Day; step: Step; zone: string }
/** Money for cubes, of each day or month of these instants. There are few bookings: they are read themselves. */
export async function cubesOf(db: Db, cinemas: Cinemas, { from, before, start, step, zone }: CubesIn) {
  const day = sql`(m.at at time zone ${zone}::text)::date`
  const first = step === 'day' ? day : sql`greatest(date_trunc('month', ${day}::timestamp)::date, ${start}::date)`
  const { rows } = await query(db, { day: text, payments: number, paid: number, refunded: number })`
    select x.day, count(*) filter (where not is_refund)::int as payments,
      coalesce(sum(kobo) filter (where not is_refund), 0)::bigint as paid,
      coalesce(sum(kobo) filter (where is_refund), 0)::bigint as refunded
    from (
      select ${first} as day, m.is_refund, m.kobo
      from ${cubeMoney((at) => sql`${at} >= ${from.toISOString()} and ${at} < ${before.toISOString()}`)} m
      where ${among(cinemas)}
    ) x group by x.day`
  return rows
}

/** Discounts on concessions in each month of a range, and the lines of subscribers, with and without one. */
export async function concessionDiscounts(db: Db, cinemas: Cinemas, from: Day, until: Day) {
  const { rows } = await query(db, { month: number, lines: number, discounted: number, kobo: number })`
    select extract(month from day)::int as month,
      coalesce(sum(count) filter (where kind = 'concession-subscriber'), 0)::bigint as lines,
      coalesce(sum(count) filter (where kind = 'concession-discount'), 0)::bigint as discounted,
      coalesce(sum(kobo) filter (where kind = 'concession-discount'), 0)::bigint as kobo
    from ${salesDays(db, cinemas)}
    where day between ${from} and ${until} and kind in ('concession-subscriber', 'concession-discount')
    group by 1`
  return rows
}

/** Subscriptions in force. */
const inForceRow = { count: number, kobo: number, tickets: number }
export type InForce = RowOf<typeof inForceRow>

/**
 * What stood before a range, as its day before, and at the end of each day of it on which it changed; by month, at the end
 * of each month in which it changed, as the month's first day.
 * @param moves what a day's row adds
 */
const standing = async <S extends Shape>(
  db: Db,
  shape: S,
  [from, until, step]: [Day, Day, Step],
  table: SQL,
  moves: Record<string, SQL>,
) => {
  const named = Object.entries(moves).map(([name, move]) => ({ name: sql.identifier(name), move }))
  const changes = named.map(({ name, move }) => sql`sum(${move}) as ${name}`)
  const stands = named.map(({ name }) => sql`(sum(${name}) over (order by day))::bigint as ${name}`)
  const at = step === 'day' ? sql`day` : sql`date_trunc('month', day::timestamp)::date`
  const { rows } = await query(db, { ...shape, day: text })`
    select day, ${sql.join(stands, sql`, `)} from (
      select greatest(${at}, ${addDays(from, -1)}::date) as day, ${sql.join(changes, sql`, `)}
      from ${table} where day <= ${until} group by 1
    ) x order by day`
  return rows
}

export const inForceOf = (db: Db, from: Day, until: Day, step: Step) =>
  standing(db, inForceRow, [from, until, step], sql`subscription_days`, {
    count: sql`started - ended`,
    kobo: sql`started_kobo - ended_kobo`,
    tickets: sql`started_tickets - ended_tickets`,
  })

export const registeredOf = (db: Db, from: Day, until: Day) =>
  standing(db, { count: number }, [from, until, 'day'], sql`signup_days`, { count: sql`count` })

/** Subscriptions that ended on each day and were not renewed on it. */
export async function lostByDay(db: Db, from: Day, before: Day) {
  const { rows } = await query(db, { day: text, count: number })`
    select ended_on as day, sum(count)::bigint as count from subscription_ends
    where ended_on >= ${from} and ended_on < ${before} and renewed_on > ended_on
    group by 1`
  return rows
}

/** Subscriptions that are lost in a range. */
export async function lost(db: Db, { from, before, renewedAfter }: ReturnType<typeof lostIn>) {
  const { rows } = await query(db, { count: number, kobo: number })`
    select coalesce(sum(count), 0)::bigint as count, coalesce(sum(kobo), 0)::bigint as kobo from subscription_ends
    where ended_on >= ${from} and ended_on < ${before} and renewed_on > ${renewedAfter}`
  return rows[0]!
}

/** Subscriptions that ended in each month of a range, before a day, and were not renewed in that month. */
export async function lostByMonth(db: Db, from: Day, before: Day) {
  const { rows } = await query(db, { month: number, count: number, kobo: number })`
    select extract(month from ended_on)::int as month, sum(count)::bigint as count, sum(kobo)::bigint as kobo
    from subscription_ends
    where ended_on >= ${from} and ended_on < ${before}
      and renewed_on >= (date_trunc('month', ended_on::timestamp) + interval '1 month')::date
    group by 1`
  return rows
}

/** Tickets sold and redeemed, by the day of the show. */
export async function showsOf(db: Db, cinemas: Cinemas, from: Day, until: Day) {
  const { rows } = await query(db, {
    day: text,
    sold: number,
    redeemed: number,
  })`select day, sold, redeemed from ${showDays(db, cinemas)} where day between ${from} and ${until}`
  return rows
}

export async function signupsByMonth(db: Db, from: Day, until: Day) {
  const { rows } = await query(db, { month: number, count: number })`
    select extract(month from day)::int as month, sum(count)::bigint as count
    from signup_days where day between ${from} and ${until} group by 1`
  return rows
}

/** Tickets that subscribers used in each month of a range, and those of the plans that were begun in it. */
export async function subscriptionTickets(db: Db, from: Day, until: Day) {
  const { rows } = await query(db, { month: number, used: number, begun: number })`
    select extract(month from day)::int as month, sum(used)::bigint as used, sum(begun)::bigint as begun
    from (
      select day, subscription_tickets as used, 0 as begun from redemption_days where day between ${from} and ${until}
      union all
      select day, 0, new_tickets from subscription_days where day between ${from} and ${until}
    ) x group by 1`
  return rows
}

export async function visitsOf(db: Db, from: Day, until: Day) {
  const { rows } = await query(db, {
    day: text,
    channel: textOf<Channel>(),
    count: number,
  })`select day, channel, count from visit_days where day between ${from} and ${until}`
  return rows
}

export async function boughtAndRegistered(db: Db, from: Day, until: Day) {
  const { rows } = await query(db, { bought: number, registered: number })`
    select
      (select coalesce(sum(bought), 0)::bigint from subscription_days where day between ${from} and ${until}) as bought,
      (select coalesce(sum(count), 0)::bigint from signup_days where day between ${from} and ${until}) as registered`
  return rows[0]!
}

/** The day on which a ticket was redeemed first. */
export async function firstRedemption(db: Db, cinemas: Cinemas): Promise<Day | null> {
  const { rows } = await query(db, {
    day: orNull(text),
  })`select min(day) as day from ${redemptionDays(db, cinemas)} where tickets > 0`
  return rows[0]!.day
}

/** Tickets redeemed on these days, both included. */
export async function redeemedIn(db: Db, cinemas: Cinemas, { start, end }: { start: Day; end: Day }): Promise<number> {
  const { rows } = await query(db, { tickets: number })`
    select coalesce(sum(tickets), 0)::bigint as tickets
    from ${redemptionDays(db, cinemas)} where day between ${start} and ${end}`
  return rows[0]!.tickets
}

/** The day of the first sale, which nothing before can be compared with. */
const firstSale = (db: Db, cinemas: Cinemas) =>
  isByCinema(db, cinemas)
    ? sql`(select min(f.day) from (select distinct cinema_id from cinema_sales where ${among(cinemas)}) c
        cross join lateral (select min(day) as day from cinema_sales_days d where d.cinema_id = c.cinema_id) f)`
    : sql`(select min(day) from sales_days)`

export async function firstSaleOf(db: Db, cinemas: Cinemas): Promise<Day | null> {
  const { rows } = await query(db, { day: orNull(text) })`select ${firstSale(db, cinemas)} as day`
  return rows[0]!.day
}

const totalsRow = {
  first_sale_on: orNull(text),
  tickets: number,
  online: number,
  transactions: number,
  subscription: number,
  concession: number,
  ticket: number,
  /** Of the chain alone. */
  people: maybe(json<{ registered: number; buyers: number; repeat: number }>()),
}
export type Totals = RowOf<typeof totalsRow>

/** Customers with and without a subscription in force at an instant. */
export async function standingNow(db: Db, now: Date) {
  const { rows } = await query(db, { active: number, listed: number })(
    prepared(sql`select ${activeCount(now.toISOString())}::bigint as active, ${listedCount}::bigint as listed`),
  )
  const { active, listed } = rows[0]!
  return { active, inactive: listed - active }
}

/** The subscriptions in force at an instant, and their monthly price. */
export async function recurringNow(db: Db, now: Date) {
  const at = now.toISOString()
  const of = (ofDay: SQL, what: SQL) =>
    inForceAt(at, ofDay, (isIncluded) => sql`(select ${what} from subscription_periods s where ${isIncluded})`)
  const { rows } = await query(db, { count: number, kobo: number })`
    select ${of(sql`(started - ended)::int`, sql`count(*)`)}::bigint as count,
      ${of(sql`started_kobo - ended_kobo`, sql`coalesce(sum(s.kobo), 0)`)}::bigint as kobo`
  return rows[0]!
}

/** The figures of all time. */
export async function totals(db: Db, cinemas: Cinemas): Promise<Totals> {
  const money = (kind: SaleKind) => sql`coalesce(sum(kobo) filter (where kind = ${kind}), 0)::bigint`
  const people = sql`jsonb_build_object(
    'registered', (select coalesce(sum(count), 0)::bigint from signup_days), 'buyers', buyers, 'repeat', repeat_buyers)`
  const { rows } = await query(db, totalsRow)`
    select
      coalesce(sum(count) filter (where kind = 'ticket'), 0)::bigint as tickets,
      coalesce(sum(case kind when 'purchase' then kobo when 'refund' then -kobo end)
        filter (where channel in ('web', 'mobile')), 0)::bigint as online,
      coalesce(sum(count) filter (where kind = 'purchase'), 0)::bigint as transactions,
      ${firstSale(db, cinemas)} as first_sale_on,
      ${money('subscription')} as subscription, ${money('concession')} as concession, ${money('ticket')} as ticket
      ${isByCinema(db, cinemas) ? sql`` : sql`, (select ${people} from buyer_counts) as people`}
    from ${salesOfAllDays(cinemas)}`
  return rows[0]!
}

export type Once = {
  id: number
  at: Date
  /** The same to the last digit. */
  key: string
  name: string
  email: string
  reference: string | null
  has_ticket: boolean
  has_concession: boolean
}

const ONCE: Selection = {
  from: sql`purchases`,
  where: sql`not by_subscriber`,
  keys: [
    { of: sql`at`, type: 'timestamptz' },
    { of: sql`id`, type: 'bigint' },
  ],
  descending: true,
}

const placedRow = {
  /** Of all days. */
  total: number,
  /** Of the days that were looked at. */
  counted: number,
  /** Of the days before the page's. */
  before: number,
  first: orNull(text),
  last: orNull(text),
}
type Placed = RowOf<typeof placedRow>

/** A page of the purchases by people without a subscription, newest first, and how many there are. */
export async function pageOfOnce(
  db: Db,
  cinemas: Cinemas,
  paging: Paging,
  { today, zone }: { today: Day; zone: string },
): Promise<{ rows: Once[]; total: number }> {
  const slice = sliceOf(paging)
  if (!isByCinema(db, cinemas)) {
    const { rows } = await query(db, { total: number })`select ${onceOf(cinemas)} as total`
    const { total } = rows[0]!
    return { rows: await readFromNearestEnd(ONCE, slice, total, (...nearer) => readOnce(db, ...nearer)), total }
  }
  const { total, before, first, last } = await placeOfOnce(db, cinemas, slice, today)
  if (first === null || last === null) return { rows: [], total }
  const [from, until] = [startOfDay(first, zone), startOfDay(addDays(last, 1), zone)]
  const where = sql`${ONCE.where} and ${among(cinemas)} and at >= ${from.toISOString()} and at < ${until.toISOString()}`
  return { rows: await readOnce(db, { ...ONCE, where }, { limit: slice.limit, offset: slice.offset - before }), total }
}

const onceOf = (cinemas: Cinemas) => sql`(
  select coalesce(sum(count), 0)::bigint from ${salesOfAllDays(cinemas)} and kind = 'once')`

/** The first pages lie in these days of all but the smallest cinemas. */
const LATEST_DAYS = 14
const SOON = 200

/**
 * The days that a page of some cinemas' purchases lies in, and how many purchases come before these, as the roll-up has it:
 * those of one cinema may be few, and far apart. The first pages are looked for in the latest days first.
 */
async function placeOfOnce(
  db: Db,
  cinemas: Cinemas,
  { limit, offset }: { limit: number; offset: number },
  today: Day,
): Promise<Placed> {
  const within = async (days: SQL) => {
    const { rows } = await query(db, placedRow)`
      with days as (
        select day, sum(sum(count)) over (order by day desc) as upto
        from cinema_sales_days where kind = 'once' and ${days} and ${among(cinemas)} group by day having sum(count) > 0
      )
      select ${onceOf(cinemas)} as total, coalesce(max(upto), 0)::bigint as counted,
        coalesce(max(upto) filter (where upto <= ${offset}), 0)::bigint as before,
        coalesce(max(day) filter (where upto >= ${offset + limit}), min(day)) as first,
        max(day) filter (where upto > ${offset}) as last
      from days`
    return rows[0]!
  }
  if (offset + limit <= SOON) {
    const latest = await within(sql`day > ${addDays(today, -LATEST_DAYS)}`)
    if (latest.counted >= Math.min(offset + limit, latest.total)) return latest
  }
  return within(sql`true`)
}

async function readOnce(db: Db, selection: Selection, slice: Slice): Promise<Once[]> {
  const has = (kind: SaleKind) =>
    sql`exists (select from purchase_lines l where l.purchase_id = p.id and l.kind = ${kind})`
  const { rows } = await query(db, {
    email: text,
    id: number,
    name: text,
    reference: orNull(text),
    has_ticket: bool,
    has_concession: bool,
    at: text,
  })`
    with page as (${keysOfPage(selection, slice)})
    select p.id, p.at,
      coalesce(nullif(p.buyer_name, ''), trim(c.first_name || ' ' || c.last_name), '') as name,
      coalesce(nullif(p.buyer_email, ''), c.email, '') as email,
      p.payment_reference as reference, ${has('ticket')} as has_ticket, ${has('concession')} as has_concession
    from page join purchases p on p.id = page.k1 left join customers c on c.id = p.customer_id
    order by ${byKeys(selection)}`
  return rows.map((row) => ({ ...row, key: row.at, at: new Date(row.at) }))
}

/** The purchases after one, of all: a file reads them so. */
export const onceAfter = (db: Db, cinemas: Cinemas, after: Once | undefined, limit: number): Promise<Once[]> =>
  readOnce(
    db,
    { ...ONCE, where: sql`${ONCE.where} and ${among(cinemas)}` },
    { limit, after: after && afterRow({ key: after.key, id: after.id }) },
  )
