import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChain, addCube, booked } from '#features/rooms/cubes/server/test/chain.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#features/sales/trade/rules.ts'
import { voidSale } from '#features/sales/trade/server/public.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { Shop } from './test/paid.ts'

/** Returns the same random numbers each time (xorshift). */
const randomFrom = (seed: number) => () => {
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) / 2 ** 32
}
const next = randomFrom(20_261_121)
const below = (n: number) => Math.floor(next() * n)

/** Few methods, so that payments with several are common. */
const METHODS = ['card', 'transfer', 'ussd'] as const
const methodOrNone = () => (next() < 0.4 ? undefined : METHODS[below(METHODS.length)])
const SALES = 120
const REFERENCES = 50
const VOIDED = 60
const CUBES = 8

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const shop = await Shop.of(server)
  await addChain(server)
  const references = Array.from({ length: REFERENCES }, (_, n) => `pay-${n}`)
  for (let n = 0; n < CUBES; n++) {
    const booking = await booked(server, await addCube(server), { payment_method: METHODS[below(2)] })
    references.push(booking.booking_id)
  }
  const charge = () =>
    server.db.execute(sql`
      insert into payment_events (at, provider, reference, email, kobo, purchase_type, status)
      values ('2026-11-21T08:00:00Z', 'embedded', ${references[below(REFERENCES)]!}, '', 100000, '', 'succeeded')
      on conflict do nothing`)
  const sales = Array.from({ length: SALES }, (_, n) => ({
    id: `sale-${n}`,
    at: `2026-11-21T05:0${below(10)}:00Z`,
    channel: 'web',
    payment_reference: references[below(references.length)],
    payment_method: methodOrNone(),
    lines: [{ kind: 'ticket', quantity: 1, amount: 1 + below(5000) }],
  }))
  while (sales.length) {
    await charge()
    const batch = sales.splice(0, 1 + below(12))
    const reported = await shop.send('purchases', batch)
    if (reported.data.accepted !== batch.length) throw new Error(JSON.stringify(reported))
  }
  const { rows } = await server.db.execute<{ id: number }>(sql`select id from purchases order by id`)
  const ids = rows.map(({ id }) => id).toSorted(() => next() - 0.5)
  for (const id of ids.slice(0, VOIDED)) await voidSale(server.db, id)
})
afterAll(() => server.close())

const list = async (method?: string) =>
  (await server.call(paymentLogs.list, { query: { perPage: 100, ...(method && { method }) } })).body.data
/** Returns each payment with the methods of its purchases and cube payments. */
async function reported(): Promise<Map<string, Set<PaymentMethod>>> {
  const { rows } = await server.db.execute<{ reference: string; method: PaymentMethod | null }>(sql`
    select e.reference, p.payment_method as method from payments e left join purchases p on p.payment = e.reference
    union all
    select reference, method from cube_payments where provider is null`)
  const methods = new Map<string, Set<PaymentMethod>>()
  for (const { reference, method } of rows) {
    if (!methods.has(reference)) methods.set(reference, new Set())
    if (method) methods.get(reference)!.add(method)
  }
  return methods
}

test('stores the only reported method of a payment, or that there are several', async () => {
  const { rows } = await server.db.execute<{ reference: string; method: string | null }>(sql`
    select reference, method from payments`)
  const stored = new Map(rows.map(({ reference, method }) => [reference, method]))
  const expected = [...(await reported())].map(([reference, methods]) => {
    return [reference, methods.size > 1 ? 'several' : ([...methods][0] ?? null)] as const
  })
  expect(stored).toEqual(new Map(expected))
  expect(new Set(stored.values())).toEqual(new Set([...METHODS, 'several', null]))
})

test.each(['-', '*', ...PAYMENT_METHODS, 'card,transfer', 'card,-', 'card,cash,transfer', 'wallet,-'])(
  'method=%s lists, counts, adds up and copies what a plain look at every purchase finds',
  async (query) => {
    const names = query.split(',')
    const matches = (methods: Set<PaymentMethod>) =>
      names.some((word) => (word === '-' ? !methods.size : word === '*' ? methods.size : methods.has(word as never)))
    const expected = [...(await reported())].flatMap(([reference, methods]) => (matches(methods) ? reference : []))
    const { payment_logs, totalCount } = await list(query)
    expect(payment_logs.map(({ reference }) => reference).toSorted()).toEqual(expected.toSorted())
    expect(totalCount).toBe(expected.length)
    const { sums } = (await server.call(paymentLogs.sums, { query: { method: query } })).body.data
    const paid = payment_logs.reduce((sum, { data }) => sum + data.meta.amountPaid, 0)
    expect(sums).toMatchObject({ count: expected.length, paid })
    const file = await server.call(paymentLogs.csv, { query: { method: query, columns: 'reference' } })
    expect(file.text.trim().split('\r\n').slice(1).toSorted()).toEqual(expected.toSorted())
  },
)
