import { ZONE } from '../../seeding.ts'

/**
 * Tables of the limits: one for each question, which holds what it asks for, in random order, with the indexes of that
 * question. Written without looking at how the product answers. Another number makes them anew.
 */
export const LIMITS_VERSION = 1

type Table = { name: string; statements: string[] }

/** Totals are kept in rows of which each writer takes one, so that none waits for another. */
const COUNTERS = 16
const total = (name: string, sql: string) =>
  `insert into limits.totals select '${name}', shard, case shard when 0 then (${sql}) else 0 end from generate_series(0, ${COUNTERS - 1}) shard`

const peopleOf = (which: string) => `
  select c.id, c.first_name, c.last_name, c.email, c.phone, c.birth_date, c.card_number, c.registered_at,
    lower(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, '') || ' ' ||
      coalesce(c.card_number, '') || ' ' || c.aliases) as search_text,
    coalesce(s.plan, 'Basic') as plan, s.ends_at, coalesce(s.reason, '') as reason,
    coalesce(s.starts_at <= now() and s.ends_at > now(), false) as is_active, 1 as version
  from customers c left join lateral (
    select * from subscription_periods where customer_id = c.id order by starts_at desc limit 1
  ) s on true
  where c.registered_at is not null and c.erased_at is null and c.merged_into is null and ${which}`

const people: Table = {
  name: 'people',
  statements: [
    'create table limits.totals (name text, shard int, n bigint not null, primary key (name, shard)) with (fillfactor = 50)',
    `create table limits.people as ${peopleOf('true')} order by random()`,
    'alter table limits.people add primary key (id)',
    'create index on limits.people (registered_at desc, id desc)',
    'create index on limits.people (registered_at desc, id desc) where not is_active',
    'create index on limits.people using gin (search_text gin_trgm_ops)',
    `select setval('limits.people_ids', (select max(id) from customers))`,
  ],
}

const paymentsOf = (which: string) => `
  select e.id, e.at, e.reference, e.name, e.email, e.customer_id, e.is_customer, e.provider_id, e.kobo, e.currency,
    e.status, coalesce(p.booking, e.reference) as booking, coalesce(p.kinds, e.purchase_type) as kinds, coalesce(p.back, 0) as back
  from payments e left join (
    select p.payment as reference, min(p.external_id) as booking, sum(r.kobo)::bigint as back,
      string_agg(distinct case l.kind when 'ticket' then 'Tickets' when 'concession' then 'Concessions' else 'Subscription' end, ', ') as kinds
    from purchases p join purchase_lines l on l.purchase_id = p.id
    left join (select purchase_id, sum(kobo) as kobo from refunds group by 1) r on r.purchase_id = p.id and l.n = 1
    where p.payment is not null group by 1
  ) p using (reference)
  where ${which}`

const payments: Table = {
  name: 'payments',
  statements: [
    `create table limits.payments as ${paymentsOf('true')} order by random()`,
    'alter table limits.payments add primary key (id)',
    'create index on limits.payments (is_customer, at desc, id desc)',
    'create index on limits.payments (reference)',
  ],
}

const tickets: Table = {
  name: 'tickets',
  statements: [
    `create table limits.tickets as
     select p.id as purchase_id, l.n, p.at, p.channel, n.name as cinema,
       coalesce(c.first_name || ' ' || c.last_name, p.buyer_name) as customer, coalesce(c.email, p.buyer_email) as email,
       p.payment_reference as reference, coalesce(nullif(l.product, ''), 'Ticket') as product, m.title as movie, l.quantity, l.kobo,
       l.show_at, coalesce(b.kobo, 0)::bigint as back
     from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'ticket'
     left join customers c on c.id = p.customer_id left join movies m on m.id = l.movie_id left join cinemas n on n.id = p.cinema_id
     left join (
       select r.purchase_id, x.n, sum(x.kobo) as kobo from refunds r join refund_lines x on x.refund_id = r.id group by 1, 2
     ) b on b.purchase_id = p.id and b.n = l.n
     order by random()`,
    'create index on limits.tickets (reference)',
  ],
}

/** What stands in the files already, a text a cell. */
const files: Table = {
  name: 'files',
  statements: [
    `create table limits.ticket_cells as
     select to_char(at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI') as paid, customer, email, product, movie, reference, cinema,
       quantity::text as quantity, to_char(kobo / 100.0, 'FM999999990.00') as amount,
       to_char(show_at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI') as shown, channel,
       case when back = 0 then 'none' when back < kobo then 'part' else 'full' end as refund
     from limits.tickets order by random()`,
    `create table limits.payment_cells as
     select to_char(at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI') as paid, booking, reference, provider_id,
       customer_id::text as customer, name, email, kinds, to_char(kobo / 100.0, 'FM999999990.00') as amount, currency,
       to_char(back / 100.0, 'FM999999990.00') as refunded, status
     from limits.payments order by random()`,
    `create table limits.people_cells as
     select id::text as id, first_name, last_name, email, phone, to_char(birth_date, 'DD/MM/YYYY') as born, card_number,
       to_char(registered_at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI') as registered, plan,
       to_char(ends_at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI') as ends, reason
     from limits.people order by random()`,
  ],
}

const revenue: Table = {
  name: 'revenue',
  statements: [
    `create table limits.revenue as
     select day, kind, sum(quantity)::bigint as quantity, sum(kobo)::bigint as kobo from (
       select p.day, l.kind, l.quantity, l.kobo from purchases p join purchase_lines l on l.purchase_id = p.id
       union all
       select r.day, l.kind, -l.quantity, -l.kobo from refunds r join refund_lines l on l.refund_id = r.id
     ) x group by 1, 2 order by random()`,
    'alter table limits.revenue add primary key (day, kind)',
  ],
}

const records: Table = {
  name: 'records',
  statements: [
    `create table limits.audit (id bigint generated always as identity primary key, at timestamptz not null, actor text not null,
       action text not null, entity text not null, entity_id text not null, summary text not null, before jsonb, after jsonb)`,
    `insert into limits.audit (at, actor, action, entity, entity_id, summary, before, after)
     select at, actor, action, entity, entity_id, summary, before, after from audit_log order by random()`,
    'create index on limits.audit (entity, entity_id, id desc)',
    'create index on limits.audit (at desc, id desc)',
    `create table limits.categories (id bigint generated always as identity primary key, name text not null, created_at timestamptz not null,
       version int not null default 1)`,
    'create unique index on limits.categories (lower(name))',
    'insert into limits.categories (name, created_at) select name, created_at from categories where deleted_at is null order by random()',
    `create table limits.profiles as
     select c.id, jsonb_build_object('user', to_jsonb(p) - 'search_text' || jsonb_build_object('gender', c.gender, 'cinema', c.default_cinema_id),
       'subscriptions', coalesce((select jsonb_agg(to_jsonb(s) order by s.starts_at desc) from subscription_periods s where s.customer_id = c.id), '[]'),
       'bought', coalesce((
         select jsonb_agg(jsonb_build_object('id', q.external_id, 'kind', l.kind, 'product', l.product, 'movie', m.title, 'quantity', l.quantity,
           'kobo', l.kobo, 'show', l.show_at, 'cinema', q.cinema_id, 'reference', q.payment_reference, 'at', q.at) order by q.at desc)
         from purchases q join purchase_lines l on l.purchase_id = q.id left join movies m on m.id = l.movie_id
         where q.customer_id = c.id and q.at > now() - interval '6 months'), '[]'),
       'older', (select count(*) from purchases q join purchase_lines l on l.purchase_id = q.id
         where q.customer_id = c.id and q.at <= now() - interval '6 months'),
       'cinema', (select q.cinema_id from purchases q where q.customer_id = c.id group by 1 order by count(*) desc limit 1)) as record
     from customers c join limits.people p on p.id = c.id
     order by random()`,
    'alter table limits.profiles add primary key (id)',
  ],
}

/** All that the feed keeps: the trade, the two logs with what they are browsed and searched by, and the sums by day. */
const fed: Table = {
  name: 'fed',
  statements: [
    `create table limits.buyers as select c.id, c.external_id, c.first_name || ' ' || c.last_name as name,
       coalesce(c.email, '') as email, coalesce(b.purchases, 0) as purchases
     from customers c left join buyers b on b.customer_id = c.id where c.source = 'shop' order by random()`,
    'alter table limits.buyers add primary key (external_id) include (id)',
    'alter table limits.buyers set (fillfactor = 80)',
    'create table limits.terms as select customer_id, starts_at, ends_at from subscription_periods order by random()',
    'alter table limits.terms add primary key (customer_id, starts_at)',
    `create table limits.sold as select id, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
       payment_reference, kobo, by_subscriber from purchases order by random()`,
    'alter table limits.sold add primary key (id)',
    'alter table limits.sold add unique (external_id)',
    'create index on limits.sold (customer_id, at)',
    'create table limits.lines as select * from purchase_lines order by random()',
    'alter table limits.lines add primary key (purchase_id, n)',
    'create table limits.ticket_lines as select * from ticket_log order by random()',
    ...['at', 'cinema_id, at', 'customer_id, at', 'movie_id, at'].map(
      (columns) => `create index on limits.ticket_lines (${columns}, purchase_id, n)`,
    ),
    `create table limits.paid as select reference, at, customer_id, is_customer, name, email, kobo, status, bookings, search_text
     from payments order by random()`,
    'alter table limits.paid add primary key (reference)',
    'create index on limits.paid (is_customer, at)',
    'create index on limits.paid using gin (search_text gin_trgm_ops)',
    'create table limits.guests as select email, name, phone, last_purchase_at, purchases from guests order by random()',
    'alter table limits.guests add primary key (email)',
    ...[
      ['sales_sums', 'cinema_sales_days', 'day, cinema_id, channel, kind', 'count, kobo'],
      ['movie_sums', 'movie_days', 'day, cinema_id, movie_id', 'count, kobo'],
      ['show_sums', 'show_days', 'day', 'sold'],
      ['ticket_sums', 'ticket_log_days', 'cinema_id, show_day, day, channel', 'lines'],
      ['paid_sums', 'payment_days', 'day, is_customer', 'count'],
    ].flatMap(([name, from, keys, values]) => [
      `create table limits.${name} as select ${keys}, ${values} from ${from} order by random()`,
      `alter table limits.${name} add primary key (${keys})`,
      `alter table limits.${name} set (fillfactor = 80)`,
    ]),
    `select setval('limits.sold_ids', (select max(id) from limits.sold))`,
  ],
}

export const begin = [
  'drop schema if exists limits cascade',
  'create schema limits',
  'create sequence limits.people_ids cache 100',
  'create sequence limits.sold_ids cache 1000',
]
export const tables: readonly Table[] = [people, payments, tickets, files, revenue, records, fed]

/** What earlier runs wrote, here and there each in its own number, is the same again. @param seeded customers of the seed */
export const levelled = (seeded: number): string[] => [
  `delete from limits.people where id > ${seeded} or id in (select id from customers where not is_listed)`,
  // Whom an earlier run added has a number that will be given again.
  `delete from limits.profiles where id > ${seeded}`,
  `insert into limits.people ${peopleOf(`c.id > ${seeded}`)}`,
  `select setval('limits.people_ids', (select max(id) from limits.people))`,
  `insert into limits.payments ${paymentsOf('e.id > (select max(id) from limits.payments)')}`,
  `update limits.people p set is_active = not is_active where is_active <> exists (
     select from subscription_periods s where s.customer_id = p.id and s.starts_at <= now() and s.ends_at > now())`,
  'delete from limits.totals',
  total('people', 'select count(*) from limits.people'),
  total('unsubscribed', 'select count(*) from limits.people where not is_active'),
  total('payments of customers', 'select count(*) from limits.payments where is_customer'),
]
