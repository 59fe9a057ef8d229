import { DERIVED_DAYS } from '#features/sales/trade/server/public.ts'

/**
 * What each roll-up must hold, counted from the raw rows. Written for whole tables, apart from the triggers that keep the
 * roll-ups a statement at a time, so that a mistake in one is seen by the other.
 */
export type Rollup = {
  table: string
  /** The day comes first, or the code or cinema where there is no day. */
  keys: readonly string[]
  values: readonly string[]
  /** Columns that are written with them, and are not compared. */
  also?: readonly string[]
  /**
   * Rows of keys and values, and of what is written with them. @param on narrows a column to the days, codes or cinemas in
   * question; `true` for all of them
   */
  counted: (on: (column: string) => string) => string
}

type On = (column: string) => string

/** Every fact of tickets by the day of their show: day, cinema, sold, redeemed. */
const shows = (on: On) => `
  select l.show_day as day, coalesce(p.cinema_id, '') as cinema_id, l.quantity as sold, 0 as redeemed
    from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'ticket' and ${on('l.show_day')}
  union all
  select l.show_day, coalesce(p.cinema_id, ''), -l.quantity, 0
    from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
    where l.kind = 'ticket' and ${on('l.show_day')}
  union all
  select show_day, coalesce(cinema_id, ''), 0, tickets from redemptions where ${on('show_day')}`

/** Every fact of sales: day, cinema, channel, kind, count, kobo. */
const sales = (on: On) => `
  select day, coalesce(cinema_id, '') as cinema_id, channel, 'purchase' as kind, 1::bigint as count, kobo
    from purchases where ${on('day')}
  union all
  select day, coalesce(cinema_id, ''), channel, 'once', 1, kobo from purchases where not by_subscriber and ${on('day')}
  union all
  select p.day, coalesce(p.cinema_id, ''), p.channel, l.kind, l.quantity, l.kobo
    from purchases p join purchase_lines l on l.purchase_id = p.id where ${on('p.day')}
  union all
  select p.day, coalesce(p.cinema_id, ''), p.channel, 'concession-subscriber', 1, l.kobo
    from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.by_subscriber and l.kind = 'concession' and ${on('p.day')}
  union all
  select p.day, coalesce(p.cinema_id, ''), p.channel, 'concession-discount', 1, l.discount_kobo
    from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.by_subscriber and l.kind = 'concession' and l.discount_kobo <> 0 and ${on('p.day')}
  union all
  select r.day, coalesce(p.cinema_id, ''), p.channel, 'refund', 1, r.kobo
    from refunds r join purchases p on p.id = r.purchase_id where ${on('r.day')}
  union all
  select r.day, coalesce(p.cinema_id, ''), p.channel, l.kind, -l.quantity, -l.kobo
    from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
    where ${on('r.day')}`

export const rollups: readonly Rollup[] = [
  {
    table: 'cinema_sales_days',
    keys: ['day', 'cinema_id', 'channel', 'kind'],
    values: ['count', 'kobo'],
    counted: (on) => `
      select day, cinema_id, channel, kind, sum(count) as count, sum(kobo) as kobo
      from (${sales(on)}) f group by day, cinema_id, channel, kind`,
  },
  {
    // Of the days, which are counted above: a repair need not read all purchases while others wait.
    table: 'cinema_sales',
    keys: ['cinema_id', 'channel', 'kind'],
    values: ['count', 'kobo'],
    counted: (on) => `
      select cinema_id, channel, kind, sum(count) as count, sum(kobo) as kobo
      from cinema_sales_days where ${on('cinema_id')} group by cinema_id, channel, kind`,
  },
  {
    table: 'sales_days',
    keys: ['day', 'channel', 'kind'],
    values: ['count', 'kobo'],
    counted: (on) => `
      select day, channel, kind, sum(count) as count, sum(kobo) as kobo from (${sales(on)}) f group by day, channel, kind`,
  },
  {
    table: 'movie_days',
    keys: ['day', 'cinema_id', 'movie_id'],
    values: ['count', 'kobo'],
    counted: (on) => `
      select day, cinema_id, movie_id, sum(count) as count, sum(kobo) as kobo from (
        select p.day, coalesce(p.cinema_id, '') as cinema_id, coalesce(l.movie_id, '') as movie_id, l.quantity as count, l.kobo
          from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'ticket' and ${on('p.day')}
        union all
        select r.day, coalesce(p.cinema_id, ''), coalesce(t.movie_id, ''), -l.quantity, -l.kobo
          from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
          left join lateral (
            select movie_id from purchase_lines where purchase_id = p.id and kind = 'ticket'
            order by (r.source = 'marquee' and n = l.n) desc, show_day is not distinct from l.show_day desc, n limit 1
          ) t on true
          where l.kind = 'ticket' and ${on('r.day')}
      ) f group by day, cinema_id, movie_id`,
  },
  {
    table: 'show_days',
    keys: ['day'],
    values: ['sold', 'redeemed'],
    counted: (on) => `
      select day, sum(sold) as sold, sum(redeemed) as redeemed from (
        select show_day as day, quantity as sold, 0 as redeemed from purchase_lines where kind = 'ticket' and ${on('show_day')}
        union all
        select show_day, -quantity, 0 from refund_lines where kind = 'ticket' and ${on('show_day')}
        union all
        select show_day, 0, tickets from redemptions where ${on('show_day')}
      ) f where day is not null group by day`,
  },
  {
    table: 'cinema_show_days',
    keys: ['day', 'cinema_id'],
    values: ['sold', 'redeemed'],
    counted: (on) => `
      select day, cinema_id, sum(sold) as sold, sum(redeemed) as redeemed
      from (${shows(on)}) f where day is not null group by day, cinema_id`,
  },
  {
    table: 'ticket_log_days',
    keys: ['day', 'cinema_id', 'show_day', 'channel'],
    values: ['lines'],
    counted: (on) => `
      select p.day, c.cinema_id, s.show_day, p.channel, count(*) as lines
      from purchases p join purchase_lines l on l.purchase_id = p.id
        cross join lateral (values (coalesce(p.cinema_id, '')), ('*')) c(cinema_id)
        cross join lateral (values (coalesce(l.show_day, '-infinity')), (date 'infinity')) s(show_day)
      where l.kind = 'ticket' and ${on('p.day')}
      group by p.day, c.cinema_id, s.show_day, p.channel`,
  },
  {
    table: 'payment_days',
    keys: ['day', 'is_customer'],
    values: ['count'],
    counted: (on) => `
      select (at at time zone 'UTC')::date as day, is_customer, count(*) as count
      from payments where ${on("(at at time zone 'UTC')::date")} group by 1, 2`,
  },
  {
    table: 'payment_cinema_days',
    keys: ['day', 'cinema_id', 'is_customer'],
    values: ['count'],
    counted: (on) => `
      select (at at time zone 'UTC')::date as day, cinema_id, is_customer, count(*) as count
      from payments where cinema_id is not null and ${on("(at at time zone 'UTC')::date")} group by 1, 2, 3`,
  },
  {
    table: 'merchandise_days',
    keys: ['day', 'product_id'],
    values: ['lines', 'quantity'],
    counted: (on) => `
      select p.day, m.product_id, count(*) as lines, sum(m.quantity) as quantity
      from purchases p join merchandise_sales m on m.purchase_id = p.id where ${on('p.day')} group by p.day, m.product_id`,
  },
  {
    table: 'merchandise_cinema_days',
    keys: ['day', 'product_id', 'cinema_id'],
    values: ['lines', 'quantity'],
    counted: (on) => `
      select p.day, m.product_id, p.cinema_id, count(*) as lines, sum(m.quantity) as quantity
      from purchases p join merchandise_sales m on m.purchase_id = p.id
      where p.cinema_id is not null and ${on('p.day')} group by p.day, m.product_id, p.cinema_id`,
  },
  {
    table: 'redemption_days',
    keys: ['day'],
    values: ['tickets', 'subscription_tickets'],
    counted: (on) => `
      select day, sum(tickets) as tickets, sum(case when by_subscription then tickets else 0 end) as subscription_tickets
      from redemptions where ${on('day')} group by day`,
  },
  {
    table: 'cinema_redemption_days',
    keys: ['day', 'cinema_id'],
    values: ['tickets', 'subscription_tickets'],
    counted: (on) => `
      select day, coalesce(cinema_id, '') as cinema_id, sum(tickets) as tickets,
        sum(case when by_subscription then tickets else 0 end) as subscription_tickets
      from redemptions where ${on('day')} group by 1, 2`,
  },
  {
    table: 'referral_sums',
    keys: ['code'],
    values: ['tickets', 'kobo', 'purchases'],
    counted: (on) => `
      select code, sum(tickets) as tickets, sum(kobo) as kobo, sum(purchases) as purchases from (
        select upper(referral_code) as code, 0::bigint as tickets, 0::bigint as kobo, 1::bigint as purchases
          from purchases where referral_code <> '' and ${on('upper(referral_code)')}
        union all
        select upper(p.referral_code), case when l.kind = 'ticket' then l.quantity else 0 end, l.kobo, 0
          from purchases p join purchase_lines l on l.purchase_id = p.id
          where p.referral_code <> '' and ${on('upper(p.referral_code)')}
        union all
        select upper(p.referral_code), case when l.kind = 'ticket' then -l.quantity else 0 end, -l.kobo, 0
          from purchases p join refunds r on r.purchase_id = p.id join refund_lines l on l.refund_id = r.id
          where p.referral_code <> '' and ${on('upper(p.referral_code)')}
      ) f group by code`,
  },
  {
    table: 'visit_days',
    keys: ['day', 'channel'],
    values: ['count'],
    counted: (on) => `select day, channel, sum(count) as count from visits where ${on('day')} group by day, channel`,
  },
  {
    table: 'signup_days',
    keys: ['day', 'channel'],
    values: ['count', 'unlisted'],
    counted: (on) => `
      select registered_on as day, channel, count(*) as count, count(*) filter (where not is_listed) as unlisted
      from customers
      where registered_on is not null and ${on('registered_on')} group by registered_on, channel`,
  },
  {
    table: 'subscription_days',
    keys: ['day'],
    values: [
      'started',
      'started_kobo',
      'new_tickets',
      'started_tickets',
      'ended',
      'ended_kobo',
      'ended_tickets',
      'unlisted_started',
      'unlisted_ended',
      'bought',
    ],
    counted: (on) => `
      select day, count(*) filter (where what = 'started') as started,
        coalesce(sum(kobo) filter (where what = 'started'), 0) as started_kobo,
        coalesce(sum(tickets) filter (where what = 'started' and is_new), 0) as new_tickets,
        coalesce(sum(tickets) filter (where what = 'started'), 0) as started_tickets,
        count(*) filter (where what = 'ended') as ended,
        coalesce(sum(kobo) filter (where what = 'ended'), 0) as ended_kobo,
        coalesce(sum(tickets) filter (where what = 'ended'), 0) as ended_tickets,
        count(*) filter (where what = 'started' and not is_listed) as unlisted_started,
        count(*) filter (where what = 'ended' and not is_listed) as unlisted_ended,
        count(*) filter (where what = 'bought') as bought
      from (
        select s.starts_on as day, 'started' as what, s.kobo, s.tickets, s.is_new, c.is_listed
          from subscription_periods s join customers c on c.id = s.customer_id where ${on('s.starts_on')}
        union all
        select s.ends_on, 'ended', s.kobo, s.tickets, s.is_new, c.is_listed
          from subscription_periods s join customers c on c.id = s.customer_id where isfinite(s.ends_on) and ${on('s.ends_on')}
        union all
        select day, 'bought', 0, 0, false, true from subscription_events where kind = 'start' and ${on('day')}
      ) f group by day`,
  },
  {
    table: 'buyers',
    keys: ['customer_id'],
    values: ['purchases'],
    counted: (on) => `
      select customer_id, count(*) as purchases from purchases
      where customer_id is not null and ${on('customer_id')} group by customer_id`,
  },
  {
    table: 'guest_cinemas',
    keys: ['email', 'cinema_id'],
    values: ['purchases'],
    counted: (on) => `
      select lower(trim(buyer_email)) as email, cinema_id, count(*) as purchases, max(at) as last_purchase_at from purchases
      where customer_id is null and trim(buyer_email) <> '' and cinema_id is not null and ${on('lower(trim(buyer_email))')}
      group by 1, 2`,
    also: ['last_purchase_at'],
  },
  {
    table: 'external_refunds',
    keys: ['refund_id'],
    values: ['payment_id', 'kobo'],
    counted: (on) => `
      select r.id as refund_id, e.id as payment_id, r.kobo, p.cinema_id, p.payment_method as method
      from refunds r join purchases p on p.id = r.purchase_id
        left join payments e on e.reference = p.payment
        left join refund_postings t on t.refund_id = r.id
      where t.refund_id is null and ${on('r.id')}`,
    also: ['cinema_id', 'method'],
  },
  {
    table: 'subscription_ends',
    keys: ['ended_on', 'renewed_on'],
    values: ['count', 'kobo'],
    counted: (on) => `
      select ends_on as ended_on, renewed_on, count(*) as count, sum(kobo) as kobo
      from subscription_periods where isfinite(ends_on) and ${on('ends_on')} group by ends_on, renewed_on`,
  },
]

/** Days that are derived from instants: the column, and what it must be in the chain's zone ($1). */
export const days = [...DERIVED_DAYS, ['customers', 'registered_on', 'registered_at']] as const

/** Subscription periods that are not what the events amount to ($1: the zone), by customer. */
export const wrongPeriods = `
  with due as (
    select * from subscription_periods_of(array(select distinct customer_id from subscription_events), $1)
  )
  select customer_id, count(s.ends_at) as stored, count(d.ends_at) as counted
  from subscription_periods s full join due d using (customer_id, starts_at)
  where s is distinct from d
  group by customer_id order by customer_id`

/** Purchases that are a subscriber's and are not marked as one, or the other way about. */
export const wrongBuyers = `
  select id, by_subscriber as stored, not by_subscriber as counted
  from purchases p
  where by_subscriber <> exists (
    select from subscription_periods s where s.customer_id = p.customer_id and s.starts_at <= p.at and p.at < s.ends_at
  ) order by id`

/**
 * Payments that are not where all was bought that was paid. A case and not a having: the planner takes what a having leaves for
 * one row, and would look for each of ten million payments through all purchases.
 */
export const wrongPlaces = `
  select e.id, e.cinema_id as stored, b.cinema_id as counted
  from payments e left join (
    select reference,
      case when count(*) = count(cinema_id) and min(cinema_id) = max(cinema_id) then min(cinema_id) end as cinema_id
    from (
      select payment as reference, cinema_id from purchases where payment is not null
      union all
      select p.reference, c.cinema_id
      from cube_payments p join cube_bookings o on o.id = p.booking_id join cubes c on c.id = o.cube_id
      where p.reference is not null
    ) bought
    group by reference
  ) b using (reference)
  where e.cinema_id is distinct from b.cinema_id order by e.id`

/** Payments that know another way in which they were paid than was reported. */
export const wrongMethods = `
  select e.id, e.method as stored, m.method as counted
  from payments e left join (
    select reference, method_of_both(min(method), max(method)) as method
    from (
      select payment as reference, payment_method as method from purchases where payment is not null
      union all
      select reference, method from cube_payments where provider is null
    ) each group by reference
  ) m using (reference)
  where e.method is distinct from m.method order by e.id`

/** Lines of tickets that know another state of their refund than the refunds make. */
export const wrongRefundStates = `
  select t.purchase_id, t.refund as stored, coalesce(x.refund, 'none') as counted
  from ticket_log t left join refunded_lines(array(select distinct purchase_id from refunds)) x using (purchase_id, n)
  where t.refund <> coalesce(x.refund, 'none') order by t.purchase_id, t.n`

/** At how many cinemas somebody is kept as a customer, and at how many they are; of those of whom it differs. */
export const wrongCinemas = `
  select coalesce(k.customer_id, c.customer_id) as customer_id, count(k.cinema_id) as stored, count(c.cinema_id) as counted
  from customer_cinemas k full join (
    select customer_id, cinema_id from purchases where customer_id is not null and cinema_id is not null
    union
    select id, default_cinema_id from customers where default_cinema_id is not null
  ) c on c.customer_id = k.customer_id and c.cinema_id = k.cinema_id
  group by 1 having count(*) <> count(k.cinema_id) or count(*) <> count(c.cinema_id) order by 1`

export const buyersCounted = `
  select count(*) as buyers, coalesce(sum(case when n > 1 then 1 else 0 end), 0)::bigint as repeat_buyers
  from (select count(*) as n from purchases where customer_id is not null group by customer_id) b`
