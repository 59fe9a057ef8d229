/** Cinema of a payment. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { addCube, wanted } from '#features/rooms/cubes/server/test/chain.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../contract.ts'
import { Shop } from './test/paid.ts'

const IKEJA = '0001'
const LEKKI = '0002'
const AT = '2026-11-20T09:00:00Z'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos')`)
  await server.db.execute(
    sql`insert into cinemas (id, state_id, name) values (${IKEJA}, 1, 'Ikeja'), (${LEKKI}, 1, 'Lekki')`,
  )
  await server.db.execute(sql`insert into movies (id, name, title) values ('HO0001', 'ANIKULAPO', 'Anikulapo')`)
  shop = await Shop.of(server)
})
afterAll(() => server.close())

const charge = (reference: string, kobo = 9000) =>
  server.db.execute(sql`
    insert into payment_events (at, provider, reference, kobo, purchase_type, status, provider_id, message)
    values (${AT}, 'embedded', ${reference}, ${kobo}, 'Web or app purchase', 'succeeded', ${`id-${reference}`}, 'Approved')`)
let sold = 0
const sell = (id: string, reference: string, cinema: string | null) =>
  shop.sell(id, [{ kind: 'ticket', amount: 7000 + ++sold }], { payment_reference: reference, cinema_id: cinema })
const placeOf = async (reference: string) => {
  const { rows } = await server.db.execute<{ cinema_id: string | null }>(
    sql`select cinema_id from payments where reference = ${reference}`,
  )
  return rows[0]!.cinema_id
}
const listedAt = async (cinema_id: string, more: object = {}) => {
  const { body } = await server.call(paymentLogs.list, { query: { cinema_id, perPage: 100, ...more } })
  expect(body.data.totalCount).toBe(body.data.payment_logs.length)
  return body.data.payment_logs.map(({ reference }) => reference).toSorted()
}

test('places a payment at the cinema of all its purchases', async () => {
  await sell('one', 'PAY-one', IKEJA)
  await sell('two-a', 'PAY-two', IKEJA)
  await sell('two-b', 'PAY-two', IKEJA)
  await sell('split-a', 'PAY-split', IKEJA)
  await sell('split-b', 'PAY-split', LEKKI)
  await sell('split-c', 'PAY-split', IKEJA)
  await sell('online', 'PAY-online', null)
  await sell('part-a', 'PAY-part', null)
  await sell('part-b', 'PAY-part', LEKKI)
  const found = async (names: string) => Promise.all(names.split(' ').map((name) => placeOf(`PAY-${name}`)))
  expect(await found('one two split online part')).toEqual([IKEJA, IKEJA, null, null, null])
  expect(await listedAt(IKEJA)).toEqual(['PAY-one', 'PAY-two'])
})

test('places a payment with several purchases in one batch the same', async () => {
  const line = (id: string, reference: string, cinema: string) => ({
    id,
    at: AT,
    channel: 'web',
    payment_reference: reference,
    cinema_id: cinema,
    lines: [{ kind: 'concession', product: 'Popcorn', quantity: 1, amount: 10 }],
  })
  await shop.send('purchases', [
    line('b1', 'BATCH-same', LEKKI),
    line('b2', 'BATCH-same', LEKKI),
    line('b3', 'BATCH-both', LEKKI),
    line('b4', 'BATCH-both', IKEJA),
  ])
  expect([await placeOf('BATCH-same'), await placeOf('BATCH-both')]).toEqual([LEKKI, null])
})

test('places a payment by its purchase if the charge was reported first', async () => {
  await charge('LATE-1')
  expect(await placeOf('LATE-1')).toBeNull()
  expect(await listedAt(LEKKI)).not.toContain('LATE-1')
  await sell('late', 'LATE-1', LEKKI)
  expect(await placeOf('LATE-1')).toBe(LEKKI)
  expect(await listedAt(LEKKI)).toContain('LATE-1')
  expect(await listedAt(LEKKI, { search: 'late-1' })).toEqual(['LATE-1'])
  expect(await listedAt(IKEJA, { search: 'late-1' })).toEqual([])
})

test('places the payment of a cube booking at the cinema of the cube', async () => {
  await charge('CUBE-1')
  const cube = await addCube(server, { cinema_id: LEKKI })
  const { status, body } = await server.call(cubes.book, { body: wanted(cube, { payment_reference: 'CUBE-1' }) })
  expect([status, await placeOf('CUBE-1')]).toEqual([201, LEKKI])
  expect(await listedAt(LEKKI)).toContain('CUBE-1')
  expect(await listedAt(IKEJA)).not.toContain('CUBE-1')
  const { cubeBooking } = await shop.detail(await shop.idOf('CUBE-1'))
  expect(cubeBooking).toMatchObject({ booking_id: body.data.booking_id, cinema: 'Lekki' })
  expect((await shop.detail(await shop.idOf('PAY-one'))).cubeBooking).toBeNull()
})

test('counts per day like the list', async () => {
  const { rows } = await server.db.execute(sql`
    select * from (
      select cinema_id, (at at time zone 'UTC')::date as day, is_customer, count(*) as count from payments
      where cinema_id is not null group by 1, 2, 3
    ) e full join payment_cinema_days d using (cinema_id, day, is_customer)
    where coalesce(e.count, 0) <> coalesce(d.count, 0)`)
  expect(rows).toEqual([])
})
