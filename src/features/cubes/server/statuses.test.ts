import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages, STATUSES, whyNotEdit, whyNotReschedule, whyNotStatus } from '../rules.ts'
import {
  addChain,
  addCube,
  auditOf,
  booked,
  bookedAs,
  letters,
  setStatus,
  shopCharge,
  paidBack,
  slot,
  wanted,
} from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())

const shown = async ({ cube_id, booking_id }: CubeBooking) =>
  ((await server.call(cubes.bookings, { query: { cube_id } })).body.data as CubeBooking[]).find(
    (booking) => booking.booking_id === booking_id,
  )!
const hours = async ({ cube_id }: CubeBooking) =>
  (
    await server.db.execute<{ hour: string }>(sql`select hour from cube_hours where cube_id = ${cube_id} order by hour`)
  ).rows.map(({ hour }) => new Date(hour).toISOString())

describe.each(STATUSES)('a booking that is %s', (from) => {
  test('goes to each status that it may, and is refused each other with the reason', async () => {
    for (const to of STATUSES) {
      const booking = await bookedAs(server, from)
      const why = whyNotStatus(from, to)
      const answer = await setStatus(server, booking.booking_id, to)
      expect([answer.status, answer.problem.message], to).toEqual(why ? [409, why] : [200, undefined])
      const now = await shown(booking)
      expect(now, to).toEqual(why ? booking : answer.body.data)
      expect(now.status).toBe(why ? from : to)
    }
  }, 60_000)

  test('can be edited and rescheduled, or says why not', async () => {
    const booking = await bookedAs(server, from)
    const reschedule = await server.call(cubes.reschedule, {
      params: { id: booking.booking_id },
      body: { reschedule_date: slot(3, 15), movie_id: 'HO0001', payment_amount: 9, cube_id: booking.cube_id },
    })
    const whyNot = whyNotReschedule(from, new Date(booking.starts_at), server.clock.now())
    expect([reschedule.status, whyNot && reschedule.problem.message]).toEqual([whyNot ? 409 : 200, whyNot])
    const edit = await server.call(cubes.edit, { params: { id: booking.booking_id }, body: { full_name: 'B' } })
    const why = whyNotEdit(from)
    expect([edit.status, why && edit.problem.message]).toEqual([why ? 409 : 200, why])
  })
})

describe('a status', () => {
  test.each([[{ status: 'Lost' }], [{}]])('that is %j is refused', async (body) => {
    const { booking_id: id } = await bookedAs(server, 'Booked')
    const { status, problem } = await server.call(cubes.setStatus, { params: { id }, body })
    expect([status, problem.errors]).toEqual([422, [{ field: 'status', message: messages.badStatus }]])
  })

  test('based on an older version gets the booking as it is', async () => {
    const booking = await bookedAs(server, 'Booked')
    await server.call(cubes.edit, { params: { id: booking.booking_id }, body: { has_corkage: true } })
    const late = await setStatus(server, booking.booking_id, 'Redeemed', { version: 1 })
    expect([late.status, late.problem.data]).toEqual([409, await shown(booking)])
  })

  test('keeps the reason, in the steps and in the audit', async () => {
    const booking = await bookedAs(server, 'Pending Cancellation Approval')
    const reason = 'The guest is ill'
    await setStatus(server, booking.booking_id, 'Approved Cancellation', { reason })
    const { body } = await server.call(cubes.steps, { params: { id: booking.booking_id } })
    expect(body.data[0]).toMatchObject({ step: 'cancellation approved', reason, actor: 'superadmin Tester' })
    expect((await auditOf(server, booking.booking_id)).at(-1)).toMatchObject({
      action: 'cubes.setStatus',
      before: { status: 'Pending Cancellation Approval' },
      after: { status: 'Approved Cancellation', reason },
    })
    const long = await setStatus(server, booking.booking_id, 'Refunded', { reason: 'x'.repeat(501) })
    expect([long.status, long.problem.errors![0]!.field]).toEqual([422, 'reason'])
  })

  test('decides which hours are held', async () => {
    const six = '2026-11-22T17:00:00.000Z'
    const held = async (status: (typeof STATUSES)[number]) => hours(await bookedAs(server, status))
    expect(await held('Booked')).toEqual([six])
    expect(await held('Pending Cancellation Approval')).toEqual([six])
    expect(await held('Pending Reschedule Approval')).toEqual([six, slot(2, 12)])
    expect(await held('Approved Reschedule')).toEqual([slot(2, 12)])
    expect(await held('Redeemed')).toEqual([six])
    expect(await held('Approved Cancellation')).toEqual([])
    expect(await held('Refunded')).toEqual([])
  })

  test('of a reschedule that is cancelled gives up the hour that was asked for', async () => {
    const booking = await bookedAs(server, 'Pending Reschedule Approval')
    await setStatus(server, booking.booking_id, 'Pending Cancellation Approval')
    expect(await hours(booking)).toEqual([booking.starts_at])
  })

  test('is told to the guest at each step', async () => {
    await letters(server)
    const booking = await bookedAs(server, 'Refunded')
    await setStatus(server, (await bookedAs(server, 'Booked')).booking_id, 'Redeemed')
    const told = await letters(server)
    expect(told.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
      'Your cube is booked',
      'You cancel your cube',
      'Your cube is cancelled',
      'Your cube is refunded',
      'Your cube is booked',
      'Enjoy your cube',
    ])
    expect(told[3]!.body).toContain('₦90 is given back to you at the cinema.')
    expect(told[3]!.body).toContain(booking.booking_id)
  })
})

describe('a refund', () => {
  let n = 0
  /** A booking whose cancellation is approved, paid with a card that ends so. */
  const cancelled = async (
    last4: string,
    { cube = undefined as undefined | Awaited<ReturnType<typeof addCube>> } = {},
  ) => {
    const reference = `refund-${++n}`
    await shopCharge(server, reference, 9000, last4)
    const of = cube ?? (await addCube(server))
    const booking = await booked(server, of, { payment_reference: reference })
    await setStatus(server, booking.booking_id, 'Pending Cancellation Approval')
    await setStatus(server, booking.booking_id, 'Approved Cancellation')
    return { booking, reference }
  }
  const logs = async (reference: string) =>
    (
      await server.db.execute(
        sql`select status, kobo::int, purchase_type from payment_logs where reference = ${reference} order by id`,
      )
    ).rows
  const PAID = { status: 'succeeded', kobo: 9000, purchase_type: 'Web or app purchase' }
  const BACK = { status: 'refunded', kobo: 9000, purchase_type: 'Cube booking' }

  test('goes back through the provider, stands in the payment log and is told', async () => {
    const { booking, reference } = await cancelled('4242')
    await letters(server)
    const answer = await setStatus(server, booking.booking_id, 'Refunded', { reason: 'As promised' })
    expect(answer.body.data).toMatchObject({
      status: 'Refunded',
      refund: 'done',
      refunded_amount: 90,
      refundable_amount: 0,
    })
    expect([await paidBack(server, reference), await logs(reference)]).toEqual([9000, [PAID, BACK]])
    expect((await letters(server))[0]!.body).toContain('₦90 goes back to where you paid from.')
    const again = await setStatus(server, booking.booking_id, 'Refunded')
    expect(again.status).toBe(409)
    expect(await paidBack(server, reference)).toBe(9000)
  })

  test('gives each part back where it was paid, and keeps the fee of a reschedule that was granted', async () => {
    const cube = await addCube(server)
    const reference = 'in-parts'
    await shopCharge(server, reference, 9000)
    await shopCharge(server, 'the-fee', 1300)
    const { booking_id: id } = await booked(server, cube, { payment_reference: reference })
    await server.call(cubes.edit, { params: { id }, body: { guest_count: 12, payment_amount: 40 } })
    const asked = await server.call(cubes.reschedule, {
      params: { id },
      body: {
        reschedule_date: slot(2, 12),
        movie_id: 'HO0001',
        payment_amount: 13,
        cube_id: cube.id,
        payment_reference: 'the-fee',
      },
    })
    expect(asked.body.data).toMatchObject({ refundable_amount: 143, refundable_by_provider: 103 })
    await setStatus(server, id, 'Approved Reschedule')
    await setStatus(server, id, 'Pending Cancellation Approval')
    const approved = await setStatus(server, id, 'Approved Cancellation')
    expect(approved.body.data).toMatchObject({ refundable_amount: 130, refundable_by_provider: 90 })
    await letters(server)
    const { body } = await setStatus(server, id, 'Refunded')
    expect(body.data).toMatchObject({ refunded_amount: 130, payment_amount: 130, reschedule_fee: 13 })
    expect([await paidBack(server, reference), await paidBack(server, 'the-fee')]).toEqual([9000, 0])
    const [letter] = await letters(server)
    expect(letter!.body).toContain('₦90 goes back to where you paid from.')
    expect(letter!.body).toContain('₦40 is given back to you at the cinema.')
  })

  test('gives the fee of a reschedule back that was never granted', async () => {
    const booking = await bookedAs(server, 'Pending Reschedule Approval')
    for (const status of ['Pending Cancellation Approval', 'Approved Cancellation', 'Refunded'] as const)
      await setStatus(server, booking.booking_id, status)
    expect(await shown(booking)).toMatchObject({ refunded_amount: 99, status: 'Refunded' })
  })

  test('that the provider is not there for can be asked for again', async () => {
    const { booking, reference } = await cancelled('0005')
    const answer = await setStatus(server, booking.booking_id, 'Refunded')
    expect([answer.status, answer.problem.message]).toEqual([502, 'The payment provider is not answering'])
    expect(await shown(booking)).toMatchObject({ status: 'Approved Cancellation', refund: 'none', refunded_amount: 0 })
    await server.db.execute(sql`update payments_embedded set token = replace(token, '-0005-', '-4242-')`)
    expect((await setStatus(server, booking.booking_id, 'Refunded')).body.data.status).toBe('Refunded')
    expect(await paidBack(server, reference)).toBe(9000)
  })

  test('that the provider does not accept pays nothing back', async () => {
    const { booking, reference } = await cancelled('4242')
    await server.db.execute(sql`update payments_embedded set refunded_kobo = 1 where reference = ${reference}`)
    const answer = await setStatus(server, booking.booking_id, 'Refunded')
    expect([answer.status, answer.problem.message]).toEqual([502, 'The payment provider did not accept the refund'])
    expect([(await shown(booking)).refund, await paidBack(server, reference)]).toEqual(['none', 1])
  })

  test('whose answer is lost is never asked for again: staff say what they found', async () => {
    const { booking, reference } = await cancelled('0004')
    const lost = await setStatus(server, booking.booking_id, 'Refunded')
    expect([lost.status, lost.problem.message]).toEqual([502, expect.stringContaining('broke off')])
    expect(await shown(booking)).toMatchObject({ status: 'Approved Cancellation', refund: 'unknown' })
    const again = await setStatus(server, booking.booking_id, 'Refunded')
    expect([again.status, again.problem.message]).toEqual([409, messages.refundUnknown])
    const seen = await setStatus(server, booking.booking_id, 'Refunded', { refund_seen: true })
    expect(seen.body.data).toMatchObject({ status: 'Refunded', refunded_amount: 90 })
    expect([await paidBack(server, reference), await logs(reference)]).toEqual([9000, [PAID, BACK]])
  })

  test('that was not seen at the provider is asked for anew', async () => {
    const { booking, reference } = await cancelled('0004')
    await setStatus(server, booking.booking_id, 'Refunded')
    await server.db.execute(sql`
      update payments_embedded set refunded_kobo = 0, token = replace(token, '-0004-', '-4242-') where reference = ${reference}`)
    const anew = await setStatus(server, booking.booking_id, 'Refunded', { refund_seen: false })
    expect(anew.body.data.status).toBe('Refunded')
    expect(await paidBack(server, reference)).toBe(9000)
    const late = await setStatus(server, booking.booking_id, 'Refunded', { refund_seen: true })
    expect(late.status).toBe(409)
  })

  test('says nothing of one that is not unknown', async () => {
    const { booking } = await cancelled('4242')
    const answer = await setStatus(server, booking.booking_id, 'Refunded', { refund_seen: true })
    expect([answer.status, answer.problem.data]).toEqual([409, await shown(booking)])
  })

  test('left by a server that died is under way for two minutes, and unknown after that', async () => {
    const { booking } = await cancelled('4242')
    const now = server.clock.now()
    await server.db.execute(sql`
      update cube_payments set refund = 'asked', refund_at = ${now.toISOString()}
      where booking_id = (select id from cube_bookings where booking_id = ${booking.booking_id})`)
    const early = await setStatus(server, booking.booking_id, 'Refunded')
    expect([early.status, early.problem.message]).toEqual([409, messages.refundUnderWay])
    expect((await shown(booking)).refund).toBe('under way')
    server.clock.set(new Date(now.getTime() + 120_001).toISOString())
    expect((await shown(booking)).refund).toBe('unknown')
    const late = await setStatus(server, booking.booking_id, 'Refunded')
    expect([late.status, late.problem.message]).toEqual([409, messages.refundUnknown])
    server.clock.set(now.toISOString())
  })

  test('through a provider that is not connected now is refused', async () => {
    const { booking } = await cancelled('4242')
    await server.db.execute(sql`
      update cube_payments set provider = 'another'
      where booking_id = (select id from cube_bookings where booking_id = ${booking.booking_id})`)
    const answer = await setStatus(server, booking.booking_id, 'Refunded')
    expect([answer.status, answer.problem.message]).toEqual([409, messages.otherProvider])
  })

  test('that twenty ask for at once is paid once', async () => {
    const { booking, reference } = await cancelled('4242')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => setStatus(server, booking.booking_id, 'Refunded')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect([await paidBack(server, reference), await logs(reference)]).toEqual([9000, [PAID, BACK]])
  })
})

test('an hour that was given up can be booked again', async () => {
  const cube = await addCube(server)
  const { booking_id: id } = await booked(server, cube)
  await setStatus(server, id, 'Pending Cancellation Approval')
  expect((await server.call(cubes.book, { body: wanted(cube) })).status).toBe(409)
  await setStatus(server, id, 'Approved Cancellation')
  expect((await server.call(cubes.book, { body: wanted(cube) })).status).toBe(201)
})
