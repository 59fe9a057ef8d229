import { addDays, addMonths, dayOf } from '#contract/time.ts'
import { comparedOf, periodOf, PERIODS, unitOfPeriod } from '#features/insights/analytics/compared-rules.ts'
import { analytics } from '#features/insights/analytics/contract.ts'

/** The cases are the same whoever makes them, and in whichever minute. */
const AFTERNOON = '14:30'

/** A call as the screens send it, and the least that must be read of the roll-ups to answer it. */
export type Case = { name: string; path: string; sql: string; values: unknown[] }

const ZONE = 'Africa/Lagos'

/** A day up to a time of it, as no roll-up has it. */
const PART_OF_DAY = `
  select p.channel, l.kind, sum(l.quantity) as n, sum(l.kobo) as kobo
  from purchases p join purchase_lines l on l.purchase_id = p.id
  where p.day = $1 and p.at < ($1::date + $2::time) at time zone $3 group by 1, 2
  union all
  select p.channel, l.kind, -sum(l.quantity), -sum(l.kobo)
  from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
  where r.day = $1 and r.at < ($1::date + $2::time) at time zone $3 group by 1, 2`
/** This period, and the two that it is compared with up to this time of their last day. */
const BY_CINEMA = `
  with x(n, start, until) as (values (1, $1::date, $2::date), (2, $3::date, $4::date), (3, $5::date, $6::date))
  select c.id, x.n, d.*
  from cinemas c cross join x cross join lateral (
    select kind, sum(count) as count, sum(kobo) as kobo from cinema_sales_days
    where cinema_id = c.id and day between x.start and x.until - (x.n > 1)::int
      and kind in ('ticket', 'concession', 'subscription', 'refund')
    group by 1
  ) d
  union all
  select p.cinema_id, x.n, l.kind, sum(l.quantity), sum(l.kobo)
  from x join purchases p on p.day = x.until and p.at < (x.until + (now() at time zone $7)::time) at time zone $7
    join purchase_lines l on l.purchase_id = p.id
  where x.n > 1 group by 1, 2, 3
  union all
  select p.cinema_id, x.n, 'refund', count(*), sum(r.kobo)
  from x join refunds r on r.day = x.until and r.at < (x.until + (now() at time zone $7)::time) at time zone $7
    join purchases p on p.id = r.purchase_id
  where x.n > 1 group by 1, 2
  union all
  select s.cinema_id, x.n, 'taken', count(*), sum(k.seats - s.seats_available)
  from x join showtimes s on s.starts_at >= x.start::timestamp at time zone $7
    and s.starts_at < least(now(), (x.until + 1)::timestamp at time zone $7)
    join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
  where s.cancelled_at is null group by 1, 2`
const BY_TIME = `
  select extract(dow from d.day) as weekday, sum(d.kobo) as kobo, (
    select jsonb_agg(h) from (
      select extract(hour from s.starts_at at time zone $3) as hour, sum(k.seats) as seats, sum(s.seats_available) as free
      from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
      where s.cancelled_at is null and s.starts_at >= $1::date::timestamp at time zone $3 and s.starts_at < now() group by 1
    ) h) as hours
  from cinemas c cross join lateral (
    select day, kobo from cinema_sales_days
    where cinema_id = c.id and day between $1 and $2 and kind in ('ticket', 'concession', 'subscription')
  ) d group by 1`

/** Every call of the figures: the year so far, a month of days, and the first page of the table. */
export function cases(): Case[] {
  const today = dayOf(new Date(), ZONE)
  const range = { start_date: addMonths(today, -1), end_date: today }
  const days = [range.start_date, range.end_date]
  const clock = AFTERNOON
  const year = Number(today.slice(0, 4))
  const month = { year, monthIndex: Number(today.slice(5, 7)) - 1 }
  const ofYear = [`${year}-01-01`, today]
  const ofMonth = [`${today.slice(0, 7)}-01`, today]
  const one = (name: keyof typeof analytics, query: Record<string, unknown>, sql: string, values: unknown[]): Case => ({
    name,
    path: `/api${analytics[name].path}${Object.keys(query).length ? `?${new URLSearchParams(query as Record<string, string>)}` : ''}`,
    sql,
    values,
  })
  const inForce = `coalesce((select sum(started - ended) from subscription_days where day < $1), 0)::bigint as before`
  const byDay = (columns: string, table: string) => `select ${columns} from ${table} where day between $1 and $2`
  const byMonth = (sums: string, table: string, where = 'day between $1 and $2') =>
    `select date_trunc('month', day)::date as month, ${sums} from ${table} where ${where} group by 1`
  const tickets = byDay('day, channel, count, kobo', 'sales_days') + ` and kind = 'ticket'`
  return [
    one(
      'salesAndRevenue',
      range,
      byDay('day, channel, kind, count, kobo', 'sales_days') + ` and kind in ('ticket', 'concession', 'subscription')`,
      days,
    ),
    one(
      'churnRate',
      range,
      `select d.day, d.started - d.ended as net, e.n, ${inForce} from subscription_days d left join (
        select ended_on, sum(count) as n from subscription_ends where ended_on between $1 and $2 and renewed_on > ended_on group by 1
      ) e on e.ended_on = d.day where d.day between $1 and $2`,
      days,
    ),
    one('redemptionRate', range, byDay('day, sold, redeemed', 'show_days'), days),
    one(
      'users',
      range,
      `select d.day, d.started - d.ended as net, s.n, ${inForce},
        (select sum(count) from signup_days where day < $1) as registered
       from subscription_days d left join (
         select day, sum(count) as n from signup_days where day between $1 and $2 group by 1
       ) s using (day) where d.day between $1 and $2`,
      days,
    ),
    one('ticketCount', month, tickets, ofMonth),
    one('ticketRevenue', month, tickets, ofMonth),
    one(
      'monthlyRecurringRevenue',
      { year },
      byMonth(`sum(started_kobo - ended_kobo) as kobo, sum(started - ended) as n`, 'subscription_days', 'day <= $1'),
      [today],
    ),
    one('newSignups', { year }, byMonth('sum(count) as n', 'signup_days'), ofYear),
    one(
      'subscriptionRedemption',
      { date: `${year}-01-01` },
      `select coalesce(u.month, b.month) as month, u.n as used, b.begun, b.standing from (
        ${byMonth('sum(subscription_tickets) as n', 'redemption_days')}) u full join (
        ${byMonth('sum(new_tickets) as begun, sum(started_tickets - ended_tickets) as standing', 'subscription_days', 'day <= $2')}
      ) b on b.month = u.month`,
      ofYear,
    ),
    one(
      'cancelledRecurringRevenue',
      { year },
      `select date_trunc('month', ended_on)::date as month, sum(count) as n, sum(kobo) as kobo from subscription_ends
       where ended_on between $1 and $2 and renewed_on >= date_trunc('month', ended_on::timestamp) + interval '1 month' group by 1`,
      ofYear,
    ),
    one(
      'subscribedConcessionPurchase',
      { year },
      byMonth('kind, sum(count) as n, sum(kobo) as kobo', 'sales_days').replace('group by 1', '') +
        ` and kind in ('concession-subscriber', 'concession-discount') group by 1, 2`,
      ofYear,
    ),
    one(
      'dashboard',
      {},
      `select (select jsonb_agg(s) from (
          select kind, channel, sum(count) as n, sum(kobo) as kobo from sales_days group by 1, 2) s) as sales,
        (select sum(count) from signup_days) as registered,
        (select sum(started - ended) from subscription_days where day <= $1) as active, buyers, repeat_buyers from buyer_counts`,
      [today],
    ),
    one(
      'oneTimePurchase',
      { page: 1, perPage: 15 },
      `select p.id, p.at, p.buyer_name, p.payment_reference, c.first_name, c.last_name, l.kinds, t.n
       from (select * from purchases where not by_subscriber order by at desc, id desc limit 15) p
       cross join (select sum(count) as n from sales_days where kind = 'once') t
       cross join lateral (select array_agg(kind) as kinds from purchase_lines where purchase_id = p.id) l
       left join customers c on c.id = p.customer_id`,
      [],
    ),
    one('usersVisit', { date: ofMonth[0] }, byDay('day, channel, count', 'visit_days'), ofMonth),
    one(
      'conversionRate',
      range,
      `select (select sum(bought) from subscription_days where day between $1 and $2) as bought,
        (select sum(count) from signup_days where day between $1 and $2) as registered`,
      days,
    ),
    one(
      'averageRedemption',
      { date: today, duration: 'WEEKLY' },
      'select min(day) as first, sum(tickets) as n from redemption_days where day <= $1',
      [today],
    ),
    one(
      'customerChurnRate',
      { year },
      `select date_trunc('month', d.day)::date as month, sum(d.started - d.ended) as net, max(e.n) as n
       from subscription_days d left join (
         select date_trunc('month', ended_on)::date as month, sum(count) as n from subscription_ends
         where ended_on between $1 and $2 and renewed_on >= date_trunc('month', ended_on::timestamp) + interval '1 month' group by 1
       ) e on e.month = date_trunc('month', d.day)::date where d.day <= $2 group by 1`,
      ofYear,
    ),
    one(
      'salesAndRevenue',
      { start_date: addDays(today, -7), end_date: addDays(today, -7), up_to: clock },
      PART_OF_DAY,
      [addDays(today, -7), clock, ZONE],
    ),
    ...PERIODS.map((period) => {
      const range = periodOf(period, today, 'friday')
      const bases = (['before', 'year'] as const).map(
        (to) => comparedOf(range, { today, clock, to, unit: unitOfPeriod(period) })!.before,
      )
      return one('byCinema', { period }, BY_CINEMA, [
        ...[range, ...bases].flatMap(({ start, end }) => [start, end]),
        ZONE,
      ])
    }),
    ...(['week', 'year'] as const).map((period) => {
      const { start } = periodOf(period, today, 'friday')
      return one('byTime', { period }, BY_TIME, [start, today, ZONE])
    }),
    one(
      'salesAndRevenue',
      { start_date: addDays(today, -1095), end_date: today },
      byDay('day, channel, kind, count, kobo', 'sales_days') + ` and kind in ('ticket', 'concession', 'subscription')`,
      [addDays(today, -1095), today],
    ),
  ]
}

/** The calls of figures that cinemas have, of these. */
export function casesAt(cinemas: readonly string[]): Case[] {
  const today = dayOf(new Date(), ZONE)
  const of = { cinemas: cinemas.join() }
  const month = { start_date: addMonths(today, -1), end_date: today }
  const years = { start_date: addDays(today, -1095), end_date: today }
  const year = Number(today.slice(0, 4))
  const one = (name: keyof typeof analytics, query: Record<string, unknown>, sql: string, values: unknown[]): Case => ({
    name,
    path: `/api${analytics[name].path}?${new URLSearchParams({ ...query, ...of } as Record<string, string>)}`,
    sql,
    values: [cinemas, ...values],
  })
  const summed = (keys: string, sums: string, table: string, more = '') =>
    `select ${keys}, ${sums} from ${table} where cinema_id = any($1) and day between $2 and $3 ${more} group by ${keys}`
  const sold = (more: string) =>
    summed('day, channel, kind', 'sum(count) as n, sum(kobo) as kobo', 'cinema_sales_days', more)
  const all = sold(`and kind in ('ticket', 'concession', 'subscription')`)
  const tickets = sold(`and kind = 'ticket'`)
  const ofMonth = [`${today.slice(0, 7)}-01`, today]
  return [
    one('salesAndRevenue', month, all, [month.start_date, today]),
    one('salesAndRevenue', years, all, [years.start_date, today]),
    one('redemptionRate', month, summed('day', 'sum(sold) as sold, sum(redeemed) as redeemed', 'cinema_show_days'), [
      month.start_date,
      today,
    ]),
    one('ticketCount', { year, monthIndex: Number(today.slice(5, 7)) - 1 }, tickets, ofMonth),
    one(
      'subscribedConcessionPurchase',
      { year },
      `select date_trunc('month', day)::date as month, kind, sum(count) as n, sum(kobo) as kobo from cinema_sales_days
       where cinema_id = any($1) and day between $2 and $3 and kind in ('concession-subscriber', 'concession-discount')
       group by 1, 2`,
      [`${year}-01-01`, today],
    ),
    one(
      'dashboard',
      {},
      'select kind, channel, sum(count) as n, sum(kobo) as kobo from cinema_sales where cinema_id = any($1) group by 1, 2',
      [],
    ),
    one(
      'oneTimePurchase',
      { page: 1, perPage: 15 },
      `select p.id, p.at, p.buyer_name, p.payment_reference, c.first_name, c.last_name, l.kinds, t.n
       from (select * from purchases where not by_subscriber and cinema_id = any($1) order by at desc, id desc limit 15) p
       cross join (select sum(count) as n from cinema_sales where kind = 'once' and cinema_id = any($1)) t
       cross join lateral (select array_agg(kind) as kinds from purchase_lines where purchase_id = p.id) l
       left join customers c on c.id = p.customer_id`,
      [],
    ),
    one(
      'averageRedemption',
      { date: today, duration: 'WEEKLY' },
      'select min(day) as first, sum(tickets) as n from cinema_redemption_days where cinema_id = any($1) and day <= $2',
      [today],
    ),
  ]
}

/** One cinema, and half of those that are filled in. */
export const PLACES: Record<string, readonly string[]> = {
  'of one cinema': ['0001'],
  'of half the chain': Array.from({ length: 10 }, (_, at) => String(at + 1).padStart(4, '0')),
}
