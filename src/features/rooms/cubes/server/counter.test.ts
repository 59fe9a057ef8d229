import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analytics } from '#features/insights/analytics/contract.ts'
import { dayClose } from '#features/payments/daily-finance/close-contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { messages as paymentMessages } from '#features/payments/payment-logs/rules.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages, type Status } from '../rules.ts'
import { addChain, addCube, auditOf, booked, setStatus, slot, wanted } from './test/chain.ts'

const TODAY = '2026-11-21'

let server: TestServer
let booking: CubeBooking
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
  booking = await booked(server, await addCube(server), { payment_method: 'card' })
})
afterAll(() => server.close())

const log = async (query: object = {}) => (await server.call(paymentLogs.list, { query })).body.data.payment_logs
const paymentOf = async (reference: string) => {
  const { id } = (await log()).find((row) => row.reference === reference)!
  return (await server.call(paymentLogs.detail, { params: { id } })).body.data
}
const closing = async () => (await server.call(dayClose.day, { params: { day: TODAY }, query: {} })).body.data
const figure = async (query: object = {}) =>
  (await server.call(analytics.cubeRevenue, { query: { start_date: TODAY, end_date: TODAY, ...query } })).body.data
const set = async (...statuses: Status[]) => {
  for (const status of statuses) expect((await setStatus(server, booking.booking_id, status)).status).toBe(200)
}

test('what is taken for a booking is a payment of the log, under its method and the id of the booking', async () => {
  expect(booking).toMatchObject({ payment_methods: ['card'], payment_references: [], refundable_by_provider: 0 })
  const found = await log({ method: 'card', kind: 'cube', provider: 'counter', cinema_id: '0001' })
  expect(found).toMatchObject([
    {
      bookingId: booking.booking_id,
      reference: booking.booking_id,
      name: 'Ada Obi',
      methods: ['card'],
      data: {
        meta: { email: 'ada@mail.example', amountPaid: 90, purchaseType: 'Cube booking', status: 'succeeded' },
      },
    },
  ])
  expect(await log({ search: booking.booking_id })).toEqual(found)
  expect(await paymentOf(booking.booking_id)).toMatchObject({
    cubeBooking: { booking_id: booking.booking_id },
    refusal: paymentMessages.cube,
    history: [{ what: 'Paid at the cinema', message: 'Card', amount: 90 }],
  })
  const [audited] = await auditOf(server, booking.booking_id)
  expect(audited).toMatchObject({ action: 'cubes.book', after: { payment_method: 'card' } })
})

test('more guests and the fee of a reschedule are payments of their own', async () => {
  const params = { id: booking.booking_id }
  const more = { guest_count: 12, payment_amount: 40, payment_method: 'transfer' }
  expect((await server.call(cubes.edit, { params, body: more })).status).toBe(200)
  const other = { reschedule_date: slot(2, 12), movie_id: 'HO0001', payment_amount: 13, cube_id: booking.cube_id }
  const rescheduled = await server.call(cubes.reschedule, { params, body: { ...other, payment_method: 'cash' } })
  expect(rescheduled.body.data.payment_methods).toEqual(['card', 'cash', 'transfer'])
  expect((await log({ sort: 'amount' })).map(({ reference, methods }) => [reference, methods])).toEqual([
    [`${booking.booking_id}-3`, ['cash']],
    [`${booking.booking_id}-2`, ['transfer']],
    [booking.booking_id, ['card']],
  ])
  const { sums } = (await server.call(paymentLogs.sums, { query: { kind: 'cube' } })).body.data
  expect(sums).toMatchObject({
    paid: 143,
    methods: [
      { method: 'card', paid: 90 },
      { method: 'transfer', paid: 40 },
      { method: 'cash', paid: 13 },
    ],
  })
})

test("the day's close counts it at the tills and expects nothing of the provider", async () => {
  const { chain, tills } = await closing()
  expect(chain.lines).toMatchObject({ cubes: 143, card: -90, cash: -13, other: -40 })
  expect(chain.subtotals).toMatchObject({ through: 0, expected: 0, due: 0 })
  expect(tills).toMatchObject([{ id: '0001', cash: 13, card: 90 }])
})

test('figures have it as a kind of its own, as the close has it, by day, month and cinema, and in no revenue', async () => {
  const row = { payments: 3, paid: 143, refunded: 0, net: 143 }
  expect(await figure()).toEqual([{ date: TODAY, ...row }])
  expect(await figure({ start_date: '2026-11-20', cinemas: '0001' })).toEqual([
    { date: '2026-11-20', payments: 0, paid: 0, refunded: 0, net: 0 },
    { date: TODAY, ...row },
  ])
  expect(await figure({ cinemas: '0002' })).toMatchObject([{ net: 0 }])
  expect(await figure({ start_date: '2026-10-05', step: 'month' })).toMatchObject([
    { date: '2026-10-05', net: 0 },
    { date: '2026-11-01', ...row },
  ])
  expect(await figure({ up_to: '09:59' })).toMatchObject([{ net: 0 }])
  expect(await figure({ up_to: '10:01' })).toMatchObject([{ net: 143 }])
  const sold = await server.call(analytics.salesAndRevenue, { query: { start_date: TODAY, end_date: TODAY } })
  expect(sold.body.data).toMatchObject([{ all_total_revenue: 0 }])
  const { text } = await server.call(analytics.cubesCsv, { query: { start_date: TODAY, end_date: TODAY } })
  expect(text.split('\r\n').slice(1, 3)).toEqual([
    'Date,Payments,Paid (naira),Refunded (naira),Cube revenue (naira),In progress,Compared with,"Cube revenue (naira), earlier"',
    '21/11/2026,3,143.00,0.00,143.00,Yes,,',
  ])
})

test('its refund is at the counter, noted with who and when, and no provider is asked', async () => {
  await set('Pending Cancellation Approval', 'Approved Cancellation', 'Refunded')
  const { refunds } = (await server.call(paymentLogs.refunds, { query: { sort: '-amount' } })).body.data
  expect(refunds).toMatchObject([
    { amount: 90, methods: ['card'], provider: 'counter', state: 'succeeded', createdBy: 'superadmin Tester' },
    { amount: 40, methods: ['transfer'] },
    { amount: 13, methods: ['cash'] },
  ])
  expect(refunds[0]).toMatchObject({ bookingId: booking.booking_id, settledAt: server.clock.now().toISOString() })
  expect(await paymentOf(booking.booking_id)).toMatchObject({
    data: { meta: { status: 'refunded', amountRefunded: 90 } },
    amountLeft: 0,
    history: [{ what: 'Paid at the cinema' }, { what: 'Refunded at the cinema by superadmin Tester', amount: 90 }],
  })
  const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n from payments_embedded`)
  expect(rows[0]!.n).toBe(0)
  expect((await closing()).chain.lines).toMatchObject({ cubes: 0, card: 0, cash: 0, other: 0, refunds: 0 })
  expect(await figure()).toEqual([{ date: TODAY, payments: 3, paid: 143, refunded: 143, net: 0 }])
})

test('without a method it is in the log and with what was paid otherwise', async () => {
  const { booking_id: id } = await booked(server, await addCube(server))
  expect(await log({ method: '-' })).toMatchObject([{ reference: id, methods: [] }])
  expect((await closing()).chain.lines).toMatchObject({ cubes: 90, other: -90 })
})

test.each([
  [{ payment_method: 'ussd' }, 'payment_method is one of cash, card, transfer'],
  [{ payment_method: 'cash', payment_reference: 'x' }, messages.twoWays],
])('%j is refused', async (more, message) => {
  const { status, problem } = await server.call(cubes.book, { body: wanted(await addCube(server), more) })
  expect([status, problem.errors]).toEqual([422, [{ field: 'payment_method', message }]])
})

test('refunds need their permission, and the payment log does not give it back by itself', async () => {
  const { booking_id: id } = await booked(server, await addCube(server), { payment_method: 'cash' })
  const payment = await paymentOf(id)
  const body = { kind: 'full', amount: 90, reason: 'Why' }
  const refused = await server.call(paymentLogs.refund, { params: { id: payment.id }, body })
  expect([refused.status, refused.problem.message]).toEqual([409, paymentMessages.cube])
  expect((await setStatus(server, id, 'Refunded', {}, 'powerless')).status).toBe(403)
})
