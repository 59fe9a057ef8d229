import { addDays, type Day } from '#contract/time.ts'
import { Demand, type DemoSize } from './demand.ts'
import { consequencesOf, LONGEST_REVIEW_HOURS, type Redemption, type Refund, type Review } from './consequences.ts'
import { Customers, type Customer } from './customers.ts'
import { Zone } from './zone.ts'
import { purchasesOn, type Chain, type Purchase } from './purchases.ts'
import { LONGEST_LEAD, Shows } from './shows.ts'
import { memberOf, Subscriptions, type Member, type SubscriptionEvent } from './subscriptions.ts'
import { errorReportsOn, visitsOn, type ErrorReport, type Visit } from './surroundings.ts'

/** What happened in some days or hours, each list in order of time. */
export type Trade = {
  purchases: Purchase[]
  refunds: Refund[]
  redemptions: Redemption[]
  reviews: Review[]
  visits: Visit[]
  errors: ErrorReport[]
}

/** How long after a purchase something may still follow from it. */
export const FOLLOWS_WITHIN_DAYS = LONGEST_LEAD + Math.ceil(LONGEST_REVIEW_HOURS / 24) + 1

/** Members are made this many customers at a time, so that a server goes on answering in between. */
const AT_A_TIME = 500

type TradeOf = { origin: Date; size: DemoSize; seed: number; zone: string }

/**
 * The demo chain's trade: three years until its origin, and whatever comes after. Everything follows from origin, size and
 * seed, each day for itself: it is the same in whatever pieces and order it is asked for.
 */
export class DemoTrade {
  readonly first: Day
  readonly zone: Zone
  readonly subscriptions: Subscriptions
  /** Up to here subscriptions are known. */
  readonly horizon: number
  private readonly customers: Customers
  private readonly chain: Chain

  private constructor(
    zone: Zone,
    seed: number,
    demand: Demand,
    customers: Customers,
    members: Member[],
    horizon: number,
  ) {
    this.zone = zone
    this.first = demand.first
    this.horizon = horizon
    this.customers = customers
    this.subscriptions = new Subscriptions(members, zone)
    this.chain = { demand, shows: new Shows(zone.name, demand.origin), subscriptions: this.subscriptions, zone, seed }
  }

  /** @param until nothing later will be asked for */
  static async make({ origin, size, seed, zone: zoneName }: TradeOf, until: Date): Promise<DemoTrade> {
    const zone = new Zone(zoneName)
    const demand = new Demand(zone.dayOf(origin.getTime()), size, seed)
    const customers = new Customers(demand, zone, seed)
    const members: Member[] = []
    const all = demand.customersBefore(addDays(zone.dayOf(until.getTime()), 1))
    for (let number = 0; number < all; number++) {
      if (number % AT_A_TIME === AT_A_TIME - 1) await new Promise((resolve) => setImmediate(resolve))
      const member = memberOf(number, customers, until.getTime(), { zone, seed })
      if (member) members.push(member)
    }
    return new DemoTrade(zone, seed, demand, customers, members, until.getTime())
  }

  /** How many have registered at an instant. */
  customersAt = (at: number): number => this.customers.countAt(at, this.zone.dayOf(at))
  customersFrom = (number: number, to: number): Customer[] =>
    Array.from({ length: to - number }, (_, at) => this.customers.one(number + at))
  customer = (id: string): Customer => this.customers.one(Number(id.slice(1)))

  /** What was reported about some members' subscriptions after one instant and until another. */
  eventsOf = (members: readonly Member[], after: number, until: number): SubscriptionEvent[] =>
    members.flatMap(({ events }) => events.filter(({ at }) => after < at && at <= until))

  /** How much was bought on a day. */
  countOn(day: Day): number {
    const { demand, subscriptions } = this.chain
    return demand.purchasesOn(day) + subscriptions.startedOn(day).length + subscriptions.usedOn(day).length
  }

  /** What was bought on the days and what followed from it, as far as it happened after one instant and until another. */
  during(from: Day, to: Day, after: number, until: number): Trade {
    const trade: Trade = { purchases: [], refunds: [], redemptions: [], reviews: [], visits: [], errors: [] }
    const isIn = ({ at }: { at: number }) => after < at && at <= until
    for (let day = from; day <= to; day = addDays(day, 1)) {
      for (const purchase of purchasesOn(day, this.chain)) {
        if (isIn(purchase)) trade.purchases.push(purchase)
        const { refund, redemption, review } = consequencesOf(purchase, this.chain.seed)
        if (refund && isIn(refund)) trade.refunds.push(refund)
        if (redemption && isIn(redemption)) trade.redemptions.push(redemption)
        if (review && isIn(review)) trade.reviews.push(review)
      }
      trade.visits.push(...visitsOn(day, this.chain).filter(isIn))
      trade.errors.push(...errorReportsOn(day, this.chain).filter(isIn))
    }
    return trade
  }
}
