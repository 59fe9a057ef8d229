import { BATCH_LINES, type RecordType } from '../../rules.ts'

export type Batch = { record_type: RecordType; lines: { id: string }[] }

const CUSTOMERS = 60
const PURCHASES = 400
const START = Date.parse('2026-01-01T00:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const channel = (n: number) => ['web', 'mobile', 'not_specified'][n % 3]!

const customers = numbers(CUSTOMERS).map((n) => ({
  id: `c${n}`,
  first_name: `Customer ${n}`,
  registered_at: at(n * 7),
  channel: channel(n),
}))
/** One customer in three has a subscription. Some renew, some change plan, and some end early. */
const subscriptions = numbers(CUSTOMERS / 3).flatMap((n) => {
  const event = (kind: string, from: number, plan = 'Fan') => ({
    id: `s${n}-${kind}`,
    customer_id: `c${n * 3}`,
    event: kind,
    at: at(from),
    ...(kind !== 'end' && { until: at(from + 720), plan, monthly_price: 5000, tickets: 4 }),
  })
  return [
    event('start', 50 + n),
    ...(n % 2 ? [event('renewal', 770 + n, n % 4 === 1 ? 'Buff' : 'Fan')] : []),
    ...(n % 3 ? [] : [event('end', 400 + 40 * n)]),
  ]
})
const purchases = numbers(PURCHASES).map((n) => ({
  id: `p${n}`,
  at: at(n * 3),
  channel: channel(n + 1),
  cinema_id: `00${n % 4}`,
  customer_id: n % 5 ? `c${(n * 7) % (CUSTOMERS + 10)}` : null,
  lines: [
    { kind: 'ticket', quantity: 1 + (n % 3), amount: 3500, show_at: at(n * 3 + 30), movie_id: 'HO1' },
    ...(n % 2 ? [{ kind: 'concession', amount: 1500.5, discount: n % 4 === 1 ? 150 : 0 }] : []),
  ],
}))
const refunds = numbers(PURCHASES / 8).map((n) => ({
  id: `r${n}`,
  purchase_id: `p${n * 8}`,
  at: at(n * 24 + 10),
  lines: [{ kind: 'ticket', quantity: 1, amount: 1000 }],
}))
const redemptions = numbers(PURCHASES / 2).map((n) => ({
  id: `t${n}`,
  at: at(n * 6 + 30),
  tickets: 1 + (n % 2),
  customer_id: `c${n % CUSTOMERS}`,
  by_subscription: n % 4 === 0,
}))
const visits = numbers(100).map((n) => ({ id: `v${n}`, at: at(n * 12), channel: channel(n), count: 1 + n }))

const batchesOf = (recordType: RecordType, lines: { id: string }[], size = BATCH_LINES): Batch[] =>
  numbers(Math.ceil(lines.length / size)).map((n) => ({
    record_type: recordType,
    lines: lines.slice(n * size, (n + 1) * size),
  }))

/**
 * Two months of sales at a small chain in the wrong order: refunds before purchases, purchases before customers. Some
 * customers are never sent.
 */
export const trade: Batch[] = [
  ...batchesOf('refunds', refunds, 25),
  ...batchesOf('purchases', purchases, 100),
  ...batchesOf('redemptions', redemptions),
  ...batchesOf('subscriptions', subscriptions, 12),
  ...batchesOf('customers', customers, 30),
  ...batchesOf('visits', visits),
]
export const tradeLines = trade.reduce((sum, { lines }) => sum + lines.length, 0)
