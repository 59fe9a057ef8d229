import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { addReports } from '#features/error-logs/server/store.ts'
import { hashPassword } from '#features/session/server/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { readSetting, settleSetting } from '#server/settings.ts'
import { seatsTaken } from '#server/integrations/pos/embedded-seats.ts'
import type { Day } from '#contract/time.ts'
import type { DemoSize } from './trade/demand.ts'
import type { Customer } from './trade/customers.ts'
import type { Device } from './trade/devices.ts'
import type { SubscriptionEvent } from './trade/subscriptions.ts'
import type { Trade } from './trade/trade.ts'

const KEY = 'demo:trade'
const SOURCE = 'demo'

/** How much of the demo's trade is there. It is written with what it speaks of, in one transaction. */
export type Loaded = {
  /** When the chain was begun: its history ends here. */
  origin: string
  size: DemoSize
  /** Of those who had registered at the origin: this many, with their subscriptions. */
  customers: number
  /** The trade of this day and all after it; at first the day after the origin's. */
  since: Day
  /** Everything from the origin to here. */
  until: string
  /** 0 to 100; 100 once the whole history is there. */
  percent: number
}

export const readLoaded = (db: Db) => readSetting<Loaded>(db, KEY)
export const beginLoading = (db: Db, loaded: Loaded) => settleSetting(db, KEY, loaded)

/** Where loading stands, for one loader at a time: another server waits for the end of the transaction. */
export async function claimLoaded(db: Db): Promise<Loaded> {
  const { rows } = await db.execute<{ value: Loaded }>(sql`select value from settings where key = ${KEY} for update`)
  return rows[0]!.value
}
export const keepLoaded = (db: Db, loaded: Loaded) =>
  db.execute(sql`update settings set value = ${JSON.stringify(loaded)}::jsonb where key = ${KEY}`)

/** Of the work, roughly: the customers' part, before any day's trade. */
export const CUSTOMERS_PERCENT = 15
const LOOKS_EVERY_MS = 200

/**
 * For what other features tell of the demo's customers: waits until everybody who had registered at the origin is there.
 * Undefined without a demo, or when the server closes before.
 */
export async function whenCustomersAreThere({ db, env, closing }: App): Promise<Loaded | undefined> {
  while (env.demo && !closing.aborted) {
    const loaded = await readLoaded(db)
    if (loaded && loaded.percent >= CUSTOMERS_PERCENT) return loaded
    await pause(LOOKS_EVERY_MS, undefined, { signal: closing }).catch(() => {})
  }
}

export const TABLES =
  'customers subscription_events stints purchases purchase_lines refunds redemptions cinema_sales_days sales_days'.split(
    ' ',
  )
/** Tells the planner how much there is in one of the tables. */
export const analyse = (db: Db, table: string) => db.execute(sql`analyze ${sql.identifier(table)}`)

/** Of these, indexes of text and of time are made anew: what came backwards and piece by piece left a third of them empty. */
export const REINDEXED = 'purchases ticket_log customers'.split(' ')
export const reindex = (db: Db, table: string) => db.execute(sql`reindex table ${sql.identifier(table)}`)

/** Lets go of the write-ahead log: of the embedded database alone, which nobody else writes to. */
export const shortenLog = (db: Db) => db.execute(sql`checkpoint`)

const rowsOf = (list: readonly object[], columns: SQL) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(${columns})`
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
/** One row after the other by the index: without statistics, a join would read all customers for every few rows. */
const customerOf = (id: SQL) => sql`(select c.id from customers c where c.source = ${SOURCE} and c.external_id = ${id})`
const timed = <T extends { at: number }>(list: readonly T[]) => list.map((entry) => ({ ...entry, at: iso(entry.at) }))

export async function addCustomers(db: Db, customers: readonly Customer[], zone: string): Promise<void> {
  if (!customers.length) return
  await db.execute(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, channel,
      gender, billing_cycle, default_cinema_id, trailers_watched, registered_at, registered_on, told_at)
    select ${SOURCE}, x.id, x.first_name, x.last_name, x.email, x.phone, x.birth_date, x.channel,
      x.gender, x.billing_cycle, x.default_cinema, x.trailers_watched, x.at, (x.at at time zone ${zone})::date, x.at
    from ${rowsOf(
      timed(customers),
      sql`id text, first_name text, last_name text, email text, phone text, birth_date date, channel text,
        gender text, billing_cycle text, default_cinema text, trailers_watched integer, at timestamptz`,
    )}
    on conflict (source, external_id) do nothing`)
}

export async function addDevices(db: Db, devices: readonly Device[]): Promise<void> {
  if (!devices.length) return
  await db.execute(sql`
    insert into push_devices (source, external_id, customer_id, platform, token, told_at)
    select ${SOURCE}, x.id, ${customerOf(sql`x.customer`)}, x.platform, x.token, x.at
    from ${rowsOf(timed(devices), sql`id text, at timestamptz, customer text, platform text, token text`)}
    on conflict (source, external_id) do nothing`)
}

/** The purchases of a customer follow the subscriptions, so customers are locked before either is told of. */
const lockCustomers = async (db: Db, ids: readonly (string | null)[]): Promise<number[]> => {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from customers
    where id = any(array(
      select ${customerOf(sql`x`)} from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) x
    ))
    order by id for no key update`)
  return rows.map(({ id }) => id)
}

/** A membership card's number, of the customer's own: cards are given out in the order in which people come. */
export const cardNumberOf = (externalId: SQL) => sql`'6391' || lpad(substr(${externalId}, 2), 10, '0')`
/** Every card of the demo has the same PIN: hashing one each would take longer than all the rest. */
export const hashCardPin = () => hashPassword('2468')

/**
 * Takes what was told of subscriptions and works out anew what follows from it for their customers. Who subscribes is given
 * a membership card.
 */
export async function addSubscriptionEvents(
  db: Db,
  events: readonly SubscriptionEvent[],
  { zone, cardPinHash }: { zone: string; cardPinHash: string },
): Promise<void> {
  if (!events.length) return
  const ids = JSON.stringify(
    await lockCustomers(
      db,
      events.map(({ customer }) => customer),
    ),
  )
  const told = timed(events).map((event) => ({ ...event, until: iso(event.until) }))
  await db.execute(sql`
    insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets, reason)
    select ${SOURCE}, x.id, ${customerOf(sql`x.customer`)}, x.kind, x.at, (x.at at time zone ${zone})::date, x.until, x.plan, x.kobo, x.tickets, x.reason
    from ${rowsOf(
      told,
      sql`id text, customer text, kind text, at timestamptz, until timestamptz, plan text, kobo bigint, tickets integer, reason text`,
    )}
    order by x.at
    on conflict (source, external_id) do nothing`)
  const chosen = sql`array(select jsonb_array_elements_text(${ids}::jsonb)::bigint)`
  await db.execute(sql`delete from stints where customer_id = any(${chosen})`)
  await db.execute(sql`insert into stints select * from stints_of(${chosen}, ${zone})`)
  await db.execute(sql`
    update customers c set card_number = ${cardNumberOf(sql`c.external_id`)}, card_pin_hash = ${cardPinHash},
      billing_cycle = coalesce(c.billing_cycle, 'Monthly')
    where c.id = any(${chosen}) and c.is_listed and c.card_number is null`)
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

async function addPurchases(db: Db, { purchases }: Trade, zone: string): Promise<void> {
  if (!purchases.length) return
  await lockCustomers(
    db,
    purchases.map(({ customer }) => customer),
  )
  const told = purchases.map(({ show: _, byPlan: __, at, lines, ...purchase }) => ({
    ...purchase,
    at: iso(at),
    kobo: lines.reduce((sum, line) => sum + line.kobo, 0),
    lines: lines.map((line, n) => ({ ...line, n, show_at: iso(line.show_at) })),
  }))
  await db.execute(sql`
    with x as materialized (
      select *, ${customerOf(sql`x.customer`)} as customer_id from ${rowsOf(
        told,
        sql`id text, at timestamptz, channel text, cinema text, customer text, name text, email text, phone text,
          reference text, referral text, kobo bigint, lines jsonb`,
      )}
    ), p as (
      insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
        buyer_phone, payment_reference, referral_code, kobo, by_subscriber)
      select ${SOURCE}, x.id, x.at, (x.at at time zone ${zone})::date, x.channel, x.cinema, x.customer_id, x.name, x.email,
        x.phone, x.reference, x.referral, x.kobo,
        exists (select from stints s where s.customer_id = x.customer_id and s.starts_at <= x.at and x.at < s.ends_at)
      from x order by x.at
      on conflict (source, external_id) do nothing
      returning id, external_id
    )
    insert into purchase_lines
      (purchase_id, n, kind, quantity, kobo, discount_kobo, product, movie_id, show_at, show_day)
    select p.id, l.n, l.kind, l.quantity, l.kobo, l.discount, l.product, l.movie, l.show_at,
      (l.show_at at time zone ${zone})::date
    from x join p on p.external_id = x.id
    cross join lateral jsonb_to_recordset(x.lines) as l(n smallint, kind text, quantity integer, kobo bigint,
      discount bigint, product text, movie text, show_at timestamptz)`)
}

/**
 * The shows in [from, until) that are on file have as many seats taken as tickets were sold for them: those that began, too,
 * of which the point of sale tells no more.
 */
export async function followSeats(db: Db, from: Date, until: Date): Promise<void> {
  const within = sql`starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}`
  const { rows } = await db.execute(sql`select from showtimes where ${within} limit 1`)
  if (!rows.length) return
  const taken = await seatsTaken(db, from, until)
  await db.execute(sql`
    update showtimes t set seats_available = greatest(0, k.seats - x.seats)
    from ${rowsOf(taken, sql`cinema_id text, movie_id text, show_at timestamptz, seats integer`)}, screens k
    where t.cinema_id = x.cinema_id and t.movie_id = x.movie_id and t.starts_at = x.show_at
      and k.cinema_id = t.cinema_id and k.id = t.screen_id
      and t.seats_available <> greatest(0, k.seats - x.seats)`)
}

async function addRefunds(db: Db, { refunds }: Trade, zone: string): Promise<void> {
  if (!refunds.length) return
  const told = refunds.map(({ at, lines, ...refund }) => ({
    ...refund,
    at: iso(at),
    kobo: lines.reduce((sum, line) => sum + line.kobo, 0),
    lines: lines.map((line, n) => ({ ...line, n, show_at: iso(line.show_at) })),
  }))
  await db.execute(sql`
    with x as materialized (
      select * from ${rowsOf(told, sql`id text, purchase text, at timestamptz, reason text, kobo bigint, lines jsonb`)}
    ), r as (
      insert into refunds (source, external_id, purchase_id, at, day, reason, kobo)
      select ${SOURCE}, x.id, p.id, x.at, (x.at at time zone ${zone})::date, x.reason, x.kobo
      from x cross join lateral (
        select p.id from purchases p where p.source = ${SOURCE} and p.external_id = x.purchase offset 0
      ) p
      on conflict (source, external_id) do nothing
      returning id, external_id
    )
    insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
    select r.id, l.n, l.kind, l.quantity, l.kobo, (l.show_at at time zone ${zone})::date
    from x join r on r.external_id = x.id
    cross join lateral jsonb_to_recordset(x.lines) as l(n smallint, kind text, quantity integer, kobo bigint,
      show_at timestamptz)`)
}

async function addRedemptions(db: Db, { redemptions }: Trade, zone: string): Promise<void> {
  if (!redemptions.length) return
  const told = timed(redemptions).map((redemption) => ({ ...redemption, show_at: iso(redemption.show_at) }))
  await db.execute(sql`
    insert into redemptions (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
    select ${SOURCE}, x.id, x.at, (x.at at time zone ${zone})::date, (x.show_at at time zone ${zone})::date, x.cinema,
      ${customerOf(sql`x.customer`)}, x.tickets, x.by_subscription
    from ${rowsOf(
      told,
      sql`id text, at timestamptz, show_at timestamptz, cinema text, customer text, tickets integer, by_subscription boolean`,
    )}
    on conflict (source, external_id) do nothing`)
}

async function addReviews(db: Db, { reviews }: Trade): Promise<void> {
  if (!reviews.length) return
  await db.execute(sql`
    insert into reviews (source, external_id, movie_id, customer_name, liked, review, created_at)
    select ${SOURCE}, x.id, x.movie, c.first_name || ' ' || c.last_name, x.liked, x.review, x.at
    from ${rowsOf(timed(reviews), sql`id text, at timestamptz, movie text, customer text, liked boolean, review text`)}
    cross join lateral (
      select c.first_name, c.last_name from customers c where c.source = ${SOURCE} and c.external_id = x.customer offset 0
    ) c
    where exists (select from movies m where m.id = x.movie)
    on conflict (source, external_id) where source is not null do nothing`)
}

async function addVisits(db: Db, { visits }: Trade, zone: string): Promise<void> {
  if (!visits.length) return
  await db.execute(sql`
    insert into visits (source, external_id, at, day, channel, count)
    select ${SOURCE}, x.id, x.at, (x.at at time zone ${zone})::date, x.channel, x.count
    from ${rowsOf(timed(visits), sql`id text, at timestamptz, channel text, count integer`)}
    on conflict (source, external_id) do nothing`)
}

async function addErrors(db: Db, { errors }: Trade): Promise<void> {
  const reports = timed(errors).map((error) => ({ ...error, component: '' }))
  await addReports(db, { source: SOURCE }, reports, customerOf(sql`x.customer`))
}
