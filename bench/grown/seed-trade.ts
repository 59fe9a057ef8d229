import { dayOf, DAYS, firstName, lastName, pick, ZONE } from '../seeding.ts'
import { CINEMAS, MOVIES, moment, SOURCE } from './seed-people.ts'
import type { Sizes } from './sizes.ts'

/** So many films play at once, each for some weeks. */
const PLAYING = 8
/** How much more often the first customers buy than the last. */
const SKEW = 1.3
const OPENS = 9 * 3600
const OPEN_SECONDS = 14 * 3600
/** Purchases that came later in life, of each hundred: refunds, redemptions and charges of them are told one after the other. */
export const REFUNDED = 7
export const REFUNDED_LATER = 57
export const REDEEMED_LATER = 33
export const CHARGED_LATER = 71

/** One payment in fifty pays two purchases: the second is its buyer's, at the same moment. */
const paidBy = 'case when id % 100 in (2, 52) then id - 1 else id end'

/** A guest has one name, however often they buy. */
const named = (name: string) => `(select ${name} from (select guest as i) g)`

/** Purchases from one number to another, which say nothing about when: that is anywhere in three years. */
export const trade = ({ customers, purchases, from, until }: Sizes, first: number, last: number): string[] => {
  const of = (salt: number, n: number) => pick(1000 * from + salt, n)
  // Without `offset 0` what a column is computed by would be computed anew for each use of it.
  const bought = `(
    select id, i, days, at, seats, has_child, has_snack, has_discount, is_plan,
      case when is_plan then 500000
        else seats * 350000 + case when has_child then 200000 else 0 end
          + case when has_snack then 150000 - case when has_discount then 15000 else 0 end else 0 end end as kobo
    from (
      select id, i, days, ${moment(until, 'days', `${OPENS} + ${of(31, OPEN_SECONDS)}`)} as at,
        1 + abs(hashint4extended(id, 51)) % 4 as seats, id % 10 = 4 as has_child, id % 2 = 0 as has_snack, id % 10 = 6 as has_discount,
        id % 33 = 5 as is_plan
      from (
        select id, i, 1 + ${of(30, DAYS)} as days
        from (select id, ${paidBy} as i from generate_series(${first}, ${last}) id offset 0) n
        offset 0
      ) d
      offset 0
    ) s
    offset 0) b`
  return [
    `insert into purchases (id, source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
       buyer_phone, payment_reference, kobo, by_subscriber, referral_code)
     overriding system value
     select id, '${SOURCE}', 'p' || id, at, ${dayOf('at')}, channel, lpad((1 + ${of(34, CINEMAS)})::text, 4, '0'), customer,
       case when is_guest then first || ' ' || last else '' end,
       case when is_guest then lower(first || '.' || last || guest || '@guest.example') else '' end,
       case when is_guest then '+234809' || lpad(guest::text, 6, '0') || i % 10 else '' end,
       case when i % 10 <> 9 then 'FLW-' || (4000000000 + i::bigint * 7) end, kobo,
       exists (select from subscription_periods s where s.customer_id = x.customer and s.starts_at <= x.at and x.at < s.ends_at),
       case when i % 50 = 11 then 'REF' || ${of(40, 50)} end
     from (
       select y.*, ${named(firstName(1000 * from + 37))} as first, ${named(lastName(1000 * from + 38))} as last from (
       select b.*, (array['web', 'mobile', 'mobile', 'not_specified'])[1 + ${of(35, 4)}] as channel,
         case when ${of(32, 5)} > 0 then 1 + floor(${customers} * power(${of(33, 1_000_000_000)} / 1e9::float8, ${SKEW}::float8))::int end as customer,
         ${of(32, 5)} = 0 and i % 3 > 0 as is_guest, ${of(36, Math.ceil(purchases / 10))} as guest
       from ${bought} offset 0
       ) y offset 0
     ) x order by id`,
    `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, discount_kobo, product, movie_id, show_at, show_day)
     select id, x.n, x.kind, x.quantity, x.kobo, x.discount, x.product, x.movie, x.show_at, ${dayOf('x.show_at')}
     from (
       select b.*, at + interval '1 hour' * (1 + id % 3) + greatest(0, abs(hashint4extended(id, 52)) % 20 - 10) * interval '1 day' as show,
         'HO' || lpad((1 + (${DAYS} - days) * ${MOVIES - PLAYING} / ${DAYS} + ${of(39, PLAYING)})::text, 8, '0') as film
       from ${bought}
     ) b
     cross join lateral (
       select 1::smallint as n, 'ticket' as kind, seats::int as quantity, seats * 350000 as kobo, 0 as discount,
         case when id % 3 = 0 then 'Student' else '' end as product, film as movie, show as show_at where not is_plan
       union all
       select 2::smallint, 'ticket', 1, 200000, 0, 'Child', film, show where not is_plan and has_child
       union all
       select 3::smallint, 'concession', 1, 150000 - case when has_discount then 15000 else 0 end,
         case when has_discount then 15000 else 0 end, 'Popcorn, large', null, null where not is_plan and has_snack
       union all
       select 1::smallint, 'subscription', 1, 500000, 0, 'Fan', null, null where is_plan
     ) x
     order by id, x.n`,
    'analyze purchases',
    'analyze purchase_lines',
    `insert into payment_events (at, provider, reference, customer_id, email, kobo, purchase_type, status, provider_id)
     select min(at) - interval '20 seconds', 'flutterwave', payment_reference, max(customer_id), max(buyer_email), sum(kobo),
       'Web or app purchase', 'succeeded', 'charge-' || min(id)
     from purchases where id between ${first} and ${last} and payment_reference is not null and channel <> 'not_specified'
     group by payment_reference having min(id) % 100 not in (${CHARGED_LATER}) and min(id) % 10 not in (3, 5, 8)
     order by min(id)`,
    `insert into payment_events (at, provider, reference, customer_id, email, kobo, purchase_type, status, provider_id, message)
     select at - interval '3 minutes', 'flutterwave', 'FLW-F' || id, customer_id, buyer_email, kobo, 'Web or app purchase', 'failed',
       'failed-' || id, 'Declined by the bank'
     from purchases where id between ${first} and ${last} and id % 40 = 17 order by id`,
    `insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
     overriding system value
     select nextval(pg_get_serial_sequence('refunds', 'id')), '${SOURCE}', 'r' || id, id, back, ${dayOf('back')}, kobo
     from (${givenBack(until, `p.id between ${first} and ${last} and p.id % 100 = ${REFUNDED}`)}) x order by id`,
    'analyze refunds',
    `insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
     select r.id, l.n, l.kind, l.quantity, l.kobo, l.show_day
     from refunds r join purchase_lines l on l.purchase_id = r.purchase_id and l.n = 1
     where r.purchase_id between ${first} and ${last}`,
    `insert into redemptions (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
     select '${SOURCE}', 'd' || p.id, l.show_at, l.show_day, l.show_day, p.cinema_id, p.customer_id, l.quantity, p.by_subscriber
     from purchases p join purchase_lines l on l.purchase_id = p.id and l.n = 1
     where p.id between ${first} and ${last} and l.kind = 'ticket' and p.id % 100 not in (${REFUNDED}, ${REFUNDED_LATER}, ${REDEEMED_LATER})
       and p.id % 2 = 1 and l.show_day < date '${until}'
     order by p.id`,
  ]
}

/** The first line of purchases, given back within a month and before the end. */
export const givenBack = (until: string, which: string) => `
  select p.id, l.kobo, least(p.at + (1 + p.id % 30) * interval '1 day', timestamptz '${until} 00:00 ${ZONE}' - interval '1 second') as back
  from purchases p join purchase_lines l on l.purchase_id = p.id and l.n = 1 where ${which}`

/** What the triggers would have made of it, at once for all. */
export const followed = (first: number, last: number): string[] => [
  `insert into ticket_log (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day, kobo, refund)
   select p.id, l.n, p.at, p.channel, coalesce(p.cinema_id, ''), p.customer_id, l.movie_id, l.show_day, l.kobo, coalesce(b.refund, 'none')
   from purchases p join purchase_lines l on l.purchase_id = p.id
     left join refunded_lines(array(select purchase_id from refunds where purchase_id between ${first} and ${last})) b
       on b.purchase_id = l.purchase_id and b.n = l.n
   where l.kind = 'ticket' and p.id between ${first} and ${last} and l.purchase_id between ${first} and ${last}
   order by p.id, l.n`,
  `insert into payments (reference, sent_reference, at, cinema_id, customer_id, is_customer, name, email, provider, provider_id, charged_kobo,
     sold_kobo, purchase_type, status, bookings)
   select s.reference, s.sent_reference, s.at, s.cinema_id, s.customer_id, coalesce(c.is_listed, false),
     coalesce(s.name, trim(c.first_name || ' ' || c.last_name), ''), coalesce(s.email, nullif(g.email, ''), c.email, ''),
     coalesce(g.provider, case when s.sent_reference is not null then 'counter' end), g.provider_id, g.kobo, s.kobo, coalesce(g.purchase_type, ''), coalesce(g.status, 'succeeded'), s.bookings
   from (
     select min(id) as id, payment as reference,
       max(case when payment = payment_reference then null else coalesce(payment_reference, '') end) as sent_reference, min(at) as at, max(customer_id) as customer_id, sum(kobo) as kobo,
       case when count(*) = count(cinema_id) and min(cinema_id) = max(cinema_id) then min(cinema_id) end as cinema_id,
       max(nullif(buyer_name, '')) as name, max(nullif(buyer_email, '')) as email,
       string_agg(external_id, ' ' order by external_id) as bookings
     from purchases where id between ${first} and ${last} and payment is not null group by payment
   ) s
   left join customers c on c.id = s.customer_id
   left join payment_events g on g.reference = s.reference and g.status = 'succeeded'
   order by s.id`,
  `insert into payments (reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo,
     purchase_type, status)
   select g.reference, g.at, g.customer_id, coalesce(c.is_listed, false), coalesce(trim(c.first_name || ' ' || c.last_name), ''),
     coalesce(nullif(g.email, ''), c.email, ''), g.provider, g.provider_id, g.kobo, g.purchase_type, g.status
   from purchases p join payment_events g on g.reference = 'FLW-F' || p.id
   left join customers c on c.id = g.customer_id
   where p.id between ${first} and ${last} and p.id % 40 = 17
   order by p.id`,
]

export const counted = () => [
  `insert into customer_cinemas (customer_id, cinema_id)
   select customer_id, cinema_id from purchases where customer_id is not null and cinema_id is not null
   union
   select id, default_cinema_id from customers where default_cinema_id is not null`,
  `insert into guests (email, name, phone, last_purchase_at, purchases)
   select distinct on (lower(trim(buyer_email))) lower(trim(buyer_email)), buyer_name, buyer_phone, at,
     count(*) over (partition by lower(trim(buyer_email)))
   from purchases where customer_id is null and trim(buyer_email) <> ''
   order by lower(trim(buyer_email)), at desc`,
  `update buyer_counts set (buyers, repeat_buyers) = (
     select count(*), count(*) filter (where purchases > 1) from buyers)`,
]
