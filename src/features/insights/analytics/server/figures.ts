import { lostIn } from '#features/sales/trade/rules.ts'
import { toNaira } from '#contract/money.ts'
import type { Output } from '#contract/endpoint.ts'
import { addDays, daysAsInstants, momentOn, type Day, type Weekday, type Zones } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Paging } from '#server/db/page.ts'
import type { analytics, CubeRow, MonthRow, SalesRow, Step } from '../contract.ts'
import { percentage, type Duration } from '../rules.ts'
import { daysUntil, monthsUntil, periodsBetween, stepsUntil, fullMonth, fullPeriods, type Month } from './periods.ts'
import * as store from './store.ts'

/** Each figure as its call answers it: what the roll-ups hold, laid over the days or months that were asked for. */

/**
 * The database, the moment and the business day; the zone of business days, and that of clocks where it is another; the first day of a cinema week; the cinemas that are chosen, of the figures that they have.
 */
export type At = {
  db: Db
  now: Date
  today: Day
  zone: string
  clockZone?: string
  weekBegins: Weekday
  cinemas?: store.Cinemas
}
/** The zones of clocks and of business days. */
export const zonesOf = ({ zone, clockZone = zone }: Pick<At, 'zone' | 'clockZone'>): Zones => ({
  zone: clockZone,
  dayZone: zone,
})
export type Range = { start_date: Day; end_date: Day }
type Reply<K extends keyof typeof analytics> = (typeof analytics)[K] extends { reply: infer R } ? Output<R> : never

const CHANNELS = ['web', 'mobile', 'not_specified'] as const
const KINDS = { ticket: 'tickets', concession: 'concessions', subscription: 'subscriptions' } as const
const SALE_KINDS = ['ticket', 'concession', 'subscription'] as const

/** A row for each day that has come; those of the store by their day. */
const laid = <R extends { day: Day }, T>(
  days: readonly Day[],
  rows: readonly R[],
  toRow: (day: Day, rows: R[]) => T,
) => {
  const byDay = new Map<Day, R[]>()
  for (const row of rows) {
    const known = byDay.get(row.day)
    if (known) known.push(row)
    else byDay.set(row.day, [row])
  }
  return days.map((day) => toRow(day, byDay.get(day) ?? []))
}

/** What stood at the end of a day, from the days on which it changed; nothing before the first. */
function standsAt<R extends { day: Day }>(rows: readonly R[], none: Omit<R, 'day'>): (day: Day) => Omit<R, 'day'> {
  return (day) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle]!.day <= day) low = middle + 1
      else high = middle
    }
    return low ? rows[low - 1]! : none
  }
}

const NOTHING: store.InForce = { count: 0, kobo: 0, tickets: 0 }
/** By month it is known at the ends of months, and today. */
const inForce = async ({ db, today }: At, from: Day, until: Day, step: Step) =>
  standsAt(await store.inForceOf(db, from, until < today ? until : today, step), NOTHING)

type SalesField = `${store.Channel | 'all'}_${(typeof KINDS)[keyof typeof KINDS] | 'total'}`
const FIELDS = [...CHANNELS, 'all' as const].flatMap((channel) =>
  [...Object.values(KINDS), 'total' as const].map((kind): SalesField => `${channel}_${kind}`),
)
const withRevenue = (field: SalesField) => ({ count: field, revenue: `${field}_revenue` as const })
const REVENUES = FIELDS.map(withRevenue)
const noSales = Object.fromEntries(
  REVENUES.flatMap(({ count, revenue }) => [
    [count, 0],
    [revenue, 0],
  ]),
) as Omit<SalesRow, 'date'>
/** Where a sale of a channel and kind counts: there, in both totals, and in that of all. */
const countsIn = Object.fromEntries(
  CHANNELS.map((channel) => [
    channel,
    Object.fromEntries(
      SALE_KINDS.map((kind) => [
        kind,
        [channel, 'all' as const].flatMap((where) =>
          [KINDS[kind], 'total' as const].map((what) => withRevenue(`${where}_${what}`)),
        ),
      ]),
    ),
  ]),
) as Record<store.Channel, Record<store.SaleKind, ReturnType<typeof withRevenue>[]>>

type Stepped = Range & { step?: Step; up_to?: string | undefined }

/** The last day that counts, and the moment of it up to which it does: what is dated later than today is in no row, nor in the month that runs. */
function endOf({ today, ...zones }: At, { end_date, up_to: clock }: Stepped): { last: Day; before: Date | undefined } {
  const last = end_date < today ? end_date : today
  return { last, before: clock === undefined ? undefined : momentOn(last, clock, zonesOf(zones)) }
}

export async function salesAndRevenue(at: At, range: Stepped): Promise<SalesRow[]> {
  const { start_date, end_date, step = 'day' } = range
  const { last, before } = endOf(at, range)
  const sales = await store.salesOf(at.db, at.cinemas, start_date, last, SALE_KINDS, { step, before })
  return laid(stepsUntil(start_date, end_date, at.today, step), sales, (date, those) => {
    const row = { date, ...noSales }
    for (const sale of those)
      for (const { count, revenue } of countsIn[sale.channel][sale.kind]) {
        row[count] += sale.count
        row[revenue] += sale.kobo
      }
    for (const { revenue } of REVENUES) row[revenue] = toNaira(row[revenue])
    return row
  })
}

/** What was paid for cubes, and paid back, of each day or month. */
export async function cubeRevenue(at: At, range: Stepped): Promise<CubeRow[]> {
  const { start_date, end_date, step = 'day' } = range
  const { last, before } = endOf(at, range)
  const [from, until] = daysAsInstants(start_date, last, at.zone)
  const of = { from, before: before ?? until, start: start_date, step, zone: at.zone }
  const money = await store.cubesOf(at.db, at.cinemas, of)
  return laid(stepsUntil(start_date, end_date, at.today, step), money, (date, [row]) => {
    const { payments = 0, paid = 0, refunded = 0 } = row ?? {}
    return { date, payments, paid: toNaira(paid), refunded: toNaira(refunded), net: toNaira(paid - refunded) }
  })
}

/** Tickets of each day of a month, or their revenue, by channel. */
export async function ticketsByDay(
  { db, today, cinemas }: At,
  { year, monthIndex }: { year: number; monthIndex: number },
  figure: 'count' | 'revenue',
): Promise<Reply<'ticketCount'>> {
  const [first, last] = fullMonth(`${year}-${String(monthIndex + 1).padStart(2, '0')}-01`)
  const sales = await store.salesOf(db, cinemas, first, last, ['ticket'])
  return laid(daysUntil(first, last, today), sales, (date, those) => {
    const sum = (sales: typeof those) =>
      figure === 'count'
        ? sales.reduce((all, { count }) => all + count, 0)
        : toNaira(sales.reduce((all, { kobo }) => all + kobo, 0))
    const of = (channel: store.Channel) => sum(those.filter((sale) => sale.channel === channel))
    return { date, web: of('web'), mobile: of('mobile'), not_specified: of('not_specified'), total: sum(those) }
  })
}

export async function churnRate(at: At, { start_date, end_date }: Range): Promise<Reply<'churnRate'>> {
  const [lost, before] = await Promise.all([
    store.lostByDay(at.db, start_date, lostIn({ start_date, end_date }, at.today).before),
    inForce(at, start_date, end_date, 'day'),
  ])
  return laid(daysUntil(start_date, end_date, at.today), lost, (date, [row]) => ({
    date,
    churnRate: date < at.today ? percentage(row?.count ?? 0, before(addDays(date, -1)).count) : null,
  }))
}

/** The range as one period: what `churnRate` is of a day. */
export async function churnSummary(at: At, { start_date, end_date }: Range): Promise<Reply<'churnSummary'>> {
  const [lost, standing] = await Promise.all([
    store.lost(at.db, lostIn({ start_date, end_date }, at.today)),
    inForce(at, start_date, end_date, 'day'),
  ])
  const before = standing(addDays(start_date, -1)).count
  return {
    churnRate: percentage(lost.count, before),
    lost: lost.count,
    lostRevenue: toNaira(lost.kobo),
    inForce: before,
  }
}

export async function redemptionRate({ db, today, cinemas }: At, range: Range): Promise<Reply<'redemptionRate'>> {
  const shows = await store.showsOf(db, cinemas, range.start_date, range.end_date)
  return laid(daysUntil(range.start_date, range.end_date, today), shows, (date, [row]) => {
    const { redeemed, sold } = row ?? { redeemed: 0, sold: 0 }
    return { date, redemptionRate: percentage(redeemed, sold), redeemed, sold }
  })
}

export async function users(at: At, { start_date, end_date }: Range): Promise<Reply<'users'>> {
  const [active, rows, current] = await Promise.all([
    inForce(at, start_date, end_date, 'day'),
    store.registeredOf(at.db, start_date, end_date),
    store.standingNow(at.db, at.now),
  ])
  const registered = standsAt(rows, { count: 0 })
  return daysUntil(start_date, end_date, at.today).map((date) => {
    if (date === at.today) return { date, activeUsers: current.active, inactiveUsers: current.inactive }
    const activeUsers = active(date).count
    return { date, activeUsers, inactiveUsers: Math.max(0, registered(date).count - activeUsers) }
  })
}

/** A row for each month of a year that has begun, from a query over its days. */
async function byMonth<R extends { month: number }>(
  year: number,
  today: Day,
  ask: (first: Day, last: Day) => Promise<R[]>,
  toRow: (row: R | undefined, month: Month) => Partial<MonthRow>,
): Promise<MonthRow[]> {
  const months = monthsUntil(year, today)
  if (!months.length) return []
  const rows = await ask(months[0]!.first, months.at(-1)!.last)
  return months.map((month) => ({
    month: month.month,
    total: 0,
    count: 0,
    rate: null,
    ...toRow(
      rows.find((row) => row.month === month.month),
      month,
    ),
  }))
}

const newYear = (year: number): Day => `${year}-01-01`
const newYearsEve = (year: number): Day => `${year}-12-31`
/** The day before a month. */
const eveOf = (year: number, month: number): Day => addDays(`${year}-${String(month).padStart(2, '0')}-01`, -1)

/** @param until the month that it is in is counted at its end, where it is before today */
export async function recurringRevenue(at: At, year: number, until = at.today): Promise<MonthRow[]> {
  const end = until < at.today ? until : at.today
  const [standing, current] = await Promise.all([
    inForce(at, newYear(year), end < newYearsEve(year) ? end : newYearsEve(year), 'month'),
    store.recurringNow(at.db, at.now),
  ])
  return monthsUntil(year, end).map(({ month, last }) => {
    // What ends today is in force until its moment.
    const { count, kobo } = last === at.today ? current : standing(last)
    return { month, total: toNaira(kobo), count, rate: null }
  })
}

export const signups = ({ db, today }: At, year: number) =>
  byMonth(
    year,
    today,
    (first, last) => store.signupsByMonth(db, first, last),
    (row) => ({ count: row?.count ?? 0 }),
  )

/** What the plans entitle to: those in force when the month began, and those begun in it. */
export async function subscriptionRedemption(at: At, year: number): Promise<MonthRow[]> {
  const [before, months] = await Promise.all([
    inForce(at, newYear(year), newYearsEve(year), 'month'),
    byMonth(
      year,
      at.today,
      (first, last) => store.subscriptionTickets(at.db, first, last),
      (row) => ({ count: row?.used ?? 0, total: row?.begun ?? 0 }),
    ),
  ])
  return months.map(({ month, count, total: begun }) => {
    const total = before(eveOf(year, month)).tickets + begun
    return { month, total, count, rate: percentage(count, total) }
  })
}

export const cancelledRevenue = ({ db, today }: At, year: number) =>
  byMonth(
    year,
    today,
    (first, last) => store.lostByMonth(db, first, lostIn({ start_date: first, end_date: last }, today).before),
    (row) => ({ total: toNaira(row?.kobo ?? 0), count: row?.count ?? 0 }),
  )

export async function customerChurn(at: At, year: number): Promise<MonthRow[]> {
  const [before, months] = await Promise.all([
    inForce(at, newYear(year), newYearsEve(year), 'month'),
    cancelledRevenue(at, year),
  ])
  return months.map(({ month, count }) => {
    const total = before(eveOf(year, month)).count
    return { month, total, count, rate: percentage(count, total) }
  })
}

/** @param until no later day counts */
export const concessionDiscounts = ({ db, today, cinemas }: At, year: number, until = today) =>
  byMonth(
    year,
    until < today ? until : today,
    (first, last) => store.concessionDiscounts(db, cinemas, first, last),
    (row) => ({
      total: toNaira(row?.kobo ?? 0),
      count: row?.discounted ?? 0,
      rate: percentage(row?.discounted ?? 0, row?.lines ?? 0),
    }),
  )

/** Of some cinemas without what only the chain has. */
export async function dashboard({ db, now, cinemas }: At): Promise<Reply<'dashboard'>> {
  const [of, standing] = await Promise.all([
    store.totals(db, cinemas),
    store.isByCinema(db, cinemas) ? undefined : store.standingNow(db, now),
  ])
  return {
    total_number_of_items_sold: { tickets: of.tickets },
    total_online_revenue: toNaira(of.online),
    total_number_of_transactions: of.transactions,
    total_subscription_revenue: toNaira(of.subscription),
    total_concession_revenue: toNaira(of.concession),
    total_ticket_purchase_revenue: toNaira(of.ticket),
    ...(of.people && {
      total_number_of_reg_users: of.people.registered,
      percentage_returning_customer: percentage(of.people.repeat, of.people.buyers),
      subscription_statistics: standing,
    }),
    first_sale_on: of.first_sale_on,
    as_of: now.toISOString(),
  }
}

export async function oneTimePurchases(
  { db, today, zone, cinemas }: At,
  paging: Paging,
): Promise<Reply<'oneTimePurchase'>> {
  const { rows, total: totalCount } = await store.pageOfOnce(db, cinemas, paging, { today, zone })
  return { purchases: rows.map(oneTime), totalCount }
}

export type OneTime = Reply<'oneTimePurchase'>['purchases'][number]
export const oneTime = ({ id, at, name, email, reference, has_ticket, has_concession }: store.Once): OneTime => ({
  id,
  at: at.toISOString(),
  customer_name: name,
  customer_email: email,
  payment: { transaction_id: reference },
  ticket_purchase: has_ticket,
  concession_purchase: has_concession,
})

export async function visits({ db, today }: At, day: Day): Promise<Reply<'usersVisit'>> {
  const [first, last] = fullMonth(day)
  return laid(daysUntil(first, last, today), await store.visitsOf(db, first, last), (date, rows) => {
    const of = (channel: store.Channel) => rows.find((row) => row.channel === channel)?.count ?? 0
    return { date, visit_count: { web: of('web'), mobile: of('mobile') } }
  })
}

export async function conversion({ db, today }: At, { start_date, end_date }: Range): Promise<Reply<'conversionRate'>> {
  const until = end_date < today ? end_date : today
  const { bought, registered } = await store.boughtAndRegistered(db, start_date, until)
  return {
    conversionRate: percentage(bought, registered),
    newSignUpUsers: registered,
    newSubscriptionPurchase: bought,
  }
}

export async function averageRedemption({ db, today, cinemas }: At, date: Day, duration: Duration) {
  // Today is not over, and a week that runs is no week.
  const end = date < today ? date : addDays(today, -1)
  const first = await store.firstRedemption(db, cinemas)
  const complete = first === null ? undefined : fullPeriods(first, end, duration)
  if (!complete) return { average: null, date: { start: null, end } }
  const tickets = await store.redeemedIn(db, cinemas, complete)
  return { average: tickets / periodsBetween(complete.start, complete.end, duration), date: complete }
}
