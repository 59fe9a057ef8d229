import type pg from 'pg'
import type { Event, Fact, Purchase, Redemption, Refund, Registered, Visit } from './trade.ts'

/** Writes facts into the raw tables, a stream of a batch in a transaction, as whoever tells of trade does; the triggers do the rest. */

const TABLES = [
  'cinema_sales_days, cinema_sales, cinema_show_days, cinema_redemption_days, sales_days, movie_days, show_days, redemption_days, visit_days, signup_days, subscription_days',
  'subscription_ends, subscription_periods, subscription_events, visits, redemptions, refund_lines, refunds, purchase_lines, purchases',
  'error_reports, buyers, customers, referral_sums, ticket_log, ticket_log_days, merchandise_days, merchandise_cinema_days',
  'payment_days, payment_cinema_days, guests, guest_cinemas',
].join(', ')

export async function forgetTrade(pool: pg.Pool) {
  // What is kept of customers goes with them; a ledger refuses it from everybody else.
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    truncate ${TABLES} restart identity cascade;
    commit`)
  await pool.query('update buyer_counts set buyers = 0, repeat_buyers = 0')
}

/** What purchases carry: one code however it is written, one that wants quoting, and none. */
const CODES = ['', 'WALE', 'wale', `it's`]

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
let reported = 0
const newId = () => `t${++reported}`

/**
 * In their order, cut into batches whose sizes go round; a refund that comes before its purchase is held until then.
 * @returns the subscription events in the order in which they were written
 */
export async function load(pool: pg.Pool, facts: readonly Fact[], batches: readonly number[], zone: string) {
  const bought = new Set<number>()
  const events: Event[] = []
  let pending: Refund[] = []
  for (let from = 0, n = 0; from < facts.length || pending.length; n++) {
    const size = batches[n % batches.length]!
    const batch = [...pending, ...facts.slice(from, from + size)]
    from += size
    const of = <S extends Fact['stream']>(stream: S) =>
      batch.filter((fact): fact is Extract<Fact, { stream: S }> => fact.stream === stream)
    for (const { id } of of('purchases')) bought.add(id)
    const refunds = of('refunds')
    pending = refunds.filter(({ purchase }) => !bought.has(purchase))
    events.push(...of('subscriptions'))
    const ready = refunds.filter(({ purchase }) => bought.has(purchase))
    await inTransaction(pool, (client) => addCustomers(client, batch, of('customers'), zone))
    await inTransaction(pool, (client) => addEvents(client, of('subscriptions'), zone))
    await inTransaction(pool, (client) => addPurchases(client, of('purchases'), zone))
    await inTransaction(pool, (client) => addRefunds(client, ready, zone))
    await inTransaction(pool, (client) => addRedemptions(client, of('redemptions'), zone))
    await inTransaction(pool, (client) => addVisits(client, of('visits'), zone))
  }
  return events
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** In the order in which everybody locks them, so that two who tell never wait for one another in a circle. */
const lockCustomers = (client: pg.PoolClient, people: readonly (number | null)[]) =>
  client.query<{ id: number }>(
    `select id from customers where source = 'test' and external_id = any($1) order by id for no key update`,
    [people.map(String)],
  )

async function addCustomers(client: pg.PoolClient, batch: readonly Fact[], registered: Registered[], zone: string) {
  const named = batch.flatMap((fact) => ('customer' in fact && fact.customer !== null ? [String(fact.customer)] : []))
  await client.query(
    `insert into customers (source, external_id) select distinct 'test', x from unnest($1::text[]) x order by 2 on conflict do nothing`,
    [named],
  )
  await client.query(
    `update customers c set registered_at = x.at, registered_on = (x.at at time zone $2)::date, channel = x.channel
     from jsonb_to_recordset($1) as x(customer text, at timestamptz, channel text)
     where c.source = 'test' and c.external_id = x.customer`,
    [JSON.stringify(registered.map((one) => ({ ...one, at: iso(one.at) }))), zone],
  )
}

async function addEvents(client: pg.PoolClient, events: Event[], zone: string) {
  if (!events.length) return
  await client.query(
    `insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
     select 'test', x.id, c.id, x.kind, x.at, (x.at at time zone $2)::date, x.until, x.plan, x.kobo, x.tickets
     from rows from (jsonb_to_recordset($1)
       as (id text, customer text, kind text, at timestamptz, until timestamptz, plan text, kobo bigint, tickets int))
       with ordinality as x(id, customer, kind, at, until, plan, kobo, tickets, n)
     join customers c on c.source = 'test' and c.external_id = x.customer order by x.n`,
    [JSON.stringify(events.map((one) => ({ ...one, id: newId(), at: iso(one.at), until: iso(one.until) }))), zone],
  )
  const { rows } = await lockCustomers(
    client,
    events.map(({ customer }) => customer),
  )
  const ids = rows.map(({ id }) => id)
  await client.query('delete from subscription_periods where customer_id = any($1)', [ids])
  await client.query('insert into subscription_periods select * from subscription_periods_of($1, $2)', [ids, zone])
  await client.query(
    `update purchases p set by_subscriber = not by_subscriber where customer_id = any($1)
     and by_subscriber <> exists (
       select from subscription_periods s where s.customer_id = p.customer_id and s.starts_at <= p.at and p.at < s.ends_at)`,
    [ids],
  )
}

const linesOf = (facts: readonly (Purchase | Refund)[], id: (fact: Purchase | Refund) => string) =>
  JSON.stringify(
    facts.flatMap((fact) => fact.lines.map((line, n) => ({ ...line, n, of: id(fact), show: iso(line.show) }))),
  )

async function addPurchases(client: pg.PoolClient, purchases: Purchase[], zone: string) {
  if (!purchases.length) return
  await lockCustomers(
    client,
    purchases.map(({ customer }) => customer),
  )
  const rows = purchases.map(({ lines, ...one }) => ({
    ...one,
    at: iso(one.at),
    code: CODES[one.id % CODES.length],
    kobo: lines.reduce((sum, line) => sum + line.kobo, 0),
  }))
  await client.query(
    `insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, kobo, referral_code, payment_reference,
       by_subscriber)
     select 'test', 'p' || x.id, x.at, (x.at at time zone $2)::date, x.channel, x.cinema, c.id, x.kobo, x.code,
       case when x.id % 5 > 0 then 'pay' || x.id / 2 end,
       exists (select from subscription_periods s where s.customer_id = c.id and s.starts_at <= x.at and x.at < s.ends_at)
     from jsonb_to_recordset($1) as x(id int, at timestamptz, channel text, cinema text, customer text, kobo bigint,
       code text)
     left join customers c on c.source = 'test' and c.external_id = x.customer`,
    [JSON.stringify(rows), zone],
  )
  await client.query(
    `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, discount_kobo, movie_id, show_at, show_day)
     select p.id, x.n, x.kind, x.quantity, x.kobo, x.discount, 'm' || extract(hour from x.show), x.show, (x.show at time zone $2)::date
     from jsonb_to_recordset($1) as x(of text, n int, kind text, quantity int, kobo bigint, discount bigint, show timestamptz)
     join purchases p on p.source = 'test' and p.external_id = x.of`,
    [linesOf(purchases, (one) => `p${(one as Purchase).id}`), zone],
  )
}

async function addRefunds(client: pg.PoolClient, refunds: Refund[], zone: string) {
  if (!refunds.length) return
  const rows = refunds.map(({ lines, ...one }) => ({
    id: `r${one.purchase}`,
    of: `p${one.purchase}`,
    at: iso(one.at),
    kobo: lines.reduce((sum, line) => sum + line.kobo, 0),
  }))
  await client.query(
    `insert into refunds (source, external_id, purchase_id, at, day, kobo)
     select 'test', x.id, p.id, x.at, (x.at at time zone $2)::date, x.kobo
     from jsonb_to_recordset($1) as x(id text, of text, at timestamptz, kobo bigint)
     join purchases p on p.source = 'test' and p.external_id = x.of`,
    [JSON.stringify(rows), zone],
  )
  await client.query(
    `insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
     select r.id, x.n, x.kind, x.quantity, x.kobo, (x.show at time zone $2)::date
     from jsonb_to_recordset($1) as x(of text, n int, kind text, quantity int, kobo bigint, show timestamptz)
     join refunds r on r.source = 'test' and r.external_id = x.of`,
    [linesOf(refunds, (one) => `r${(one as Refund).purchase}`), zone],
  )
}

async function addRedemptions(client: pg.PoolClient, redemptions: Redemption[], zone: string) {
  if (!redemptions.length) return
  await client.query(
    `insert into redemptions (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
     select 'test', x.id, x.at, (x.at at time zone $2)::date, (x.show at time zone $2)::date, x.cinema, c.id, x.tickets,
       x.subscribed
     from jsonb_to_recordset($1) as x(id text, at timestamptz, show timestamptz, cinema text, customer text, tickets int,
       subscribed boolean)
     left join customers c on c.source = 'test' and c.external_id = x.customer`,
    [
      JSON.stringify(
        redemptions.map((one) => ({
          ...one,
          id: newId(),
          at: iso(one.at),
          show: iso(one.show),
          subscribed: one.bySubscription,
        })),
      ),
      zone,
    ],
  )
}

async function addVisits(client: pg.PoolClient, visits: Visit[], zone: string) {
  if (!visits.length) return
  await client.query(
    `insert into visits (source, external_id, at, day, channel, count)
     select 'test', x.id, x.at, (x.at at time zone $2)::date, x.channel, x.count
     from jsonb_to_recordset($1) as x(id text, at timestamptz, channel text, count int)`,
    [JSON.stringify(visits.map((one) => ({ ...one, id: newId(), at: iso(one.at) }))), zone],
  )
}
