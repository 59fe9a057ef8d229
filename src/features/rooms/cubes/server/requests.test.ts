import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages } from '../rules.ts'
import {
  addChain,
  auditOf,
  bookedAs,
  emails,
  setStatus,
  slot,
  TOMORROW_SIX,
  wanted,
  freshLimits,
} from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())
beforeEach(() => freshLimits(server))
beforeEach(() => server.clock.set(TEST_NOW))

const read = async (id: string): Promise<CubeBooking> =>
  (await server.call(cubes.booking, { params: { id } })).body.data as CubeBooking
const reschedule = ({ booking_id: id, cube_id }: CubeBooking, fee: number, hour = 12) =>
  server.call(cubes.reschedule, {
    params: { id },
    body: { reschedule_date: slot(2, hour), movie_id: 'HO0002', payment_amount: fee, cube_id },
  })
const bookAt = async (booking: CubeBooking, date_time: string) => {
  const cube = { id: booking.cube_id, rosetta_cinema_id: booking.cinema_id } as never
  return (await server.call(cubes.book, { body: wanted(cube, { date_time }) })).status
}
/** It holds the hour or it does not: what is in force, and what was asked for. */
const isFree = async (booking: CubeBooking, at: string) => (await bookAt(booking, at)) === 201

describe('a request that is declined', () => {
  const reason = 'The cube is needed'

  test('to cancel leaves the booking as it was', async () => {
    const booking = await bookedAs(server, 'Pending Cancellation Approval')
    await emails(server)
    const answer = await setStatus(server, booking.booking_id, 'Booked', { reason, version: booking.version })
    expect(answer.body.data).toMatchObject({ status: 'Booked', starts_at: TOMORROW_SIX, payment_amount: 90 })
    expect(await isFree(booking, TOMORROW_SIX)).toBe(false)
    const { body } = await server.call(cubes.steps, { params: { id: booking.booking_id } })
    expect(body.data[0]).toMatchObject({ step: 'cancellation declined', reason, actor: 'superadmin Tester' })
    expect((await auditOf(server, booking.booking_id)).at(-1)).toMatchObject({
      action: 'cubes.setStatus',
      summary: `Declined the cancellation of the cube booking ${booking.booking_id}`,
      before: { status: 'Pending Cancellation Approval' },
      after: { status: 'Booked', reason },
    })
    const [email] = await emails(server)
    expect(email!.subject).toBe('Your cube is still booked: 22/11/2026, 6:00 PM')
    expect(email!.body).not.toContain(reason)
  })

  test('to cancel leaves a reschedule that had been approved', async () => {
    const booking = await bookedAs(server, 'Approved Reschedule')
    await setStatus(server, booking.booking_id, 'Pending Cancellation Approval')
    const answer = await setStatus(server, booking.booking_id, 'Booked')
    expect(answer.body.data).toMatchObject({
      status: 'Approved Reschedule',
      starts_at: slot(2, 12),
      reschedule_date: slot(2, 12),
    })
  })

  test('to come at another hour frees that hour, and its fee counts for the next one', async () => {
    const booking = await bookedAs(server, 'Booked')
    const { body: requested } = await reschedule(booking, 9)
    expect(requested.data).toMatchObject({ movie_id: 'HO0002', reschedule_date: slot(2, 12), reschedule_fee: 9 })
    await emails(server)
    const answer = await setStatus(server, booking.booking_id, 'Booked', { reason })
    expect(answer.body.data).toMatchObject({
      status: 'Booked',
      starts_at: TOMORROW_SIX,
      reschedule_date: null,
      movie_id: 'HO0001',
      refundable_amount: 99,
    })
    const [email] = await emails(server)
    expect(email!.subject).toBe('Your cube is still booked: 22/11/2026, 6:00 PM')
    expect(email!.body).toContain('We cannot offer you 23/11/2026, 12:00 PM.')
    expect(email!.body).toContain('₦9')
    expect(await isFree(booking, slot(2, 12))).toBe(true)
    expect(await isFree(booking, TOMORROW_SIX)).toBe(false)

    const offer = await server.call(cubes.rescheduleOffer, { params: { id: booking.booking_id } })
    const later = { at: '2026-11-21T17:00:00.000Z', fee: 4.5, percent: 15 }
    expect(offer.body.data).toEqual({ fee: 0, percent: 10, later, refusal: null })
    expect((await reschedule(booking, 9, 13)).problem.errors![0]!.message).toContain('less ₦9 already paid')
    expect((await reschedule(booking, 0, 13)).body.data).toMatchObject({ reschedule_fee: 9 })
    const approved = await setStatus(server, booking.booking_id, 'Approved Reschedule')
    expect(approved.body.data).toMatchObject({ starts_at: slot(2, 13), refundable_amount: 90 })
  })

  test.each([
    ['Pending Cancellation Approval', 'Approved Cancellation'],
    ['Pending Reschedule Approval', 'Approved Reschedule'],
  ] as const)(
    'and approved at once, %s, is one of both',
    async (from, approved) => {
      for (let n = 0; n < 3; n++) {
        const booking = await bookedAs(server, from)
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, k) => setStatus(server, booking.booking_id, k % 2 ? approved : 'Booked')),
        )
        const done = answers.filter(({ status }) => status === 200)
        expect(done).toHaveLength(1)
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
        expect(await read(booking.booking_id)).toEqual(done[0]!.body.data)
      }
    },
    60_000,
  )

  test('takes the permission that it takes to approve', async () => {
    const booking = await bookedAs(server, 'Pending Cancellation Approval')
    const answer = await setStatus(server, booking.booking_id, 'Booked', {}, 'powerless')
    expect(answer.status).toBe(403)
    expect(await read(booking.booking_id)).toEqual(booking)
  })
})

describe('a booking is redeemed', () => {
  // Clauses: operations 255
  test('from an hour before it begins', async () => {
    const booking = await bookedAs(server, 'Booked')
    const early = await setStatus(server, booking.booking_id, 'Redeemed')
    expect([early.status, early.problem.message]).toEqual([
      409,
      'This booking can be redeemed from 22/11/2026, 5:00 PM, an hour before it starts',
    ])
    server.clock.set('2026-11-22T15:59:59.999Z')
    expect((await setStatus(server, booking.booking_id, 'Redeemed')).status).toBe(409)
    server.clock.set('2026-11-22T16:00:00.000Z')
    expect((await setStatus(server, booking.booking_id, 'Redeemed')).body.data).toMatchObject({
      status: 'Redeemed',
      redeemed_at: '2026-11-22T16:00:00.000Z',
    })
  })

  test('by mistake: it is taken back on that day, and told', async () => {
    const booking = await bookedAs(server, 'Redeemed')
    await emails(server)
    const answer = await setStatus(server, booking.booking_id, 'Booked', { version: booking.version })
    expect(answer.body.data).toMatchObject({ status: 'Booked', redeemed_at: null, starts_at: TOMORROW_SIX })
    expect((await auditOf(server, booking.booking_id)).at(-1)).toMatchObject({
      summary: `Undid the redemption of the cube booking ${booking.booking_id}`,
      before: { status: 'Redeemed' },
      after: { status: 'Booked' },
    })
    expect((await emails(server))[0]!.body).toContain('Your booking was marked as redeemed by mistake.')
    expect((await setStatus(server, booking.booking_id, 'Redeemed')).status).toBe(200)
  })

  test('and is what it was before when that is taken back', async () => {
    const booking = await bookedAs(server, 'Approved Reschedule')
    server.clock.set(slot(2, 11))
    await setStatus(server, booking.booking_id, 'Redeemed')
    expect((await setStatus(server, booking.booking_id, 'Booked')).body.data).toMatchObject({
      status: 'Approved Reschedule',
      starts_at: slot(2, 12),
    })
  })

  test('for good when the day is over', async () => {
    const booking = await bookedAs(server, 'Redeemed')
    server.clock.set(slot(2, 0))
    const late = await setStatus(server, booking.booking_id, 'Booked')
    expect([late.status, late.problem.message]).toEqual([409, messages.redeemedBefore])
    expect(await read(booking.booking_id)).toEqual(booking)
  })
})

test('refunded bookings are listed, found and exported', async () => {
  const booking = await bookedAs(server, 'Refunded', { full_name: 'Ngozi Refunded' })
  const query = { cube_id: booking.cube_id, booking_status: 'Refunded', search: 'ngozi' }
  const { body } = await server.call(cubes.bookings, { query: { ...query, page: 1 } })
  expect(body.data).toMatchObject({
    totalCount: 1,
    bookings: [{ booking_id: booking.booking_id, refunded_amount: 90 }],
  })
  const csv = await server.call(cubes.bookingsCsv, { query: { ...query, columns: 'id,refunded' } })
  expect(csv.text.split('\r\n')[1]).toBe(`${booking.booking_id},90.00`)
})

test('how many requests wait, of a cube and of all', async () => {
  const of = async (cube_id?: number) => (await server.call(cubes.waiting, { query: { cube_id } })).body.data
  const before = await of()
  const cancelling = await bookedAs(server, 'Pending Cancellation Approval')
  const moving = await bookedAs(server, 'Pending Reschedule Approval')
  await bookedAs(server, 'Approved Cancellation')
  await bookedAs(server, 'Refunded')
  expect(await of()).toEqual({
    cancellations: before.cancellations + 1,
    reschedules: before.reschedules + 1,
    refunds: before.refunds + 1,
  })
  expect(await of(cancelling.cube_id)).toEqual({ cancellations: 1, reschedules: 0, refunds: 0 })
  expect(await of(moving.cube_id)).toEqual({ cancellations: 0, reschedules: 1, refunds: 0 })
})
