import pg from 'pg'
import { rollups } from '#features/operations/rollups/server/counted.ts'
import { counting } from '../seeding.ts'

/** Trade of so many days until today, as evenly as a clock. */
const DAYS = 1096
const ZONE = 'Africa/Lagos'
const CINEMAS = 20
/** Purchases of one statement. */
const STEP = 250_000

/** A number of 0..n-1 that follows from the purchase's number and a salt, the same in every run. */
const pick = (salt: number, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const dayOf = (at: string) => `((${at}) at time zone '${ZONE}')::date`

/**
 * That many purchases with an eighth as many customers, a tenth of them subscribers at some time, and what goes with it.
 * Raw rows are written with the triggers off and the roll-ups counted from them once at the end, as a rebuild counts them:
 * what is measured is how figures are read, and how they are kept is tested.
 */
export async function seed(url: string, count: number): Promise<void> {
  const [one, other] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([one.connect(), other.connect()])
  try {
    for (const client of [one, other])
      await client.query(
        `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
      )
    await one.query(places)
    const customers = Math.ceil(count / 8)
    await one.query(people(customers))
    await one.query(subscriptions(customers))
    await one.query(
      `insert into subscription_periods select * from subscription_periods_of(array(select customer_id from subscription_events), '${ZONE}')`,
    )
    await one.query('analyze subscription_periods')
    const each = async (client: pg.Client, statement: (first: number, last: number) => string) => {
      for (let first = 1; first <= count; first += STEP)
        await client.query(statement(first, Math.min(count, first + STEP - 1)))
    }
    const secondsApart = (DAYS * 86_400) / count
    await Promise.all([
      each(one, (first, last) => purchases(first, last, customers, count, secondsApart)),
      each(other, (first, last) => lines(first, last, secondsApart)),
    ])
    await other.query(`select setval(pg_get_serial_sequence('purchases', 'id'), ${count})`)
    await one.query(others(count, secondsApart))
    await one.query('analyze')
    for (const rollup of rollups) await one.query(counting(rollup))
    await one.query(`
      update buyer_counts set (buyers, repeat_buyers) = (
        select count(*), count(*) filter (where purchases > 1) from buyers)`)
    // What is not on disk yet does not count as visible to all, and an index alone would then not answer.
    await one.query('checkpoint')
    await one.query('vacuum analyze')
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const begin = `(date_trunc('hour', now()) - interval '${DAYS} days')`
const at = (secondsApart: number) => `${begin} + (i - 1) * ${secondsApart} * interval '1 second'`
const channel = (salt: number) => `(array['web', 'mobile', 'mobile', 'not_specified'])[1 + ${pick(salt, 4)}]`

const places = `
  with state as (insert into states (name) values ('Lagos') returning id)
  insert into cinemas (id, state_id, name)
  select lpad(i::text, 4, '0'), state.id, 'Cinema ' || i from state, generate_series(1, ${CINEMAS}) i`

const people = (count: number) => `
  insert into customers (source, external_id, first_name, last_name, email, channel, registered_at, registered_on)
  select 'bench', 'c' || i, 'Customer', 'Number ' || i, 'c' || i || '@bench.example', ${channel(1)}, at, ${dayOf('at')}
  from (select i, ${begin} + i * ${(DAYS * 86_400) / count} * interval '1 second' as at from generate_series(1, ${count}) i) x`

const subscriptions = (customers: number) => `
  insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
  select 'bench', 's' || i, i, 'start', at, ${dayOf('at')}, at + (1 + ${pick(2, 14)}) * interval '30 days', 'Fan', 500000, 4
  from (
    select i, registered_at + ${pick(3, 90)} * interval '1 day' as at
    from (select id::int as i, registered_at from customers where id % 10 = 0 and id <= ${customers}) c
  ) x where at < now()`

/** What of a purchase follows from its number alone. */
const bought = (first: number, last: number, secondsApart: number) => `(
    select i, ${at(secondsApart)} as at, 1 + ${pick(4, 4)} as seats, ${pick(5, 2)} = 0 as has_snack,
      ${pick(6, 5)} = 0 as has_discount, ${pick(7, 33)} = 0 as is_plan
    from generate_series(${first}, ${last}) i) b`

const purchases = (first: number, last: number, customers: number, count: number, secondsApart: number) => `
  insert into purchases (
    id, source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email, payment_reference, kobo, by_subscriber)
  overriding system value
  select i, 'bench', 'p' || lpad(i::text, ${String(count).length}, '0'), at, ${dayOf('at')}, ${channel(8)},
    lpad((1 + ${pick(9, CINEMAS)})::text, 4, '0'), customer, case when customer is null then 'Guest ' || i else '' end, '',
    'FLW-' || i, case when is_plan then 500000 else seats * 350000 + case when has_snack then 150000 else 0 end end,
    exists (select from subscription_periods s where s.customer_id = x.customer and s.starts_at <= x.at and x.at < s.ends_at)
  from (
    select b.*, case when ${pick(10, 5)} > 0 then 1 + ${pick(11, customers)} end as customer from ${bought(first, last, secondsApart)}
  ) x`

const lines = (first: number, last: number, secondsApart: number) => `
  insert into purchase_lines (purchase_id, n, kind, quantity, kobo, discount_kobo, show_at, show_day)
  select i, 0, case when is_plan then 'subscription' else 'ticket' end, case when is_plan then 1 else seats end,
    case when is_plan then 500000 else seats * 350000 end, 0,
    case when not is_plan then at + interval '3 hours' end, case when not is_plan then ${dayOf("at + interval '3 hours'")} end
  from ${bought(first, last, secondsApart)}
  union all
  select i, 1, 'concession', 1, 150000, case when has_discount then 15000 else 0 end, null, null
  from ${bought(first, last, secondsApart)} where has_snack and not is_plan`

const others = (count: number, secondsApart: number) => `
  insert into refunds (source, external_id, purchase_id, at, day, kobo)
  select 'bench', 'r' || i, i, at, ${dayOf('at')}, 350000
  from (select i * 100 as i, ${begin} + i * 100 * ${secondsApart} * interval '1 second' as at
    from generate_series(1, ${Math.floor(count / 100)}) i) x;
  insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day) select id, 0, 'ticket', 1, 350000, day from refunds;
  insert into redemptions (source, external_id, at, day, show_day, tickets, by_subscription)
  select 'bench', 'd' || i, at, ${dayOf('at')}, ${dayOf('at')}, 1 + ${pick(12, 4)}, ${pick(13, 10)} = 0
  from (select i, ${begin} + i * 2 * ${secondsApart} * interval '1 second' as at
    from generate_series(1, ${Math.floor(count / 2)}) i) x;
  insert into visits (source, external_id, at, day, channel, count)
  select 'bench', channel || i, at, ${dayOf('at')}, channel, 1 + ${pick(14, 500)}
  from (select i, ${begin} + i * interval '1 hour' as at from generate_series(0, ${DAYS * 24 - 1}) i) x,
    unnest(array['web', 'mobile']) channel`
