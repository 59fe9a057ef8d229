import { dayOf, ZONE } from '../seeding.ts'
import { ERASED, MERGED, MERGED_INTO, SOURCE } from './seed-people.ts'
import { CHARGED_LATER, givenBack, REDEEMED_LATER, REFUNDED_LATER } from './seed-trade.ts'
import type { Sizes } from './sizes.ts'

/** What happens at once, as in one transaction of the product. `cleans`: a table that autovacuum has come to by then. */
export type Step = { name: string; statements: string[]; cleans?: string }

const AT_ONCE = 2000
const EDITS = 10
const NOW = 'now()'

const batches = (count: number) => Array.from({ length: Math.max(1, Math.ceil(count / AT_ONCE)) }, (_, at) => at)
const before = (until: string) => `timestamptz '${until} 00:00 ${ZONE}'`

/** In an order that has nothing to do with that of the rows. */
const inBatches = (what: string, of: number) => `abs(hashint8extended(${what}, 77)) % ${of}`

/**
 * What years did to it, with the product's triggers on: customers edited, refunds, redemptions and charges told later,
 * a subscription told late, people merged and erased as `src/features/customers/privacy` has it, members that left.
 */
export const life = (sizes: Sizes): Step[] => [
  ...edits,
  ...refunds(sizes),
  ...redemptions(sizes),
  ...charges(sizes),
  ...lateReports(sizes),
  ...merges(sizes),
  ...erasures(sizes),
  { name: 'members that left', statements: ['delete from kids_club_members where customer_id % 7 = 2'] },
]

/** A fifth of all, a part after the other: dead rows everywhere, of which autovacuum has taken some away. */
const edits: Step[] = Array.from({ length: EDITS }, (_, n) => {
  const those = `${inBatches('id', 50)} = ${n} and registered_at is not null`
  return {
    name: `edits ${n}`,
    statements: [
      `update customers set phone = '+234805' || lpad(id::text, 7, '0'), trailers_watched = trailers_watched + 1, reported_at = ${NOW},
         version = version + 1 where ${those}`,
      `insert into audit_log (actor_id, actor, action, entity, entity_id, summary, before, after)
       select 1, 'Ada Eze', 'customers.edit', 'customer', id::text, 'Saved ' || first_name || ' ' || last_name,
         jsonb_build_object('phone', '+234803' || lpad(id::text, 7, '0')), jsonb_build_object('phone', phone)
       from customers where ${those}`,
      `insert into customer_changes (customer_id, kind, at) select id, 'edited', ${NOW} from customers where ${those}`,
    ],
    ...(n === 6 && { cleans: 'customers' }),
  }
})

const refunds = ({ purchases, until }: Sizes): Step[] => {
  const all = batches(purchases / 100)
  return all.map((n) => ({
    name: `refunds told later ${n}`,
    statements: [
      `with told as (
         select x.*, l.kind, l.quantity, l.show_day from (${givenBack(
           until,
           `p.id = any(array(select id from bench.later
           where remainder = ${REFUNDED_LATER} and batch = ${n}))`,
         )}) x
         join purchase_lines l on l.purchase_id = x.id and l.n = 1
       ), added as (
         insert into refunds (source, external_id, purchase_id, at, day, kobo)
         select '${SOURCE}', 'r' || id, id, back, ${dayOf('back')}, kobo from told
         returning id, purchase_id
       ) select from added`,
      `insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
       select r.id, l.n, l.kind, l.quantity, l.kobo, l.show_day
       from refunds r join purchase_lines l on l.purchase_id = r.purchase_id and l.n = 1
       where r.purchase_id = any(array(select id from bench.later where remainder = ${REFUNDED_LATER} and batch = ${n}))`,
    ],
  }))
}

const redemptions = ({ purchases, until }: Sizes): Step[] =>
  batches(purchases / 100).map((n) => ({
    name: `redemptions told later ${n}`,
    statements: [
      `insert into redemptions (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
       select '${SOURCE}', 'd' || p.id, l.show_at, l.show_day, l.show_day, p.cinema_id, p.customer_id, l.quantity, p.by_subscriber
       from bench.later b join purchases p on p.id = b.id join purchase_lines l on l.purchase_id = p.id and l.n = 1
       where b.remainder = ${REDEEMED_LATER} and b.batch = ${n} and l.kind = 'ticket' and l.show_day < date '${until}'`,
    ],
  }))

const charges = ({ purchases }: Sizes): Step[] =>
  batches(purchases / 100).map((n) => ({
    name: `charges told later ${n}`,
    statements: [
      `insert into payment_events (at, provider, reference, customer_id, email, kobo, purchase_type, status, provider_id)
       select p.at, 'flutterwave', p.payment_reference, p.customer_id, p.buyer_email, p.kobo, 'Web or app purchase', 'succeeded',
         'charge-' || p.id
       from bench.later b join purchases p on p.id = b.id
       where b.remainder = ${CHARGED_LATER} and b.batch = ${n} and p.payment_reference is not null and p.channel <> 'not_specified'`,
    ],
  }))

/** A renewal that is told after what it paid for was used: subscription periods are written anew, and purchases turn out to be subscribers'. */
const lateReports = ({ customers, until }: Sizes): Step[] => {
  const all = batches(customers / 100)
  return all.map((n) => {
    const those = `id % 1000 >= 100 and id % 100 = 90 and ${inBatches('id', all.length)} = ${n}`
    const subscriptionPeriods = `customer_id in (select id from customers where ${those})`
    return {
      name: `subscriptions told late ${n}`,
      statements: [
        `insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
         select '${SOURCE}', 'l' || id, id, 'renewal', at, ${dayOf('at')}, at + interval '90 days', 'Fan', 500000, 4
         from (select id, ${before(until)} - interval '300 days' as at from customers where ${those}) c`,
        `delete from subscription_periods where ${subscriptionPeriods}`,
        `insert into subscription_periods select * from subscription_periods_of(array(select id from customers where ${those}), '${ZONE}')`,
        `update purchases p set by_subscriber = not by_subscriber
         where ${subscriptionPeriods.replace('customer_id', 'p.customer_id')} and by_subscriber <> exists (
           select from subscription_periods s where s.customer_id = p.customer_id and s.starts_at <= p.at and p.at < s.ends_at)`,
      ],
    }
  })
}

const ERASED_COLUMNS = `gender = null, billing_cycle = null, default_cinema_id = null, profile_image = null, card_number = null,
  card_pin_hash = null, password_hash = null, first_name = '', last_name = '', email = null, phone = null, aliases = '',
  birth_date = null, trailers_watched = null, tokens_cleared_at = ${NOW}, version = version + 1`

/** Two customers are one person: what the one did is the other's. */
const merges = ({ customers }: Sizes): Step[] => {
  const all = batches((customers / 100) * 10)
  return all.map((n) => {
    const pairs = `(select id as lost, ${MERGED_INTO} as kept from customers where ${MERGED} and ${MERGED_INTO} <= ${customers}
      and ${inBatches('id', all.length)} = ${n}) m`
    return {
      name: `merged ${n}`,
      statements: [
        ...['purchases', 'redemptions', 'payment_events'].map(
          (table) => `update ${table} t set customer_id = m.kept from ${pairs} where t.customer_id = m.lost`,
        ),
        `update payments e set customer_id = m.kept, is_customer = c.is_listed
         from ${pairs} join customers c on c.id = m.kept where e.customer_id = m.lost`,
        `update buyer_counts b set buyers = b.buyers + x.buyers, repeat_buyers = b.repeat_buyers + x.repeat_buyers
         from (
           select sum((coalesce(k.purchases, 0) = 0)::int - 1) filter (where l.purchases > 0) as buyers, sum(
             (coalesce(k.purchases, 0) + l.purchases > 1)::int - (coalesce(k.purchases, 0) > 1)::int - (l.purchases > 1)::int
           ) as repeat_buyers
           from ${pairs} join buyers l on l.customer_id = m.lost left join buyers k on k.customer_id = m.kept
         ) x where x.buyers is not null`,
        `create temporary table merging on commit drop as
         select m.kept, l.id as lost, l.email, l.phone, l.channel, l.registered_at, l.registered_on, l.trailers_watched
         from ${pairs} join customers l on l.id = m.lost`,
        `update customers c set merged_into = m.kept, registered_at = null, registered_on = null, ${ERASED_COLUMNS.replaceAll(
          'version + 1',
          'c.version + 1',
        )} from merging m where c.id = m.lost`,
        `update customers c set aliases = m.email || ' ' || m.phone,
           trailers_watched = c.trailers_watched + m.trailers_watched,
           channel = case when m.registered_at < c.registered_at then m.channel else c.channel end,
           registered_at = least(c.registered_at, m.registered_at), registered_on = least(c.registered_on, m.registered_on),
           reported_at = greatest(c.reported_at, ${NOW}), version = c.version + 1
         from merging m where c.id = m.kept`,
        `insert into buyers as b (customer_id, purchases)
         select m.kept, l.purchases from merging m join buyers l on l.customer_id = m.lost
         on conflict (customer_id) do update set purchases = b.purchases + excluded.purchases`,
        `delete from buyers b using merging m where b.customer_id = m.lost`,
        `insert into customer_changes (customer_id, kind, at)
         select case x.kind when 'edited' then kept else lost end, x.kind, ${NOW} from merging, (values ('edited'), ('merged')) x(kind)`,
      ],
    }
  })
}

/** Who asked to be forgotten: the trade stays, without them. */
const erasures = ({ customers }: Sizes): Step[] => {
  const all = batches((customers / 200) * 10)
  return all.map((n) => {
    const those = `select id from customers where ${ERASED} and ${inBatches('id', all.length)} = ${n}`
    return {
      name: `erased ${n}`,
      statements: [
        ...[
          `purchases set buyer_name = '', buyer_email = '', buyer_phone = ''`,
          `payments set email = '', name = ''`,
          `payment_events set email = ''`,
        ].map((update) => `update ${update} where customer_id in (${those})`),
        `insert into erasures (customer_id, at, actor_id, actor, retained)
         select id, ${NOW}, 1, 'Bench Mark', jsonb_build_array(jsonb_build_object('what', 'Purchases', 'count',
           coalesce((select purchases from buyers where customer_id = id), 0)))
         from customers where id in (${those})`,
        `update customers set erased_at = ${NOW}, ${ERASED_COLUMNS} where id in (${those})`,
        `insert into customer_changes (customer_id, kind, at) select id, 'erased', ${NOW} from (${those}) x`,
      ],
    }
  })
}

/** Which purchases are told something of later, in which batch. */
export const later = ({ purchases }: Sizes): string[] => [
  `create table bench.later as
   select id, (id % 100)::int as remainder, ${inBatches('id', batches(purchases / 100).length)} as batch
   from purchases where id % 100 in (${REFUNDED_LATER}, ${REDEEMED_LATER}, ${CHARGED_LATER})`,
  'alter table bench.later add primary key (remainder, batch, id)',
  'analyze bench.later',
]
