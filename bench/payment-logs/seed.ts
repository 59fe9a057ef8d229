import { customers, dayOf, DAYS, firstName, lastName, pick, steps, writing } from '../seeding.ts'

/** A payment that the provider reported too, and of which a program reported a refund. */
export const detailed = (count: number): number => Math.floor(count / 2 / REFUNDED) * REFUNDED

/** A customer pays this often; one payment in four is a guest's. */
const PAYMENTS_EACH = 10
/** Of so many payments the provider reported one as well, one has a refund, and one came to nothing. */
const CHARGED = 5
const REFUNDED = 30
const FAILED = 30
/** Of so many payments staff gave one back here, and of so many nobody reported the method of one. */
const OWN = 300
const NO_METHOD = 20
const METHOD = (i: string) =>
  `case when ${i} % ${NO_METHOD} > 0 then (array['card', 'transfer', 'ussd', 'wallet'])[1 + ${i} % 4] end`

const TABLES = [
  'customers',
  'purchases',
  'purchase_lines',
  'refunds',
  'payment_events',
  'payments',
  'payment_refunds',
  'refund_postings',
  'external_refunds',
]
/** Of purchases and their lines this log asks for no others. */
const WANTED_INDEXES = ['purchases_of_payment', 'purchases_paid_by']

/**
 * That many payments over three years in the order in which they were made: of most a program reported with what was
 * bought, of some the provider alone; as the triggers would have it.
 */
export async function seed(url: string, count: number): Promise<void> {
  const people = Math.ceil(count / PAYMENTS_EACH)
  await writing(
    url,
    TABLES,
    async (run) => {
      await run(customers(people))
      for (const [first, last] of steps(count))
        for (const statement of payments(first, last, count, people)) await run(statement)
    },
    async (run) => {
      await run(`
        insert into payment_days (day, is_customer, count)
        select (at at time zone 'UTC')::date, is_customer, count(*) from payments group by 1, 2`)
    },
    ({ table, name }) => !['purchases', 'purchase_lines'].includes(table) || WANTED_INDEXES.includes(name),
  )
}

const payments = (first: number, last: number, count: number, people: number) => [
  `insert into payments (id, reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo,
     sold_kobo, purchase_type, status, method)
   overriding system value
   select x.i, 'FLW-' || (4000000000 + x.i::bigint * 7), x.at, c.id, c.id is not null,
     coalesce(c.first_name || ' ' || c.last_name, x.first || ' ' || x.last),
     coalesce(c.email, lower(x.first || '.' || x.last || x.i || '@bench.example')),
     case when is_charged then 'embedded' end, case when is_charged then 'charge-' || x.i end,
     case when is_charged then x.kobo end, case when has_failed then 0 else x.kobo end,
     case when is_charged then 'Web or app purchase' else '' end, case when has_failed then 'failed' else 'succeeded' end,
     case when not has_failed then ${METHOD('x.i')} end
   from (
     select i, now() - (${count} - i) * ${(DAYS * 86_400) / count} * interval '1 second' as at, 700000 + i % 3 * 50000 as kobo,
       case when i % 4 > 0 then 1 + ${pick(32, people)} end as customer, ${firstName(33)} as first, ${lastName(34)} as last,
       i % ${CHARGED} = 0 or i % ${FAILED} = 1 as is_charged, i % ${FAILED} = 1 as has_failed
     from generate_series(${first}, ${last}) i
   ) x left join customers c on c.id = x.customer
   order by x.i`,
  `insert into payment_events (at, provider, reference, customer_id, email, kobo, purchase_type, status, provider_id)
   select at, provider, reference, customer_id, email, charged_kobo, purchase_type, status, provider_id from payments
   where id between ${first} and ${last} and provider is not null`,
  `insert into purchases (id, source, external_id, at, day, channel, customer_id, buyer_name, buyer_email, payment_reference,
     kobo, by_subscriber, payment_method)
   overriding system value
   select id, 'bench', 'order-' || id, at, ${dayOf('at')}, 'web', customer_id, case when is_customer then '' else name end,
     case when is_customer then '' else email end, reference, sold_kobo, false,
     ${METHOD('id')}
   from payments where id between ${first} and ${last} and status = 'succeeded'`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, show_at, show_day)
   select p.id, x.n, case x.n when 1 then 'ticket' else 'concession' end, 2, case x.n when 1 then 700000 else p.kobo - 700000 end,
     case x.n when 1 then 'Student' else 'Popcorn' end, case x.n when 1 then at end, case x.n when 1 then day end
   from purchases p cross join generate_series(1, 2) x(n)
   where p.id between ${first} and ${last} and (x.n = 1 or p.kobo > 700000)`,
  `insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
   overriding system value
   select id, 'bench', 'r' || id, id, at + interval '1 day', day + 1, 200000 from purchases
   where id between ${first} and ${last} and id % ${REFUNDED} = 0`,
  `insert into refund_lines (refund_id, n, kind, quantity, kobo)
   select id, 1, 'ticket', 1, kobo from refunds where id between ${first} and ${last}`,
  `insert into payment_refunds (reference, payment_id, kind, kobo, reason, state, provider, charge_id, created_at, created_by, settled_at,
     booked_at)
   select 'refund-' || id, id, 'amount', 100000, 'Came too late', x.state, provider, provider_id, at + interval '2 days', 'Ada',
     case when x.state <> 'requested' then at + interval '2 days' end, case when x.state = 'succeeded' then at + interval '2 days' end
   from (
     select *, case id / ${OWN} % 50 when 0 then 'failed' when 1 then 'requested' else 'succeeded' end as state from payments
     where id between ${first} and ${last} and id % ${OWN} = 5 and status = 'succeeded'
   ) x`,
  `update payments e set refunding_kobo = r.kobo from payment_refunds r
   where r.payment_id = e.id and r.state <> 'failed' and e.id between ${first} and ${last}`,
  `with kept as (
     insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
     overriding system value
     select payment_id, 'marquee', 'own' || payment_id, payment_id, created_at, ${dayOf('created_at')}, kobo from payment_refunds
     where state = 'succeeded' and payment_id between ${first} and ${last}
     returning id
   )
   insert into refund_postings (payment_refund_id, refund_id)
   select r.id, kept.id from kept join payment_refunds r on r.payment_id = kept.id`,
  `insert into external_refunds (refund_id, payment_id, kobo, cinema_id, method)
   select r.id, p.id, r.kobo, p.cinema_id, p.payment_method from refunds r join purchases p on p.id = r.purchase_id
   where p.id between ${first} and ${last} and not exists (select from refund_postings t where t.refund_id = r.id)`,
]
