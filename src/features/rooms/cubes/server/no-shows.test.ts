import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages } from '../rules.ts'
import { ofCustomer } from './of-customer.ts'
import {
  addChain,
  addCube,
  booked,
  bookedAs,
  freshLimits,
  paidBack,
  setStatus,
  shopCharge,
  slot,
} from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await freshLimits(server)
})

/** The booking is for 18:00 to 19:00 of the next day. */
const HOUR_OVER = slot(1, 19)
const A_DAY_LATER = slot(2, 9)

const read = async ({ booking_id: id }: CubeBooking) =>
  (await server.call(cubes.booking, { params: { id } })).body.data as CubeBooking
const idsOf = async ({ cube_id }: CubeBooking, query: object) =>
  ((await server.call(cubes.bookings, { query: { cube_id, ...query } })).body.data as CubeBooking[]).map(
    ({ booking_id }) => booking_id,
  )

describe('a booking whose hour is over', () => {
  test.each(['Booked', 'Approved Reschedule'] as const)('that is %s is listed as not redeemed', async (status) => {
    const booking = await bookedAs(server, status)
    expect(await read(booking)).toMatchObject({ is_not_redeemed: false, withheld_percent: 0, refundable_amount: 90 })
    expect(await idsOf(booking, { not_redeemed: 'yes' })).toEqual([])
    server.clock.set(slot(3, 9))
    expect(await read(booking)).toMatchObject({
      status,
      is_not_redeemed: true,
      withheld_percent: 100,
      refundable_amount: 0,
    })
    expect(await idsOf(booking, { not_redeemed: 'yes' })).toEqual([booking.booking_id])
    expect(await idsOf(booking, { not_redeemed: 'no' })).toEqual([])
    const csv = await server.call(cubes.bookingsCsv, { query: { cube_id: booking.cube_id, columns: 'status' } })
    expect(csv.text).toContain('Not redeemed')
    const { body } = await server.call(cubes.calendar, {
      params: { id: booking.cube_id },
      query: { start_date: '2026-11-21' },
    })
    expect(body.data).toMatchObject([{ status, is_not_redeemed: true }])
  })

  test.each(['Redeemed', 'Pending Cancellation Approval', 'Pending Reschedule Approval', 'Refunded'] as const)(
    'that is %s is not listed as not redeemed',
    async (status) => {
      const booking = await bookedAs(server, status)
      server.clock.set(slot(3, 9))
      expect(await read(booking)).toMatchObject({ is_not_redeemed: false, withheld_percent: 0 })
    },
  )

  test('is so on the page of its customer', async () => {
    await bookedAs(server, 'Booked')
    const read = (now: string) =>
      ofCustomer[0]!.events!.read(server.db, {
        whose: { id: 1, ids: [1], email: 'ada@mail.example' },
        before: undefined,
        limit: 1,
        zone: 'Africa/Lagos',
        now: new Date(now),
        meId: 1,
      })
    expect(await read(TEST_NOW)).toMatchObject([{ status: 'Booked' }])
    expect(await read(HOUR_OVER)).toMatchObject([{ status: 'Not redeemed' }])
  })

  test('can be redeemed until its day ends', async () => {
    const booking = await bookedAs(server, 'Booked')
    server.clock.set(A_DAY_LATER)
    const late = await setStatus(server, booking.booking_id, 'Redeemed')
    expect([late.status, late.problem.message]).toEqual([409, messages.redeemedLate])
    server.clock.set(HOUR_OVER)
    expect((await setStatus(server, booking.booking_id, 'Redeemed')).body.data).toMatchObject({
      status: 'Redeemed',
      is_not_redeemed: false,
    })
  })
})

describe('a cancellation after the hour', () => {
  const moveTo = async (id: string, ...statuses: CubeBooking['status'][]) => {
    for (const status of statuses) expect((await setStatus(server, id, status)).status, status).toBe(200)
  }

  test('gives back the percent that was agreed when it was booked, where it was paid', async () => {
    const cube = await addCube(server, { no_show_percent: 50 })
    await shopCharge(server, 'no-show', 9000)
    const booking = await booked(server, cube, { payment_reference: 'no-show' })
    const { booking_id: id } = booking
    await server.call(cubes.edit, { params: { id }, body: { guest_count: 12, payment_amount: 40 } })
    await server.call(cubes.change, { params: { id: cube.id }, body: { no_show_percent: 75 } })
    server.clock.set(HOUR_OVER)
    const half = { withheld_percent: 50, refundable_amount: 65, refundable_by_provider: 45 }
    expect(await read(booking)).toMatchObject(half)
    await moveTo(id, 'Pending Cancellation Approval', 'Approved Cancellation')
    expect(await read(booking)).toMatchObject({ ...half, is_not_redeemed: false })
    await moveTo(id, 'Refunded')
    expect(await read(booking)).toMatchObject({ refunded_amount: 65, refundable_amount: 0, payment_amount: 130 })
    expect(await paidBack(server, 'no-show')).toBe(4500)
  })

  test('of which nothing goes back is not refunded, and does not hold the cube', async () => {
    const booking = await bookedAs(server, 'Booked')
    const { booking_id: id, cube_id } = booking
    server.clock.set(HOUR_OVER)
    await moveTo(id, 'Pending Cancellation Approval', 'Approved Cancellation')
    const refund = await setStatus(server, id, 'Refunded')
    expect([refund.status, refund.problem.message]).toEqual([409, messages.nothingBack])
    const waiting = await server.call(cubes.waiting, { query: { cube_id } })
    expect(waiting.body.data).toMatchObject({ refunds: 0 })
    expect((await server.call(cubes.retire, { params: { id: cube_id } })).status).toBe(200)
  })

  test('that was requested before the hour was over gives back all of it', async () => {
    const booking = await bookedAs(server, 'Pending Cancellation Approval')
    server.clock.set(HOUR_OVER)
    await moveTo(booking.booking_id, 'Approved Cancellation')
    expect(await read(booking)).toMatchObject({ withheld_percent: 0, refundable_amount: 90 })
  })

  test('that is declined leaves it not redeemed', async () => {
    const booking = await bookedAs(server, 'Booked')
    server.clock.set(HOUR_OVER)
    await moveTo(booking.booking_id, 'Pending Cancellation Approval', 'Booked')
    expect(await read(booking)).toMatchObject({ is_not_redeemed: true, withheld_percent: 100 })
  })
})

test.each([101, -1, 12.5, null])('a no-show fee of %s percent is refused', async (no_show_percent) => {
  const { id } = await addCube(server)
  const answer = await server.call(cubes.change, { params: { id }, body: { no_show_percent } as never })
  expect([answer.status, answer.problem.errors![0]!.field]).toEqual([422, 'no_show_percent'])
})

test('the history of a booking says what an edit changed', async () => {
  const { booking_id: id } = await booked(server, await addCube(server))
  const edit = (body: object) => server.call(cubes.edit, { params: { id }, body })
  await edit({ guest_count: 15, payment_amount: 100, payment_method: 'card' })
  await edit({ guest_count: 5 })
  await edit({ full_name: 'Ada Eze', email: 'eze@mail.example', movie_id: 'HO0002', has_corkage: true })
  const { body } = await server.call(cubes.steps, { params: { id } })
  expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Movie, name, email, corkage',
    'Guests 15 to 5',
    'Guests 10 to 15, ₦100 paid by card',
    '',
  ])
})
