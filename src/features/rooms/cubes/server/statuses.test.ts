import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { askRefunds } from '#features/payments/payment-logs/server/jobs.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages, STATUSES, editBlockedReason, rescheduleBlockedReason, statusBlockedReason } from '../rules.ts'
import {
  addChain,
  addCube,
  auditOf,
  booked,
  bookedAs,
  emails,
  setStatus,
  shopCharge,
  paidBack,
  slot,
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

const read = async ({ cube_id, booking_id }: CubeBooking) =>
  ((await server.call(cubes.bookings, { query: { cube_id } })).body.data as CubeBooking[]).find(
    (booking) => booking.booking_id === booking_id,
  )!
const hours = async ({ cube_id }: CubeBooking) =>
  (
    await server.db.execute<{ hour: string }>(
      sql`select starts_at as hour from cube_slots where cube_id = ${cube_id} order by hour`,
    )
  ).rows.map(({ hour }) => new Date(hour).toISOString())

describe.each(STATUSES)('a booking that is %s', (from) => {
  // ASVS: 2.3.1
  // Clauses: operations 253-256, 432
  test('goes to each status that it may, and is refused each other with the reason', async () => {
    for (const to of STATUSES) {
      server.clock.set(TEST_NOW)
      const booking = await bookedAs(server, from)
      if (to === 'Redeemed') server.clock.set(booking.starts_at)
      const reason = statusBlockedReason(from, to)
      const answer = await setStatus(server, booking.booking_id, to)
      expect([answer.status, reason && answer.problem.message], to).toEqual([reason ? 409 : 200, reason])
      const now = await read(booking)
      expect(now, to).toEqual(reason ? booking : answer.body.data)
      expect(now.status).toBe(reason ? from : to)
    }
  })

  test('can be edited and rescheduled, or says why not', async () => {
    server.clock.set(TEST_NOW)
    const booking = await bookedAs(server, from)
    const reschedule = await server.call(cubes.reschedule, {
      params: { id: booking.booking_id },
      body: { reschedule_date: slot(3, 15), movie_id: 'HO0001', payment_amount: 9, cube_id: booking.cube_id },
    })
    const rescheduleReason = rescheduleBlockedReason(from, new Date(booking.starts_at), server.clock.now())
    expect([reschedule.status, rescheduleReason && reschedule.problem.message]).toEqual([
      rescheduleReason ? 409 : 200,
      rescheduleReason,
    ])
    const edit = await server.call(cubes.edit, { params: { id: booking.booking_id }, body: { full_name: 'B' } })
    const reason = editBlockedReason(from)
    expect([edit.status, reason && edit.problem.message]).toEqual([reason ? 409 : 200, reason])
  })
})

describe('a status', () => {
  beforeEach(() => server.clock.set(TEST_NOW))

  // Clauses: operations 432
  test.each([[{ status: 'Lost' }], [{}]])('that is %j is refused', async (body) => {
    const { booking_id: id } = await bookedAs(server, 'Booked')
    const { status, problem } = await server.call(cubes.setStatus, { params: { id }, body })
    expect([status, problem.errors]).toEqual([422, [{ field: 'status', message: messages.badStatus }]])
  })

  test('based on an older version gets the booking as it is', async () => {
    const booking = await bookedAs(server, 'Booked')
    await server.call(cubes.edit, { params: { id: booking.booking_id }, body: { has_corkage: true } })
    const late = await setStatus(server, booking.booking_id, 'Redeemed', { version: 1 })
    expect([late.status, late.problem.data]).toEqual([409, await read(booking)])
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
    const occupied = async (status: (typeof STATUSES)[number]) => hours(await bookedAs(server, status))
    expect(await occupied('Booked')).toEqual([six])
    expect(await occupied('Pending Cancellation Approval')).toEqual([six])
    expect(await occupied('Pending Reschedule Approval')).toEqual([six, slot(2, 12)])
    expect(await occupied('Approved Reschedule')).toEqual([slot(2, 12)])
    expect(await occupied('Redeemed')).toEqual([six])
    expect(await occupied('Approved Cancellation')).toEqual([])
    expect(await occupied('Refunded')).toEqual([])
  })

  test('of a reschedule that is cancelled gives up the hour that was asked for', async () => {
    const booking = await bookedAs(server, 'Pending Reschedule Approval')
    await setStatus(server, booking.booking_id, 'Pending Cancellation Approval')
    expect(await hours(booking)).toEqual([booking.starts_at])
  })

  test('is told to the guest at each step', async () => {
    server.clock.set(slot(3, 9))
    await emails(server)
    server.clock.set(TEST_NOW)
    const booking = await bookedAs(server, 'Refunded')
    await bookedAs(server, 'Redeemed')
    const sent = await emails(server)
    expect(sent.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
      'Your cube is booked',
      'Your request to cancel your cube',
      'Your cube is cancelled',
      'Refund for your cube booking',
      'Your cube is booked',
      'Enjoy your cube',
    ])
    expect(sent[3]!.body).toContain('Collect ₦90 at the cinema.')
    expect(sent[3]!.body).toContain(booking.booking_id)
  })
})

describe('a refund', () => {
  beforeEach(() => server.clock.set(TEST_NOW))
  const later = (minutes: number) =>
    server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
  const requested = async () => {
    await server.app.jobs.send(askRefunds, {})
    await server.runJobs()
  }
  let n = 0
  /** A booking whose cancellation is approved, paid with a card that ends so. */
  const cancelled = async (last4: string) => {
    const reference = `refund-${++n}`
    await shopCharge(server, reference, 9000, last4)
    const booking = await booked(server, await addCube(server), { payment_reference: reference })
    await setStatus(server, booking.booking_id, 'Pending Cancellation Approval')
    await setStatus(server, booking.booking_id, 'Approved Cancellation')
    await emails(server)
    return { booking, reference, ask: (more: object = {}) => setStatus(server, booking.booking_id, 'Refunded', more) }
  }
  /** The payment as its log has it. */
  const payment = async (reference: string) => {
    const { rows } = await server.db.execute<{ id: number }>(
      sql`select id from payments where reference = ${reference}`,
    )
    return (await server.call(paymentLogs.detail, { params: { id: rows[0]!.id } })).body.data
  }
  const cardIs = (reference: string, from: string, to: string) =>
    server.db.execute(sql`
      update payments_embedded set token = replace(token, ${`-${from}-`}, ${`-${to}-`}) where reference = ${reference}`)
  const OWED = { status: 'Approved Cancellation', refundable_amount: 90, refunded_amount: 0 }
  const UNDER_WAY = { ...OWED, refund: 'under way', refund_text: messages.refundUnderWay }
  const BACK = { status: 'Refunded', refund: 'done', refund_text: '', refunded_amount: 90, refundable_amount: 0 }
  const failed = (reason: string) => ({ ...OWED, refund: 'failed', refund_text: messages.refundFailed(reason) })
  const subjects = async () => (await emails(server)).map(({ subject }) => subject)

  test('goes back through the provider, stands in the payment log and is told', async () => {
    const { booking, reference, ask } = await cancelled('4242')
    const answer = await ask({ reason: 'As promised' })
    expect(answer.body).toMatchObject({ message: messages.refunded, data: BACK })
    expect(await payment(reference)).toMatchObject({
      data: { meta: { status: 'refunded', amountPaid: 90, amountRefunded: 90 } },
      refunds: [{ state: 'succeeded', amount: 90, reason: 'As promised', createdBy: 'superadmin Tester' }],
    })
    expect(await paidBack(server, reference)).toBe(9000)
    expect((await emails(server))[0]!.body).toContain('₦90 goes back to the payment method you used.')
    const { body } = await server.call(cubes.steps, { params: { id: booking.booking_id } })
    expect(body.data[0]).toMatchObject({ step: 'refunded', reason: 'As promised', actor: 'superadmin Tester' })
    expect((await ask()).status).toBe(409)
    expect(await paidBack(server, reference)).toBe(9000)
  })

  test('gives each part back where it was paid, and keeps the fee of a reschedule that was granted', async () => {
    const cube = await addCube(server)
    const reference = 'in-parts'
    await shopCharge(server, reference, 9000)
    await shopCharge(server, 'the-fee', 1300)
    const { booking_id: id } = await booked(server, cube, { payment_reference: reference })
    await server.call(cubes.edit, { params: { id }, body: { guest_count: 12, payment_amount: 40 } })
    const requested = await server.call(cubes.reschedule, {
      params: { id },
      body: {
        reschedule_date: slot(2, 12),
        movie_id: 'HO0001',
        payment_amount: 13,
        cube_id: cube.id,
        payment_reference: 'the-fee',
      },
    })
    expect(requested.body.data).toMatchObject({ refundable_amount: 143, refundable_by_provider: 103 })
    await setStatus(server, id, 'Approved Reschedule')
    await setStatus(server, id, 'Pending Cancellation Approval')
    const approved = await setStatus(server, id, 'Approved Cancellation')
    expect(approved.body.data).toMatchObject({ refundable_amount: 130, refundable_by_provider: 90 })
    await emails(server)
    const { body } = await setStatus(server, id, 'Refunded')
    expect(body.data).toMatchObject({ refunded_amount: 130, payment_amount: 130, reschedule_fee: 13 })
    expect([await paidBack(server, reference), await paidBack(server, 'the-fee')]).toEqual([9000, 0])
    const [email] = await emails(server)
    expect(email!.body).toContain('₦90 goes back to the payment method you used.')
    expect(email!.body).toContain('Collect ₦40 at the cinema.')
  })

  test('gives the fee of a reschedule back that was never granted', async () => {
    const booking = await bookedAs(server, 'Pending Reschedule Approval')
    for (const status of ['Pending Cancellation Approval', 'Approved Cancellation', 'Refunded'] as const)
      await setStatus(server, booking.booking_id, status)
    expect(await read(booking)).toMatchObject({ refunded_amount: 99, status: 'Refunded' })
  })

  test('takes the permission of refunds besides, through the provider and at the cinema', async () => {
    const { booking, reference, ask } = await cancelled('4242')
    const grant = (permissions: string) =>
      server.db.execute(sql`update roles set permissions = ${permissions}::text[] where name = 'Powerless'`)
    await grant('{cubes:read,cubes:write}')
    const refused = await setStatus(server, booking.booking_id, 'Refunded', {}, 'powerless')
    expect([refused.status, refused.problem.message]).toEqual([403, 'You do not have permission to manage Refunds'])
    expect([await read(booking), await paidBack(server, reference)]).toEqual([expect.objectContaining(OWED), 0])
    const there = await bookedAs(server, 'Approved Cancellation')
    // From the till as well.
    expect((await setStatus(server, there.booking_id, 'Refunded', {}, 'powerless')).status).toBe(403)
    await grant('{cubes:read,cubes:write,refunds:write}')
    expect((await setStatus(server, there.booking_id, 'Refunded', {}, 'powerless')).status).toBe(200)
    expect((await setStatus(server, booking.booking_id, 'Refunded', {}, 'powerless')).status).toBe(200)
    await grant('{}')
    expect((await ask()).status).toBe(409)
  })

  test('that the provider is not there for can be asked for again', async () => {
    const { booking, reference, ask } = await cancelled('0005')
    const reason = 'The payment provider is not answering'
    const answer = await ask()
    expect([answer.status, answer.problem.message]).toEqual([502, messages.refundFailed(reason)])
    expect(await read(booking)).toMatchObject(failed(reason))
    await cardIs(reference, '0005', '4242')
    expect((await ask()).body.data).toMatchObject(BACK)
    expect(await paidBack(server, reference)).toBe(9000)
  })

  test('that the provider does not accept pays nothing back', async () => {
    const { booking, reference, ask } = await cancelled('4242')
    await server.db.execute(sql`update payments_embedded set refunded_kobo = 1 where reference = ${reference}`)
    const reason = 'The payment provider rejected the refund'
    const answer = await ask()
    expect([answer.status, answer.problem.message]).toEqual([502, messages.refundFailed(reason)])
    expect([await read(booking), await paidBack(server, reference)]).toEqual([
      expect.objectContaining(failed(reason)),
      1,
    ])
  })

  test.each([
    ['whose answer is lost', '0004'],
    ['that is on its way', '0003'],
  ])('%s is under way until the provider says that it is back', async (_, last4) => {
    const { booking, reference, ask } = await cancelled(last4)
    const answer = await ask({ reason: 'As promised' })
    expect(answer.body).toMatchObject({ message: messages.refundUnderWay, data: UNDER_WAY })
    const again = await ask()
    expect([again.status, again.problem.message]).toEqual([409, messages.refundUnderWay])
    expect(await payment(reference)).toMatchObject({ amountUnderWay: 90, data: { meta: { status: 'succeeded' } } })
    await requested()
    expect([await read(booking), await subjects()]).toEqual([expect.objectContaining(UNDER_WAY), []])
    later(5)
    await requested()
    expect(await read(booking)).toMatchObject(BACK)
    expect([await paidBack(server, reference), await subjects()]).toEqual([9000, ['Refund for your cube booking']])
    expect((await auditOf(server, booking.booking_id)).at(-1)).toMatchObject({
      action: 'cubes.setStatus',
      after: { status: 'Refunded', reason: 'As promised' },
    })
  })

  test('that fails on its way leaves the booking refundable, and says why', async () => {
    const { booking, reference, ask } = await cancelled('0006')
    expect((await ask()).body.data).toMatchObject(UNDER_WAY)
    later(5)
    await requested()
    const reason = 'the payment provider reported a failure'
    expect([await read(booking), await subjects()]).toEqual([expect.objectContaining(failed(reason)), []])
    expect(await payment(reference)).toMatchObject({ amountLeft: 90, data: { meta: { status: 'succeeded' } } })
    const { body } = await server.call(cubes.steps, { params: { id: booking.booking_id } })
    expect(body.data[0]).toMatchObject({ step: 'refund failed', reason, actor: 'Marquee' })
    await cardIs(reference, '0006', '4242')
    expect((await ask()).body.data).toMatchObject(BACK)
    expect([await paidBack(server, reference), await subjects()]).toEqual([9000, ['Refund for your cube booking']])
  })

  test('of which one part fails is asked for that part alone', async () => {
    const cube = await addCube(server)
    await shopCharge(server, 'part-back', 9000)
    await shopCharge(server, 'part-failed', 4000, '0005')
    const { booking_id: id } = await booked(server, cube, { payment_reference: 'part-back' })
    const more = { guest_count: 12, payment_amount: 40, payment_reference: 'part-failed' }
    expect((await server.call(cubes.edit, { params: { id }, body: more })).status).toBe(200)
    await setStatus(server, id, 'Pending Cancellation Approval')
    await setStatus(server, id, 'Approved Cancellation')
    await emails(server)
    expect((await setStatus(server, id, 'Refunded')).status).toBe(502)
    const { body } = await server.call(cubes.booking, { params: { id } })
    expect(body.data).toMatchObject({ refund: 'failed', refunded_amount: 90, refundable_by_provider: 40 })
    await cardIs('part-failed', '0005', '4242')
    expect((await setStatus(server, id, 'Refunded')).body.data).toMatchObject({ ...BACK, refunded_amount: 130 })
    expect([await paidBack(server, 'part-back'), await paidBack(server, 'part-failed')]).toEqual([9000, 4000])
    expect((await emails(server)).map(({ body: text }) => text)).toEqual([
      expect.stringContaining('₦130 goes back to the payment method you used.'),
    ])
  })

  test.each([
    ['after the provider had it: it is found by our reference', true, 2, BACK],
    ['before: an hour later it can be asked for again', false, 61, failed('the payment provider never received it')],
  ])('left by a server that died %s', async (_, had, minutes, then) => {
    const { booking, reference, ask } = await cancelled('4242')
    const { refund } = server.app.payments
    const dies = vi.spyOn(server.app.payments, 'refund').mockImplementationOnce(async (...order) => {
      if (had) await refund(...order)
      throw new Error('killed')
    })
    expect((await ask()).status).toBe(500)
    dies.mockRestore()
    expect(await read(booking)).toMatchObject(UNDER_WAY)
    later(minutes)
    await requested()
    expect(await read(booking)).toMatchObject(then)
    await ask()
    expect(await paidBack(server, reference)).toBe(9000)
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
    expect([await paidBack(server, reference), (await payment(reference)).refunds.length]).toEqual([9000, 1])
  })
})

test('an hour that was given up can be booked again', async () => {
  server.clock.set(TEST_NOW)
  const cube = await addCube(server)
  const { booking_id: id } = await booked(server, cube)
  await setStatus(server, id, 'Pending Cancellation Approval')
  expect((await server.call(cubes.book, { body: wanted(cube) })).status).toBe(409)
  await setStatus(server, id, 'Approved Cancellation')
  expect((await server.call(cubes.book, { body: wanted(cube) })).status).toBe(201)
})
