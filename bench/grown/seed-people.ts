import { customersName, dayOf, firstName, pick, ZONE } from '../seeding.ts'
import type { Sizes } from './sizes.ts'

export const CINEMAS = 20
export const MOVIES = 200
export const SOURCE = 'shop'
/** Registered within so many days before the end. */
const REGISTERED_DAYS = 1460

/** Who becomes what, of each thousand; nobody is two of them. Of the others some subscribe, collect points or are in the club. */
export const ERASED = 'id % 1000 < 5'
export const MERGED = 'id % 1000 between 5 and 14'
/** The one that a merged one turns out to be. */
export const MERGED_INTO = 'id + 10'
const OTHERS = 'id % 1000 >= 100'

/** A moment of day in opening hours, so many days before the end. */
export const moment = (until: string, days: string, seconds: string) =>
  `timestamptz '${until} 00:00 ${ZONE}' - (${days}) * interval '1 day' + (${seconds}) * interval '1 second'`

export const chain = () => [
  `insert into states (name) values ('Lagos')`,
  `insert into cinemas (id, state_id, name) select lpad(i::text, 4, '0'), 1, 'Cinema ' || i from generate_series(1, ${CINEMAS}) i`,
  `insert into movies (id, name, title, genres, pos_genre, pos_listed_since)
   select 'HO' || lpad(i::text, 8, '0'), 'FILM ' || i, 'Film ' || i,
     array[(array['Drama', 'Comedy', 'Action', 'Romance'])[1 + i % 4], (array['Family', 'Crime', 'Music'])[1 + i % 3]], 'Drama', now()
   from generate_series(1, ${MOVIES}) i`,
  `insert into plans (name, kobo, tickets, place, created_at)
   select name, kobo, 4, place, now() from (values ('Fan', 500000, 1), ('Buff', 800000, 2), ('Fanatic', 1200000, 3)) x(name, kobo, place)
   where not exists (select from plans p where lower(p.name) = lower(x.name) and p.retired_at is null)`,
  `insert into plan_names (name, plan_id) select lower(name), min(id) from plans group by 1 on conflict do nothing`,
  `insert into categories (name, created_at) select 'Category ' || i, now() - i * interval '1 day' from generate_series(1, 100) i`,
]

/** Numbered as they were told, which has nothing to do with when they registered. */
export const people = ({ customers, from, until }: Sizes, first: number, last: number) => [
  `insert into customers (id, source, external_id, first_name, last_name, email, phone, birth_date, channel, registered_at,
     registered_on, reported_at, gender, billing_cycle, default_cinema_id, card_number, trailers_watched)
   overriding system value
   select i, '${SOURCE}', 'c' || i, first, last, lower(first || '.' || last || i || '@bench.example'),
     '+234803' || lpad(i::text, 7, '0'), date '1962-01-01' + ${pick(1000 * from + 3, 17_000)},
     (array['web', 'mobile', 'not_specified'])[1 + ${pick(1000 * from + 7, 3)}], at, ${dayOf('at')}, at,
     (array['Female', 'Male'])[1 + ${pick(1000 * from + 4, 2)}], 'Monthly', lpad((1 + ${pick(1000 * from + 5, CINEMAS)})::text, 4, '0'),
     case when i % 10 = 0 then '6391' || lpad(i::text, 10, '0') end, ${pick(1000 * from + 6, 60)}
   from (
     select i, ${moment(until, `1 + ${pick(1000 * from + 8, REGISTERED_DAYS)}`, pick(1000 * from + 9, 86_400))} as at,
       ${firstName(1000 * from + 1)} as first, ${customersName(customers)} as last
     from generate_series(${first}, ${last}) i
   ) x`,
]

/** A subscription in force, one that ended, one that was ended before its time, and one that was taken up again. */
export const subscriptions = ({ from, until }: Sizes) => [
  `insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
   select '${SOURCE}', 's' || i || '-' || n, i, 'start', at, ${dayOf('at')}, ends, plan,
     case plan when 'Fan' then 500000 when 'Buff' then 800000 else 1200000 end, 4
   from (
     select i, n, at, ends, (array['Fan', 'Fan', 'Buff', 'Fanatic'])[1 + ${pick(1000 * from + 20, 4)}] as plan
     from (
       select id::int as i, 1 as n, ${moment(until, `1 + id % 200`, 'id % 80000')} as at,
         ${moment(until, `-30 - id % 300`, 'id % 80000')} as ends
       from customers where id % 10 = 0 and ${OTHERS}
       union all
       select id::int, 2, ${moment(until, `400 + id % 500`, 'id % 80000')}, ${moment(until, `30 + id % 340`, 'id % 80000')}
       from customers where (id % 14 = 3 or id % 40 = 10) and id % 1000 >= 100
     ) s
   ) x`,
  `insert into subscription_events (source, external_id, customer_id, kind, at, day, reason)
   select '${SOURCE}', 'e' || customer_id, customer_id, 'end', ended_at, ${dayOf('ended_at')}, 'Too few films'
   from (
     select customer_id, at + (until - at) / 2 as ended_at from subscription_events
     where external_id like 's%-2' and customer_id % 5 = 3
   ) s`,
  'analyze subscription_events',
  `insert into subscription_periods select * from subscription_periods_of(array(select distinct customer_id from subscription_events), '${ZONE}')`,
]

/** What collects without trade. Neither those who will be erased nor those who will be merged have any. */
export const besides = ({ customers, from }: Sizes) => [
  `insert into points_ledger (customer_id, kind, points, lifetime, reason, actor, at)
   select id, 'award', p, p, 'Bought tickets online', 'Marquee', now() - ${pick(1000 * from + 40, 60)} * interval '1 day'
   from (select id, i, 10 + ${pick(1000 * from + 41, 90)} * 10 as p
     from (select id, id::int as i from customers where id % 5 < 2 and ${OTHERS}) c) x`,
  `insert into points_ledger (customer_id, kind, from_tier, to_tier, reason, actor, at)
   select id, 'tier', 0, case when id % 100 = 0 then 2 else 1 end, 'Comes often', 'Marquee', now() - interval '9 days'
   from customers where id % 20 = 0 and ${OTHERS}`,
  `insert into loyalty_members (customer_id, lifetime, available, tier)
   select customer_id, sum(lifetime), sum(points), coalesce(max(to_tier), 0) from points_ledger group by customer_id`,
  `insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
   select id, registered_at + (now() - registered_at) / 3, case when consents then 'Ngozi Okafor' else '' end,
     case when consents then registered_on + 1 end, case when consents then 'Form' end
   from (select *, id % 7 > 0 as consents from customers where id % 33 = 0 and ${OTHERS}) c`,
  `insert into visits (source, external_id, at, day, channel, count)
   select '${SOURCE}', channel || i, at, ${dayOf('at')}, channel, 1 + ${pick(1000 * from + 42, 500)}
   from (select i, now() - i * interval '1 hour' as at from generate_series(1, 26000) i) x, unnest(array['web', 'mobile']) channel`,
  `insert into audit_log (at, actor_id, actor, action, entity, entity_id, summary, before, after, request_id)
   select now() - ${pick(1000 * from + 43, 1000 * 86_400)} * interval '1 second', 1,
     (array['Ada Eze', 'Tunde Bakare', 'Ngozi Okafor', 'Musa Ibrahim'])[1 + ${pick(1000 * from + 44, 4)}], 'customers.edit', 'customer',
     (1 + ${pick(1000 * from + 45, customers)})::text, 'Saved ' || ${firstName(1000 * from + 46)},
     jsonb_build_object('phone', '+234803' || i), jsonb_build_object('phone', '+234805' || i), 'request-' || i
   from generate_series(1, ${Math.ceil(customers / 5)}) i`,
]
