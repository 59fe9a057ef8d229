import fc from 'fast-check'

/** What happened in a small chain, as raw facts; instants are milliseconds. People and purchases are numbers. */
export const CHANNELS = ['web', 'mobile', 'not_specified'] as const
export const KINDS = ['ticket', 'concession', 'subscription'] as const
type Channel = (typeof CHANNELS)[number]
type Kind = (typeof KINDS)[number]

export type Registered = { stream: 'customers'; customer: number; at: number; channel: Channel }
export type Event = {
  stream: 'subscriptions'
  customer: number
  kind: 'start' | 'renewal' | 'end'
  at: number
  until: number | null
  plan: string
  kobo: number
  tickets: number
}
export type PurchaseLine = { kind: Kind; quantity: number; kobo: number; discount: number; show: number | null }
export type Purchase = {
  stream: 'purchases'
  id: number
  at: number
  channel: Channel
  cinema: string | null
  customer: number | null
  lines: PurchaseLine[]
}
export type Refund = { stream: 'refunds'; purchase: number; at: number; lines: (PurchaseLine & { discount: 0 })[] }
export type Redemption = {
  stream: 'redemptions'
  at: number
  show: number
  cinema: string | null
  customer: number | null
  tickets: number
  bySubscription: boolean
}
export type Visit = { stream: 'visits'; at: number; channel: Channel; count: number }
export type Fact = Registered | Event | Purchase | Refund | Redemption | Visit

const DAY = 86_400_000
const FIRST = Date.parse('2025-12-18T00:00:00Z')
/** 23:00Z is the chain's midnight: a minute before and after it, 23:30 and 00:30, and the day's middle. */
const CLOCKS = ['00:00', '12:00', '22:30', '22:59', '23:00', '23:30'].map(
  (clock) => Date.parse(`1970-01-01T${clock}:00Z`) as number,
)
/** Of two months about a year's end. */
const instant = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(...CLOCKS))
  .map(([day, clock]) => FIRST + day * DAY + clock)

const customer = fc.integer({ min: 0, max: 4 })
const someone = fc.option(customer)
const channel = fc.constantFrom(...CHANNELS)
export const CINEMAS = ['0001', '0002', '0003'] as const
const cinema = fc.option(fc.constantFrom(...CINEMAS), { freq: 6 })
const kobo = fc.integer({ min: 0, max: 900_001 })

const registered = fc
  .uniqueArray(customer, { maxLength: 5 })
  .chain((people) =>
    fc.tuple(
      ...people.map((who) =>
        fc.record({ stream: fc.constant('customers' as const), customer: fc.constant(who), at: instant, channel }),
      ),
    ),
  )

const plan = fc.constantFrom(
  { plan: 'Fan', kobo: 500_000, tickets: 2 },
  { plan: 'Buff', kobo: 900_000, tickets: 4 },
  { plan: 'Buff', kobo: 800_000, tickets: 4 },
)
const begin = fc
  .tuple(
    customer,
    fc.constantFrom('start' as const, 'renewal' as const),
    instant,
    fc.integer({ min: 1, max: 40 }),
    plan,
  )
  .map(([customer, kind, at, days, of]): Event => ({
    stream: 'subscriptions',
    customer,
    kind,
    at,
    until: at + days * DAY,
    ...of,
  }))
const endOf = ({ customer, at }: { customer: number; at: number }): Event => ({
  stream: 'subscriptions',
  customer,
  kind: 'end',
  at,
  until: null,
  plan: '',
  kobo: 0,
  tickets: 0,
})
/** A term, an end, or another plan: the end of one reported with the start of the next. */
const events = fc.oneof(
  { weight: 3, arbitrary: begin.map((event) => [event]) },
  { weight: 1, arbitrary: fc.record({ customer, at: instant }).map((end) => [endOf(end)]) },
  { weight: 1, arbitrary: begin.map((event) => [event, endOf(event)]) },
)

const line: fc.Arbitrary<PurchaseLine> = fc.record({
  kind: fc.constantFrom(...KINDS),
  quantity: fc.integer({ min: 1, max: 5 }),
  kobo,
  discount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  show: fc.option(instant),
})
const purchases = fc
  .array(
    fc.record({
      at: instant,
      channel,
      cinema,
      customer: someone,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      refunded: fc.option(
        fc.record({
          at: instant,
          lines: fc.array(fc.record({ ...lineOfRefund(), discount: fc.constant(0 as const) }), {
            minLength: 1,
            maxLength: 2,
          }),
        }),
        { freq: 3 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((made) =>
    made.flatMap(({ refunded, ...purchase }, id): (Purchase | Refund)[] => [
      { stream: 'purchases', id, ...purchase },
      ...(refunded ? [{ stream: 'refunds' as const, purchase: id, ...refunded }] : []),
    ]),
  )
function lineOfRefund() {
  return {
    kind: fc.constantFrom(...KINDS),
    quantity: fc.integer({ min: 0, max: 5 }),
    kobo,
    show: fc.option(instant),
  }
}

const redemption = fc.record({
  stream: fc.constant('redemptions' as const),
  at: instant,
  show: instant,
  cinema,
  customer: someone,
  tickets: fc.integer({ min: 1, max: 4 }),
  bySubscription: fc.boolean(),
})
const visit = fc.record({
  stream: fc.constant('visits' as const),
  at: instant,
  channel,
  count: fc.integer({ min: 1, max: 30 }),
})

/** All that happened, in the order in which it is reported, cut into batches; and when it is looked at. */
export const trade = fc
  .tuple(
    registered,
    fc.array(events, { maxLength: 12 }).map((groups) => groups.flat()),
    purchases,
    fc.array(redemption, { maxLength: 6 }),
    fc.array(visit, { maxLength: 6 }),
  )
  .chain((facts) => {
    const all: Fact[] = facts.flat()
    return fc.record({
      facts: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      batches: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
      now: instant,
    })
  })
