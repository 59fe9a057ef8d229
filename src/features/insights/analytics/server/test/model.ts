import type { Event, Fact, Purchase, Refund } from './trade.ts'

/**
 * Every figure from the raw facts, written from docs/metrics.md alone: nothing of the server is used. The chain's zone is
 * an hour ahead.
 */
type Day = string
const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (at: number): Day => new Date(at + HOUR).toISOString().slice(0, 10)
const endOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) + DAY - HOUR
const after = (day: Day, days = 1): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
const percent = (part: number, all: number) => (all > 0 ? (100 * part) / all : null)

type SubscriptionPeriod = {
  customer: number
  from: number
  until: number
  plan: string
  kobo: number
  tickets: number
  isNew: boolean
}

/** Plays the events of a customer one after another; of those at one moment ends come first, then in the order of telling. */
function periodsOf(customer: number, events: readonly Event[]): SubscriptionPeriod[] {
  const inOrder = events
    .filter((event) => event.customer === customer)
    .map((event, reported) => ({ ...event, reported }))
    .sort((a, b) => a.at - b.at || Number(b.kind === 'end') - Number(a.kind === 'end') || a.reported - b.reported)
  const terms: Omit<SubscriptionPeriod, 'isNew'>[] = []
  let running: Omit<SubscriptionPeriod, 'isNew'> | undefined
  const stop = (at: number) => {
    if (!running) return
    running.until = Math.min(running.until, at)
    if (running.until > running.from) terms.push(running)
    running = undefined
  }
  for (const { kind, at, until, plan, kobo, tickets } of inOrder) {
    stop(at)
    if (kind !== 'end') running = { customer, from: at, until: until!, plan, kobo, tickets }
  }
  stop(Infinity)
  const periods: SubscriptionPeriod[] = []
  for (const term of terms) {
    const before = periods.at(-1)
    const goesOn = before?.until === term.from
    if (goesOn && before.plan === term.plan && before.kobo === term.kobo && before.tickets === term.tickets)
      before.until = term.until
    else periods.push({ ...term, isNew: !goesOn })
  }
  return periods
}

/** @param cinemas whose purchases and redemptions count; those of all, and those of none, when they are left out */
export function model(facts: readonly Fact[], events: readonly Event[], now: number, cinemas?: readonly string[]) {
  const of = <S extends Fact['stream']>(stream: S) =>
    facts.filter((fact): fact is Extract<Fact, { stream: S }> => fact.stream === stream)
  const isThere = ({ cinema }: { cinema: string | null }) => !cinemas || (cinema !== null && cinemas.includes(cinema))
  const [registered, visits] = [of('customers'), of('visits')]
  const purchases = of('purchases').filter(isThere)
  const refunds = of('refunds').filter((refund) => purchases.some(({ id }) => id === refund.purchase))
  const redemptions = of('redemptions').filter(isThere)
  const today = dayOf(now)
  const people = [...new Set(events.map(({ customer }) => customer))]
  const periods = people.flatMap((customer) => periodsOf(customer, events))
  const nextOf = (period: SubscriptionPeriod) =>
    periods
      .filter(({ customer, from }) => customer === period.customer && from > period.from)
      .sort((a, b) => a.from - b.from)[0]

  const days = (start: Day, end: Day) => {
    const all: Day[] = []
    for (let day = start; day <= end && day <= today; day = after(day)) all.push(day)
    return all
  }
  const monthsOf = (year: number) =>
    Array.from({ length: 12 }, (_, index) => {
      const first = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
      const end = new Date(Date.UTC(year, index + 1, 0)).toISOString().slice(0, 10)
      return { month: index + 1, first, end, last: end < today ? end : today }
    }).filter(({ first }) => first <= today)

  const isSubscriber = (customer: number | null, at: number) =>
    periods.some((period) => period.customer === customer && period.from <= at && at < period.until)
  const inForce = (day: Day) => periods.filter(({ from, until }) => from < endOf(day) && until >= endOf(day))
  const lost = (first: Day, end: Day) =>
    periods.filter((period) => {
      const endedOn = dayOf(period.until)
      const next = nextOf(period)
      return endedOn >= first && endedOn <= end && endedOn < today && !(next && dayOf(next.from) <= end)
    })
  const active = periods.filter(
    ({ customer, from, until }) => from <= now && now < until && registered.some((one) => one.customer === customer),
  ).length
  const standing = { active, inactive: registered.length - active }
  const users = (day: Day) => sum(registered, ({ at }) => Number(dayOf(at) <= day))

  const channelOf = (fact: Purchase | Refund) =>
    fact.stream === 'purchases' ? fact.channel : purchases.find(({ id }) => id === fact.purchase)!.channel
  /** Purchases count for, refunds against. */
  const moves = [...purchases, ...refunds].flatMap((fact) =>
    fact.lines.map((line) => ({
      day: dayOf(fact.at),
      channel: channelOf(fact),
      kind: line.kind,
      quantity: fact.stream === 'purchases' ? line.quantity : -line.quantity,
      kobo: fact.stream === 'purchases' ? line.kobo : -line.kobo,
      show: line.show === null ? undefined : dayOf(line.show),
    })),
  )
  const discountable = purchases
    .filter(({ customer, at }) => isSubscriber(customer, at))
    .flatMap(({ at, lines }) =>
      lines.filter(({ kind }) => kind === 'concession').map((line) => ({ ...line, day: dayOf(at) })),
    )
  const inMonth = (month: { first: Day; end: Day }) => (one: { day: Day }) =>
    one.day >= month.first && one.day <= month.end

  const redeemedOf = (date: Day) => {
    const redeemed = sum(redemptions, ({ show, tickets }) => (dayOf(show) === date ? tickets : 0))
    const sold = sum(moves, ({ kind, show, quantity }) => (kind === 'ticket' && show === date ? quantity : 0))
    return { redemptionRate: percent(redeemed, sold), redeemed, sold }
  }

  const salesRow = (date: Day) => {
    const row: Record<string, unknown> = { date }
    for (const channel of ['web', 'mobile', 'not_specified', 'all'])
      for (const [name, kind] of [
        ['tickets', 'ticket'],
        ['concessions', 'concession'],
        ['subscriptions', 'subscription'],
        ['total', undefined],
      ] as const) {
        const those = moves.filter(
          (move) =>
            move.day === date && (channel === 'all' || move.channel === channel) && (!kind || move.kind === kind),
        )
        row[`${channel}_${name}`] = sum(those, ({ quantity }) => quantity)
        row[`${channel}_${name}_revenue`] = sum(those, ({ kobo }) => kobo) / 100
      }
    return row
  }
  const ticketDays = (first: Day, end: Day, figure: 'quantity' | 'kobo') =>
    days(first, end).map((date) => {
      const of = (channel?: string) =>
        sum(
          moves.filter((move) => move.day === date && move.kind === 'ticket' && (!channel || move.channel === channel)),
          (move) => move[figure],
        ) / (figure === 'kobo' ? 100 : 1)
      return { date, web: of('web'), mobile: of('mobile'), not_specified: of('not_specified'), total: of() }
    })

  const startOfPeriod = (day: Day, duration: string): Day => {
    if (duration === 'YEARLY') return `${day.slice(0, 4)}-01-01`
    if (duration === 'MONTHLY') return `${day.slice(0, 7)}-01`
    let monday = day
    while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = after(monday, -1)
    return monday
  }

  return {
    today,
    sales: (start: Day, end: Day) => days(start, end).map(salesRow),
    churn: (start: Day, end: Day) =>
      days(start, end).map((date) => ({
        date,
        churnRate: date === today ? null : percent(lost(date, date).length, inForce(after(date, -1)).length),
      })),
    churnSummary: (start: Day, end: Day) => {
      const those = lost(start, end)
      const eve = after(start, -1)
      // Of days to come as much is known as today.
      const before = inForce(eve < today ? eve : today).length
      return {
        churnRate: percent(those.length, before),
        lost: those.length,
        lostRevenue: sum(those, ({ kobo }) => kobo) / 100,
        inForce: before,
      }
    },
    redemption: (start: Day, end: Day) =>
      days(start, end).map((date) => ({
        date,
        ...redeemedOf(date),
      })),
    users: (start: Day, end: Day) =>
      days(start, end).map((date) => {
        if (date === today) return { date, activeUsers: standing.active, inactiveUsers: standing.inactive }
        const activeUsers = inForce(date).length
        return { date, activeUsers, inactiveUsers: Math.max(0, users(date) - activeUsers) }
      }),
    ticketCount: (first: Day, end: Day) => ticketDays(first, end, 'quantity'),
    ticketRevenue: (first: Day, end: Day) => ticketDays(first, end, 'kobo'),
    recurring: (year: number, until = today) =>
      monthsOf(year).flatMap(({ month, first, last: end }) => {
        if (first > until) return []
        const last = end < until ? end : until
        const those = last === today ? periods.filter(({ from, until }) => from <= now && now < until) : inForce(last)
        return { month, total: sum(those, ({ kobo }) => kobo) / 100, count: those.length, rate: null }
      }),
    signups: (year: number) =>
      monthsOf(year).map(({ month, first, last }) => ({
        month,
        total: 0,
        count: sum(registered, ({ at }) => Number(dayOf(at) >= first && dayOf(at) <= last)),
        rate: null,
      })),
    subscriptionRedemption: (year: number) =>
      monthsOf(year).map(({ month, first, last }) => {
        const within = (at: number) => dayOf(at) >= first && dayOf(at) <= last
        const count = sum(redemptions, ({ at, tickets, bySubscription }) =>
          bySubscription && within(at) ? tickets : 0,
        )
        const total =
          sum(inForce(after(first, -1)), ({ tickets }) => tickets) +
          sum(periods, ({ isNew, from, tickets }) => (isNew && within(from) ? tickets : 0))
        return { month, total, count, rate: percent(count, total) }
      }),
    cancelled: (year: number) =>
      monthsOf(year).map(({ month, first, end }) => ({
        month,
        total: sum(lost(first, end), ({ kobo }) => kobo) / 100,
        count: lost(first, end).length,
        rate: null,
      })),
    customerChurn: (year: number) =>
      monthsOf(year).map(({ month, first, end }) => {
        const [count, total] = [lost(first, end).length, inForce(after(first, -1)).length]
        return { month, total, count, rate: percent(count, total) }
      }),
    discounts: (year: number) =>
      monthsOf(year).map((month) => {
        const lines = discountable.filter(inMonth({ first: month.first, end: month.last }))
        const with1 = lines.filter(({ discount }) => discount > 0)
        return {
          month: month.month,
          total: sum(with1, ({ discount }) => discount) / 100,
          count: with1.length,
          rate: percent(with1.length, lines.length),
        }
      }),
    dashboard: () => {
      const money = (kind: string) => sum(moves, (move) => (move.kind === kind ? move.kobo : 0)) / 100
      const perBuyer = new Map<number, number>()
      for (const { customer } of purchases)
        if (customer !== null) perBuyer.set(customer, (perBuyer.get(customer) ?? 0) + 1)
      return {
        total_number_of_items_sold: { tickets: sum(moves, (move) => (move.kind === 'ticket' ? move.quantity : 0)) },
        total_online_revenue: sum(moves, ({ channel, kobo }) => (channel === 'not_specified' ? 0 : kobo)) / 100,
        total_number_of_transactions: purchases.length,
        total_subscription_revenue: money('subscription'),
        total_concession_revenue: money('concession'),
        total_ticket_purchase_revenue: money('ticket'),
        // What only the chain has.
        ...(!cinemas && {
          total_number_of_reg_users: registered.length,
          percentage_returning_customer: percent([...perBuyer.values()].filter((n) => n >= 2).length, perBuyer.size),
          subscription_statistics: standing,
        }),
        first_sale_on: [...purchases, ...refunds].map(({ at }) => dayOf(at)).sort()[0] ?? null,
        as_of: new Date(now).toISOString(),
      }
    },
    once: () =>
      purchases
        .filter(({ customer, at }) => !isSubscriber(customer, at))
        .map(({ at, lines }) => ({
          at: new Date(at).toISOString(),
          ticket_purchase: lines.some(({ kind }) => kind === 'ticket'),
          concession_purchase: lines.some(({ kind }) => kind === 'concession'),
        })),
    visits: (first: Day, end: Day) =>
      days(first, end).map((date) => {
        const of = (name: string) =>
          sum(visits, ({ at, channel, count }) => (dayOf(at) === date && channel === name ? count : 0))
        return { date, visit_count: { web: of('web'), mobile: of('mobile') } }
      }),
    conversion: (start: Day, end: Day) => {
      const within = (at: number) => dayOf(at) >= start && dayOf(at) <= end && dayOf(at) <= today
      const newSubscriptionPurchase = events.filter(({ kind, at }) => kind === 'start' && within(at)).length
      const newSignUpUsers = registered.filter(({ at }) => within(at)).length
      return {
        conversionRate: percent(newSubscriptionPurchase, newSignUpUsers),
        newSignUpUsers,
        newSubscriptionPurchase,
      }
    },
    average: (requested: Day, duration: string) => {
      const end = requested < today ? requested : after(today, -1)
      const first = redemptions.map(({ at }) => dayOf(at)).sort()[0] ?? after(end)
      const running = startOfPeriod(after(end), duration)
      const all: Day[] = []
      for (let day = first; day <= end; day = after(day)) {
        const start = startOfPeriod(day, duration)
        if (start >= first && start < running) all.push(day)
      }
      if (!all.length) return { average: null, date: { start: null, end } }
      const those = redemptions.filter(({ at }) => all.includes(dayOf(at)))
      const periods = new Set(all.map((day) => startOfPeriod(day, duration)))
      return {
        average: sum(those, ({ tickets }) => tickets) / periods.size,
        date: { start: all[0]!, end: all.at(-1)! },
      }
    },
  }
}
