import { sql, type SQL } from 'drizzle-orm'
import { addReports } from '#features/operations/error-logs/server/public.ts'
import {
  addSubscriptionEvents,
  purchaseIds,
  redeem,
  refund,
  occupiedSeats,
  sell,
  visit,
} from '#features/sales/trade/server/public.ts'
import type { PaymentMethod } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Customer } from './customers.ts'
import type { Device } from './devices.ts'
import type { SubscriptionEvent } from './subscriptions.ts'
import type { Trade } from './trade.ts'
import { number, query, text } from '#server/db/query.ts'
import { cardNumberOf } from '#demo/loaded.ts'

const SOURCE = 'demo'

export const TABLES =
  'customers subscription_events subscription_periods purchases purchase_lines refunds redemptions cinema_sales_days sales_days'.split(
    ' ',
  )
/** Tells the planner how much there is in one of the tables. */
export const analyse = (db: Db, table: string) => db.execute(sql`analyze ${sql.identifier(table)}`)

/** Of these, indexes of text and of time are made anew: what came backwards and piece by piece left a third of them empty. */
export const REINDEXED = 'purchases ticket_log customers'.split(' ')
export const reindex = (db: Db, table: string) => db.execute(sql`reindex table ${sql.identifier(table)}`)

/** Lets go of the write-ahead log: of the embedded database alone, which nobody else writes to. */
export const shortenLog = (db: Db) => db.execute(sql`checkpoint`)

/** Who tells of the demo's trade. */
const sender = (zone: string) => ({ source: SOURCE, zone })
const instantOrNone = (at: number | null) => (at === null ? null : new Date(at))
/** One row after the other by the index: without statistics, a join would read all customers for every few rows. */
const customerOf = (id: SQL) => sql`(select c.id from customers c where c.source = ${SOURCE} and c.external_id = ${id})`
/** So that ids follow time. */
const byTime = <T extends { at: number }>(list: readonly T[]) => list.toSorted((one, other) => one.at - other.at)
const timed = <T extends { at: number }>(list: readonly T[]) =>
  list.map((entry) => ({ ...entry, at: new Date(entry.at) }))

export async function addCustomers(db: Db, customers: readonly Customer[], zone: string): Promise<void> {
  if (!customers.length) return
  await db.execute(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, channel,
      gender, billing_cycle, default_cinema_id, trailers_watched, registered_at, registered_on, reported_at)
    select ${SOURCE}, x.id, x.first_name, x.last_name, x.email, x.phone, x.birth_date, x.channel,
      x.gender, x.billing_cycle, x.default_cinema, x.trailers_watched, x.at, (x.at at time zone ${zone})::date, x.at
    from ${rowsOf(
      timed(customers),
      `id text, first_name text, last_name text, email text, phone text, birth_date date, channel text,
        gender text, billing_cycle text, default_cinema text, trailers_watched integer, at timestamptz`,
    )}
    on conflict (source, external_id) do nothing`)
}

export async function addDevices(db: Db, devices: readonly Device[]): Promise<void> {
  if (!devices.length) return
  await db.execute(sql`
    insert into push_devices (source, external_id, customer_id, platform, token, reported_at)
    select ${SOURCE}, x.id, ${customerOf(sql`x.customer`)}, x.platform, x.token, x.at
    from ${rowsOf(timed(devices), 'id text, at timestamptz, customer text, platform text, token text')}
    on conflict (source, external_id) do nothing`)
}

type Known = Map<string, number>

/** Customers by their ids of the demo. */
async function customersOf(db: Db, ids: readonly (string | null)[], lock = sql``): Promise<Known> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const { rows } = await query(db, { id: number, external_id: text })`
    select id, external_id from customers
    where id = any(array(
      select ${customerOf(sql`x`)} from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) x
    ))
    order by id ${lock}`
  return new Map(rows.map(({ id, external_id }) => [external_id, id]))
}
/** The purchases of a customer follow the subscriptions, so customers are locked before either is reported. */
const lockCustomers = (db: Db, ids: readonly (string | null)[]) => customersOf(db, ids, sql`for no key update`)
const idOf = (known: Known, customer: string | null) => (customer === null ? null : known.get(customer))

/**
 * Takes what was reported about subscriptions and works out anew what follows from it for their customers. Who
 * subscribes is given a membership card.
 */
export async function addSubscriptions(
  db: Db,
  events: readonly SubscriptionEvent[],
  { zone, cardPinHash }: { zone: string; cardPinHash: string },
): Promise<void> {
  if (!events.length) return
  const known = await lockCustomers(
    db,
    events.map(({ customer }) => customer),
  )
  const reported = byTime(events).map(({ at, until, customer, ...event }) => ({
    ...event,
    customer: known.get(customer)!,
    at: new Date(at),
    until: instantOrNone(until),
  }))
  await addSubscriptionEvents(db, sender(zone), reported)
  await db.execute(sql`
    update customers c set card_number = ${cardNumberOf(sql`c.external_id`)}, card_pin_hash = ${cardPinHash},
      billing_cycle = coalesce(c.billing_cycle, 'Monthly')
    where c.id = any(${listOf([...known.values()], 'bigint')}) and c.is_listed and c.card_number is null`)
}

/** Takes trade whose customers and subscriptions are there. */
export async function addTrade(db: Db, trade: Trade, zone: string): Promise<void> {
  await addPurchases(db, trade, zone)
  await addRefunds(db, trade, zone)
  await addRedemptions(db, trade, zone)
  await addReviews(db, trade)
  await addVisits(db, trade, zone)
  await addErrors(db, trade)
}

/** Six of ten pay cash at the counter, the others by card. */
const methodOf = (reference: string): PaymentMethod => (Number(reference.at(-1)) < 6 ? 'cash' : 'card')

async function addPurchases(db: Db, { purchases }: Trade, zone: string): Promise<void> {
  if (!purchases.length) return
  const known = await lockCustomers(
    db,
    purchases.map(({ customer }) => customer),
  )
  const sales = byTime(purchases).map(({ name, email, phone, reference, ...purchase }) => ({
    id: purchase.id,
    at: new Date(purchase.at),
    channel: purchase.channel,
    cinema: purchase.cinema,
    customer: idOf(known, purchase.customer),
    buyer: { name, email, phone },
    payment: reference,
    method: purchase.channel === 'not_specified' ? methodOf(reference) : undefined,
    referral: purchase.referral,
    lines: purchase.lines.map(({ discount, show_at, ...line }) => ({
      ...line,
      discountKobo: discount,
      showAt: instantOrNone(show_at),
    })),
  }))
  await sell(db, sender(zone), sales)
}

/**
 * The shows in [from, until) that are on file have as many seats taken as tickets were sold for them: those that began,
 * too, of which the point of sale tells no more.
 */
export async function followSeats(db: Db, from: Date, until: Date): Promise<void> {
  const within = sql`starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}`
  const { rows } = await db.execute(sql`select from showtimes where ${within} limit 1`)
  if (!rows.length) return
  const occupied = await occupiedSeats(db, from, until)
  await db.execute(sql`
    update showtimes t set seats_available = greatest(0, k.seats - x.seats)
    from ${rowsOf(occupied, 'cinema_id text, movie_id text, show_at timestamptz, seats integer')}, screens k
    where t.cinema_id = x.cinema_id and t.movie_id = x.movie_id and t.starts_at = x.show_at
      and k.cinema_id = t.cinema_id and k.id = t.screen_id
      and t.seats_available <> greatest(0, k.seats - x.seats)`)
}

async function addRefunds(db: Db, { refunds }: Trade, zone: string): Promise<void> {
  if (!refunds.length) return
  const purchases = await purchaseIds(
    db,
    SOURCE,
    refunds.map(({ purchase }) => purchase),
  )
  const reported = refunds.map(({ at, purchase, lines, ...given }) => ({
    ...given,
    at: new Date(at),
    purchase: purchases.get(purchase)!,
    lines: lines.map(({ show_at, ...line }) => ({ ...line, showAt: instantOrNone(show_at) })),
  }))
  await refund(db, sender(zone), reported)
}

async function addRedemptions(db: Db, { redemptions }: Trade, zone: string): Promise<void> {
  if (!redemptions.length) return
  const known = await customersOf(
    db,
    redemptions.map(({ customer }) => customer),
  )
  const reported = redemptions.map(({ at, show_at, customer, by_subscription, ...redemption }) => ({
    ...redemption,
    at: new Date(at),
    showAt: new Date(show_at),
    customer: idOf(known, customer),
    bySubscription: by_subscription,
  }))
  await redeem(db, sender(zone), reported)
}

async function addReviews(db: Db, { reviews }: Trade): Promise<void> {
  if (!reviews.length) return
  await db.execute(sql`
    insert into reviews (source, external_id, movie_id, customer_name, liked, review, created_at)
    select ${SOURCE}, x.id, x.movie, c.first_name || ' ' || c.last_name, x.liked, x.review, x.at
    from ${rowsOf(timed(reviews), 'id text, at timestamptz, movie text, customer text, liked boolean, review text')}
    cross join lateral (
      select c.first_name, c.last_name from customers c where c.source = ${SOURCE} and c.external_id = x.customer offset 0
    ) c
    where exists (select from movies m where m.id = x.movie)
    on conflict (source, external_id) where source is not null do nothing`)
}

const addVisits = async (db: Db, { visits }: Trade, zone: string) =>
  void (visits.length && (await visit(db, sender(zone), timed(visits))))

async function addErrors(db: Db, { errors }: Trade): Promise<void> {
  const reports = errors.map(({ at, ...error }) => ({ ...error, at: new Date(at).toISOString(), component: '' }))
  await addReports(db, { source: SOURCE }, reports, customerOf(sql`x.customer`))
}
