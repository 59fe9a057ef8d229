import { rollups } from '#features/operations/rollups/server/counted.ts'
import { counting, customersName, dayOf, DAYS, firstName, lastName, pick, writing, ZONE } from '../seeding.ts'

/** The local form of the phone number of a customer. */
export const phoneOf = (customer: number) => `0803${String(customer).padStart(7, '0')}`

/** One customer in so many subscribes, has subscribed, is in the kids club; has a row for points; was erased. */
const IN_FORCE = 10
const KIDS = 33
const UNLISTED = 500

const begin = `(date_trunc('hour', now()) - interval '${DAYS} days')`

const TABLES = [
  'customers',
  'purchases',
  'purchase_lines',
  'guests',
  'redemptions',
  'loyalty_members',
  'points_ledger',
  'kids_club_members',
]

/**
 * That many customers: one in ten with a subscription in force, one in fourteen whose last one ended, some with points, a
 * tenth of those in a higher tier, a few in the kids club, erased ones among them; a purchase of each, and a third as many
 * of guests.
 */
export async function seed(url: string, count: number): Promise<void> {
  await writing(
    url,
    TABLES,
    async (run) => {
      for (const statement of [...people(count), ...subscriptions, ...trade(count), ...points, kidsClub])
        await run(statement)
    },
    async (run) => {
      for (const rollup of rollups) await run(counting(rollup))
    },
  )
}

const people = (count: number) => [
  `insert into states (name) values ('Lagos')`,
  `insert into cinemas (id, state_id, name) select lpad(i::text, 4, '0'), 1, 'Cinema ' || i from generate_series(1, 20) i`,
  `insert into movies (id, name, title, genres, pos_genre)
   select 'HO' || lpad(i::text, 8, '0'), 'Film ' || i, 'Film ' || i,
     array[(array['Drama', 'Comedy', 'Action', 'Romance'])[1 + i % 4], (array['Family', 'Crime', 'Music'])[1 + i % 3]], 'Drama'
   from generate_series(1, 200) i`,
  `insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, channel, registered_at,
     registered_on, reported_at, gender, billing_cycle, default_cinema_id, card_number, trailers_watched, erased_at)
   select 'bench', 'c' || i, first, last, lower(first || '.' || last || i || '@bench.example'),
     '+234803' || lpad(i::text, 7, '0'), date '1962-01-01' + ${pick(3, 17_000)}, 'web', at, ${dayOf('at')}, at,
     (array['Female', 'Male'])[1 + ${pick(4, 2)}], 'Monthly', lpad((1 + ${pick(5, 20)})::text, 4, '0'),
     case when i % ${IN_FORCE} = 0 then '6391' || lpad(i::text, 10, '0') end, ${pick(6, 60)},
     case when i % ${UNLISTED} = 13 then now() end
   from (
     select i, ${begin} + i * ${(DAYS * 86_400) / count} * interval '1 second' as at, ${firstName(1)} as first,
       ${customersName(count)} as last
     from generate_series(1, ${count}) i
   ) x`,
]

/** A subscription in force since some month or other, one that ended, and one that ended before it was taken up again. */
const subscriptions = [
  `insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
   select 'bench', 's' || i || '-' || n, i, 'start', at, ${dayOf('at')}, until, plan, 500000, 4
   from (
     select id::int as i, 1 as n, now() - (1 + ${pick(20, 28)}) * interval '1 day' - ${pick(21, 86_400)} * interval '1 second' as at,
       now() + (1 + ${pick(22, 300)}) * interval '1 day' + ${pick(21, 86_400)} * interval '1 second' as until,
       (array['Fan', 'Fan', 'Buff', 'Fanatic'])[1 + ${pick(23, 4)}] as plan
     from (select id, id::int as i from customers where id % ${IN_FORCE} = 0) c
     union all
     select i, 0, registered_at - interval '400 days', registered_at - ${pick(24, 370)} * interval '1 day', 'Fan'
     from (select id, id::int as i, registered_at from customers where id % 14 = 0) c
   ) x`,
  `insert into plan_names (name, plan_id)
   select lower(name), id from plans on conflict do nothing`,
  'analyze subscription_events',
  `insert into subscription_periods select * from subscription_periods_of(array(select distinct customer_id from subscription_events), '${ZONE}')`,
]

const trade = (count: number) => [
  `insert into purchases (id, source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
     buyer_phone, payment_reference, kobo, by_subscriber)
   overriding system value
   select i, 'bench', 'p' || i, at, ${dayOf('at')}, 'web', lpad((1 + ${pick(31, 20)})::text, 4, '0'), customer,
     case when customer is null then first || ' ' || last else '' end,
     case when customer is null then lower(first || '.' || last || i || '@guest.example') else '' end,
     case when customer is null then '+234809' || lpad(i::text, 7, '0') else '' end,
     'FLW-' || (4000000000 + i::bigint * 7), 850000, false
   from (
     select i, now() - ${pick(32, DAYS * 86_400)} * interval '1 second' as at,
       case when i <= ${count} then i end as customer, ${firstName(33)} as first, ${lastName(34)} as last
     from generate_series(1, ${Math.floor((count * 4) / 3)}) i
   ) x`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, movie_id, show_at, show_day)
   select id, 0, 'ticket', 2, 700000, '', 'HO' || lpad((1 + id % 200)::text, 8, '0'), at, day from purchases`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product)
   select id, 1, 'concession', 1, 150000, 'Popcorn, large' from purchases where id % 3 = 0`,
  `insert into redemptions (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
   select 'bench', 'd' || id, at, day, day, cinema_id, customer_id, 2, false
   from purchases where customer_id is not null and id % 2 = 0`,
  `insert into guests (email, name, phone, last_purchase_at, purchases)
   select buyer_email, buyer_name, buyer_phone, at, 1 from purchases where customer_id is null`,
]

const points = [
  `insert into points_ledger (customer_id, kind, points, lifetime, reason, actor, at)
   select id, 'award', p, p, 'Bought tickets online', 'Marquee', now() - ${pick(40, 60)} * interval '1 day'
   from (select id, id::int as i, 10 + ${pick(41, 90)} * 10 as p
     from (select id, id::int as i from customers where id % 5 < 2 and is_listed) c) x`,
  `insert into points_ledger (customer_id, kind, from_tier, to_tier, reason, actor, at)
   select id, 'tier', 0, case when id % 100 = 0 then 2 else 1 end, 'Comes often', 'Marquee', now() - interval '9 days'
   from customers where id % 20 = 0 and is_listed`,
  `insert into loyalty_members (customer_id, lifetime, available, tier)
   select customer_id, sum(lifetime), sum(points), coalesce(max(to_tier), 0) from points_ledger group by customer_id`,
]

const kidsClub = `
  insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
  select id, registered_at + (now() - registered_at) / 3, case when consents then 'Ngozi Okafor' else '' end,
    case when consents then registered_on + 1 end, case when consents then 'Form' end
  from (select *, id % 7 > 0 as consents from customers where id % ${KIDS} = 0) c`
