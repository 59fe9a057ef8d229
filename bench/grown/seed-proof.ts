import type pg from 'pg'
import { ZONE } from '../seeding.ts'

/** It charged what staff refunded since (../load): that stands in the entry alone. */
const REFUNDS_BY = 'embedded'

/** What the logs must hold, counted from the raw rows: `npm run rollups:check` counts the figures alone. */
const questions: Record<string, string> = {
  'ticket_log is its lines': `
    select count(*) as n from (
      select p.id, l.n, p.at, p.channel, coalesce(p.cinema_id, ''), p.customer_id, l.movie_id, l.show_day
      from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'ticket'
    ) x(purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day)
    full join ticket_log t using (purchase_id, n)
    where (x.at, x.channel, x.cinema_id, x.customer_id, x.movie_id, x.show_day)
      is distinct from (t.at, t.channel, t.cinema_id, t.customer_id, t.movie_id, t.show_day)`,
  'payments have what was sold': `
    select count(*) as n from (
      select payment as reference, sum(kobo) as kobo, string_agg(external_id, ' ' order by external_id) as bookings
      from purchases where payment is not null group by 1
    ) p full join payments e using (reference)
    where (coalesce(p.kobo, 0) is distinct from e.sold_kobo or coalesce(p.bookings, '') is distinct from e.bookings)
      and not exists (select from cube_payments c where c.reference = e.reference)`,
  'payments have what was charged': `
    select count(*) as n from payments e full join (
      select * from payment_events where status in ('succeeded', 'failed')) l using (reference)
    where e.provider is distinct from '${REFUNDS_BY}' and (e.charged_kobo is distinct from l.kobo
      or nullif(e.provider, 'counter') is distinct from l.provider or e.status is distinct from coalesce(l.status, 'succeeded'))`,
  'payments have their customer': `
    select count(*) as n from payments e left join customers c on c.id = e.customer_id
    where e.is_customer is distinct from coalesce(c.is_listed, false)`,
  'payment_days are counted': `
    select count(*) as n from payment_days d full join (
      select (at at time zone 'UTC')::date as day, is_customer, count(*) from payments group by 1, 2
    ) x using (day, is_customer) where coalesce(d.count, 0) <> coalesce(x.count, 0)`,
  'guests are those who bought': `
    select count(*) as n from guests g full join (
      select lower(trim(buyer_email)) as email, count(*) as n, max(at) as at from purchases
      where customer_id is null and trim(buyer_email) <> '' group by 1
    ) x using (email) where (g.purchases, g.last_purchase_at) is distinct from (x.n, x.at)`,
  'nobody who is erased or merged has a name': `
    select count(*) as n from customers where (erased_at is not null or merged_into is not null)
      and (first_name || last_name || coalesce(email, '') || coalesce(phone, '') <> '' or is_listed)`,
  'days are the zone’s': `
    select count(*) as n from purchase_lines where show_day is distinct from (show_at at time zone '${ZONE}')::date`,
}

/** Each question of which the answer is not none. */
export async function wrongLogs(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  const wrong: string[] = []
  try {
    await client.query(`set statement_timeout = 0; set work_mem = '256MB'; set jit = off`)
    for (const [name, sql] of Object.entries(questions)) {
      const { rows } = await client.query<{ n: number }>(sql)
      if (rows[0]!.n) wrong.push(`${name}: not so of ${rows[0]!.n}`)
    }
    return wrong
  } finally {
    client.release(true)
  }
}

/** Tables that follow from others, without the numbers that are given in the order of writing. */
const FOLLOWS: Record<string, string> = {
  customers: 'id, is_listed, registered_on, aliases, merged_into, version',
  purchases: 'id, at, day, customer_id, by_subscriber, kobo, buyer_name',
  subscription_periods: '*',
  ticket_log: '*',
  payments: `reference, sent_reference, at, cinema_id, customer_id, is_customer, name, email, provider, provider_id, charged_kobo, currency, sold_kobo,
    purchase_type, status, bookings, search_text`,
  external_refunds: 'payment_id is null, kobo, cinema_id, method',
  guests: '*',
  customer_cinemas: '*',
  guest_cinemas: '*',
  buyers: '*',
  buyer_counts: '*',
}
const STORED =
  'payment_days payment_cinema_days sales_days cinema_sales_days cinema_sales movie_days show_days cinema_show_days ticket_log_days redemption_days cinema_redemption_days referral_sums visit_days signup_days subscription_days subscription_ends'.split(
    ' ',
  )

/** What two databases hold of what follows from raw rows. Rows of which everything was taken back count as none. */
export async function fingerprints(pool: pg.Pool): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  const sum = async (table: string, columns: string, where = 'true') => {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(x::text, E'\\n' order by x::text)), '') as sum
       from (select ${columns} from ${table} t where ${where}) x`,
    )
    sums[table] = rows[0]!.sum
  }
  for (const [table, columns] of Object.entries(FOLLOWS)) await sum(table, columns)
  for (const table of STORED) {
    const numbers = `(select sum(abs(value::numeric)) from jsonb_each_text(to_jsonb(t)) v(key, value)
      where value ~ '^-?[0-9]+$' and key not in ('cinema_id', 'movie_id', 'code')) > 0`
    await sum(table, '*', numbers)
  }
  return sums
}
