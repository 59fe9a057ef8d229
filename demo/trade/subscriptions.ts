import { rngOf, type Rng } from '#demo/random.ts'
import { addDays, addMonths, type Day } from '#contract/time.ts'
import { attendance, daysBetween } from './calendar.ts'
import { customerId, type Customers } from './customers.ts'
import { HOUR, MINUTE, type Zone } from './zone.ts'
import { PLANS, REASONS, type Plan } from './plans.ts'

/** What is reported about a subscription. Instants are milliseconds. */
export type SubscriptionEvent = {
  id: string
  customer: string
  kind: 'start' | 'renewal' | 'end'
  at: number
  until: number | null
  plan: string
  kobo: number
  tickets: number
  reason: string
}
/** A month that was paid for, as long as it lasted, and the days on which its tickets are used. */
export type Term = { number: number; n: number; plan: Plan; from: number; until: number; uses: Use[] }
export type Use = { day: Day; tickets: number }
/** Everything of one customer's subscriptions until the horizon. */
export type Member = { number: number; events: SubscriptionEvent[]; terms: Term[] }

const MEMBER_SHARE = 0.19
const SUBSCRIBES_AT_ONCE = 0.45
const COMES_BACK = 0.27
const UPGRADES = 0.045
const DOWNGRADES = 0.012
/** A first month disappoints more often than a later one. */
const FIRST_MONTH = 1.5
/** In January money is short, and in September school begins. */
const MONTHS: Record<string, number> = { '01': 1.5, '02': 1.15, '09': 1.25, '12': 0.75 }

type Where = { zone: Zone; seed: number }

/** A customer's subscriptions until the horizon; undefined of one who never has one. A later horizon only adds. */
export function memberOf(number: number, customers: Customers, horizon: number, where: Where): Member | undefined {
  const rng = rngOf(`member ${where.seed} ${number}`)
  if (!rng.chance(MEMBER_SHARE)) return
  const member: Member = { number, events: [], terms: [] }
  const waits = rng.chance(SUBSCRIBES_AT_ONCE) ? rng.int(3, 55) * MINUTE : rng.next() ** 2 * 240 * 24 * HOUR
  let at = Math.floor(customers.registeredAt(number) + waits)
  while (at <= horizon) {
    const ended = subscribe(member, at, rng, horizon, where)
    if (ended === undefined || !rng.chance(COMES_BACK)) break
    at = ended + rng.int(35, 260) * 24 * HOUR + rng.int(-200, 200) * MINUTE
  }
  return member.events.length ? member : undefined
}

/** Month after month until it ends: answers when it did, undefined when that lies behind the horizon. */
function subscribe(member: Member, start: number, rng: Rng, horizon: number, { zone }: Where) {
  const firstDay = zone.dayOf(start)
  const clock = start - zone.midnight(firstDay)
  const luck = rng.next()
  let plan = PLANS[luck < 0.52 ? 0 : luck < 0.84 ? 1 : 2]!
  for (let month = 0, at = start; at <= horizon; month++) {
    const until = zone.midnight(addMonths(firstDay, month + 1)) + clock
    const ends = rng.chance(plan.churn * (month === 0 ? FIRST_MONTH : 1) * (MONTHS[zone.dayOf(until).slice(5, 7)] ?? 1))
    const how = rng.next()
    const isAborted = ends && how > 0.6 && how < 0.72
    const stopsAt = isAborted ? Math.floor(at + rng.range(0.1, 0.9) * (until - at)) : until
    const n = member.terms.length
    const about = { customer: customerId(member.number), plan: plan.name, kobo: plan.kobo, tickets: plan.tickets }
    member.events.push({
      ...about,
      id: `s${member.number}-${n}`,
      kind: month === 0 ? 'start' : 'renewal',
      at,
      until,
      reason: '',
    })
    member.terms.push({
      number: member.number,
      n,
      plan,
      from: at,
      until: stopsAt,
      uses: usesOf(plan, zone.dayOf(at), zone.dayOf(stopsAt), rng),
    })
    if (ends) {
      const reason = rng.pick(REASONS)
      // Nothing is reported about those who neither renew nor say why: the time that was paid for runs out.
      if (how < 0.72 && stopsAt <= horizon)
        member.events.push({
          ...about,
          id: `s${member.number}-${n}-end`,
          kind: 'end',
          at: stopsAt,
          until: null,
          kobo: 0,
          tickets: 0,
          reason,
        })
      return stopsAt
    }
    const step = rng.next()
    const grade = PLANS.indexOf(plan)
    if (step < UPGRADES) plan = PLANS[Math.min(grade + 1, PLANS.length - 1)]!
    else if (step < UPGRADES + DOWNGRADES) plan = PLANS[Math.max(grade - 1, 0)]!
    at = until
  }
  return undefined
}

/** Days between the first and the last one, rather good ones than bad ones, on which a few tickets are used. */
function usesOf(plan: Plan, from: Day, until: Day, rng: Rng): Use[] {
  const days = daysBetween(from, until) - 1
  if (days < 1) return []
  let left = Math.round(plan.tickets * rng.range(0.2, 0.9))
  const uses: Use[] = []
  while (left > 0) {
    const tickets = Math.min(left, rng.chance(0.15) ? 4 : rng.chance(0.75) ? 2 : 1)
    const candidates = [0, 1, 2].map(() => addDays(from, rng.int(1, days)))
    uses.push({ day: candidates.reduce((best, day) => (attendance(day) > attendance(best) ? day : best)), tickets })
    left -= tickets
  }
  return uses
}

/** Every member until a horizon, to be asked by day. */
export class Subscriptions {
  readonly members: readonly Member[]
  private readonly started = new Map<Day, Term[]>()
  private readonly used = new Map<Day, { term: Term; use: Use; at: number }[]>()
  private readonly byNumber = new Map<number, Member>()

  constructor(members: readonly Member[], zone: Zone) {
    this.members = members
    for (const member of members) {
      this.byNumber.set(member.number, member)
      for (const term of member.terms) {
        add(this.started, zone.dayOf(term.from), term)
        term.uses.forEach((use, at) => add(this.used, use.day, { term, use, at }))
      }
    }
  }

  /** Terms that are paid for on a day. */
  startedOn = (day: Day): readonly Term[] => this.started.get(day) ?? []
  usedOn = (day: Day): readonly { term: Term; use: Use; at: number }[] => this.used.get(day) ?? []
  /** The plan that a customer has at an instant. */
  planAt = (number: number, at: number): Plan | undefined =>
    this.byNumber.get(number)?.terms.find(({ from, until }) => from <= at && at < until)?.plan
}

const add = <T>(to: Map<Day, T[]>, day: Day, entry: T) => {
  const list = to.get(day)
  if (list) list.push(entry)
  else to.set(day, [entry])
}
