import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { search } from '#features/lists/search/contract.ts'
import { cubes, type Cube, type CubeBooking } from '../contract.ts'
import { messages, notAnHour } from '../rules.ts'
import {
  addChain,
  addCube,
  auditOf,
  booked,
  emails,
  setStatus,
  shopCharge,
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

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const book = (body: unknown, headers?: Record<string, string>) => server.call(cubes.book, { body, headers })
const edit = (id: string, body: unknown) => server.call(cubes.edit, { params: { id }, body })
const reschedule = (id: string, body: unknown) => server.call(cubes.reschedule, { params: { id }, body })
const slots = async (cube: Cube, date: string) =>
  (await server.call(cubes.slots, { query: { cube_id: cube.id, date }, as: 'nobody' })).body.data
const list = async (query: object) => (await server.call(cubes.bookings, { query })).body.data
const wantedHour = (cube: Cube, more: object = {}) => ({
  reschedule_date: slot(2, 12),
  movie_id: 'HO0002',
  payment_amount: 9,
  cube_id: cube.id,
  ...more,
})

test('who opens a booking leaves one line for each opening, and none that names the guest', async () => {
  const cube = await addCube(server, { name: 'Opened Cube' })
  const { booking_id: id } = (await book(wanted(cube, { full_name: 'Ada Obi' }))).body.data
  const open = () => server.call(cubes.booking, { params: { id }, as: 'admin' })
  const lines = async () =>
    (
      await server.db.execute(sql`
        select actor, entity, summary from audit_log where entity_id = ${id} and action = 'cubes.booking'`)
    ).rows
  await open()
  await open()
  const line = { actor: 'admin Tester', entity: 'cube booking', summary: `Viewed the cube booking ${id}` }
  expect(await lines()).toEqual([line])
  server.clock.set('2026-11-21T09:16:00.000Z')
  await open()
  server.clock.set(TEST_NOW)
  expect(await lines()).toEqual([line, line])
})

describe('booking a cube', () => {
  // Clauses: operations 213, 429, 481, 516
  test('answers the booking, takes its hour and tells the guest', async () => {
    const cube = await addCube(server, { name: 'Ruby Cube' })
    await emails(server)
    const answer = await book(wanted(cube, { full_name: '  Ada Obi ' }))
    expect([answer.status, answer.body.message]).toEqual([201, 'Successful'])
    const booking = answer.body.data
    expect(booking).toEqual({
      booking_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      full_name: 'Ada Obi',
      phone_number: '+2348031234567',
      email: 'ada@mail.example',
      movie_id: 'HO0001',
      movie_title: 'Anikulapo',
      guest_count: 10,
      payment_amount: 90,
      date_time: TOMORROW_SIX,
      reschedule_date: null,
      status: 'Booked',
      cube_id: cube.id,
      state: 'Lagos',
      cinema_name: 'Lekki',
      cube_name: 'Ruby Cube',
      cinema_id: '0001',
      has_corkage: false,
      redeemed_at: null,
      is_not_redeemed: false,
      withheld_percent: 0,
      starts_at: TOMORROW_SIX,
      reschedule_fee: 0,
      refundable_amount: 90,
      refundable_by_provider: 0,
      refunded_amount: 0,
      refund: 'none',
      refund_text: '',
      payment_references: [],
      payment_methods: [],
      created_at: TEST_NOW,
      created_by: 'superadmin Tester',
      version: 1,
    })
    expect((await slots(cube, '2026-11-22')).map(({ label }) => label)).not.toContain('6:00 PM')
    expect((await server.call(cubes.booking, { params: { id: booking.booking_id } })).body.data).toEqual(booking)
    const [audited] = await auditOf(server, booking.booking_id)
    expect(audited).toMatchObject({ action: 'cubes.book', after: { status: 'Booked', payment_amount: 90 } })
    const [email, ...others] = await emails(server)
    expect(others).toEqual([])
    expect([email!.recipient, email!.subject]).toEqual(['ada@mail.example', 'Your cube is booked: 22/11/2026, 6:00 PM'])
    for (const line of [
      'Hello Ada Obi,',
      'Ruby Cube at Lekki',
      'Anikulapo, for 10 guests.',
      'Paid: ₦90.',
      booking.booking_id,
    ])
      expect(email!.body).toContain(line)
  })

  // Clauses: operations 142
  test.each([
    [{ full_name: '' }, 'full_name', messages.empty],
    [{ email: undefined }, 'email', messages.empty],
    [{ email: 'ada' }, 'email', messages.badEmail],
    [{ phone_number: '' }, 'phone_number', messages.empty],
    [{ phone_number: '12' }, 'phone_number', messages.badPhone],
    [{ guest_count: null }, 'guest_count', messages.empty],
    [{ guest_count: 0 }, 'guest_count', messages.badGuests],
    [{ guest_count: 8.5 }, 'guest_count', messages.badGuests],
    [{ guest_count: 1001 }, 'guest_count', messages.badGuests],
    [{ movie_id: '' }, 'movie_id', messages.empty],
    [{ movie_id: 'HO9999' }, 'movie_id', messages.noSuchMovie],
    [{ cube_id: undefined }, 'cube_id', messages.empty],
    [{ cube_id: 999_999 }, 'cube_id', messages.noSuchCube],
    [{ cinema_id: '' }, 'cinema_id', messages.empty],
    [{ cinema_id: '0002' }, 'cinema_id', messages.otherCinema],
    [{ date_time: '' }, 'date_time', messages.empty],
    [{ date_time: '2026-11-22 18:00' }, 'date_time', messages.badInstant],
    [{ date_time: slot(1, 8) }, 'date_time', notAnHour(9, 21)],
    [{ date_time: '2026-11-22T17:30:00Z' }, 'date_time', notAnHour(9, 21)],
    [{ date_time: slot(0, 10) }, 'date_time', messages.begun],
    [{ date_time: slot(7, 10) }, 'date_time', messages.tooFar],
    [{ payment_amount: undefined }, 'payment_amount', messages.empty],
    [{ payment_amount: -1 }, 'payment_amount', messages.badAmount],
    [{ payment_amount: 89.99 }, 'payment_amount', 'The price for 10 guests is ₦90'],
    [{ guest_count: 1, payment_amount: -90 }, 'payment_amount', messages.badAmount],
    [{ guest_count: 1, payment_amount: 90 }, 'payment_amount', 'The price for 1 guest is ₦0'],
    [{ payment_reference: 'none' }, 'payment_reference', messages.unknownPayment],
  ])('with %j is refused by its field', async (more, field, message) => {
    const cube = await addCube(server)
    const { status, problem } = await book(wanted(cube, more))
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
    expect(await list({ cube_id: cube.id })).toEqual([])
  })

  test('of an hour that is taken is refused, and of the next is not', async () => {
    const cube = await addCube(server)
    await booked(server, cube)
    const { status, problem } = await book(wanted(cube))
    expect([status, problem.message]).toEqual([409, messages.occupied])
    expect((await book(wanted(cube, { date_time: slot(1, 19) }))).status).toBe(201)
  })

  test('in a cinema that closed since is refused', async () => {
    const cube = await addCube(server, { cinema_id: '0002' })
    const { status, problem } = await book(wanted(cube))
    expect([status, problem.message]).toEqual([409, messages.closedCinema])
    expect(await slots(cube, '2026-11-22')).toEqual([])
  })

  test('that is sent again with its key is done once', async () => {
    const cube = await addCube(server)
    const headers = { 'idempotency-key': `book ${cube.id}` }
    const first = await book(wanted(cube), headers)
    const second = await book(wanted(cube), headers)
    expect([second.status, second.body.data.booking_id]).toEqual([201, first.body.data.booking_id])
    expect(await list({ cube_id: cube.id })).toHaveLength(1)
  })

  test('may be paid with a charge of the shop: of its amount, and for one booking alone', async () => {
    const cube = await addCube(server)
    await shopCharge(server, 'shop-1', 9000)
    await shopCharge(server, 'shop-2', 8000)
    const pay = (reference: string, hour: number) =>
      book(wanted(cube, { date_time: slot(1, hour), payment_reference: reference }))
    const paid = await pay('shop-1', 11)
    expect(paid.body.data).toMatchObject({ refundable_by_provider: 90, payment_references: ['shop-1'] })
    const again = await pay('shop-1', 12)
    expect([again.status, again.problem.message]).toEqual([409, messages.usedPayment])
    const other = await pay('shop-2', 13)
    expect([other.status, other.problem.message]).toEqual([422, 'That payment is ₦80, but ₦90 is due'])
    expect(await list({ cube_id: cube.id })).toHaveLength(1)
  })

  test('is not paid with a charge that paid for something else, or that went back', async () => {
    const cube = await addCube(server)
    for (const reference of ['tickets', 'went-back']) await shopCharge(server, reference, 9000)
    await server.db.execute(sql`
      insert into purchases (source, external_id, at, day, channel, payment_reference, kobo)
      values ('shop', 'tickets', ${TEST_NOW}, '2026-11-21', 'web', 'tickets', 9000)`)
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, provider_id)
      select at, provider, reference, email, kobo, purchase_type, 'refunded', provider_id
      from payment_events where reference = 'went-back'`)
    for (const payment_reference of ['tickets', 'went-back']) {
      const { status, problem } = await book(wanted(cube, { payment_reference }))
      expect([status, problem.errors]).toEqual([
        422,
        [{ field: 'payment_reference', message: messages.unknownPayment }],
      ])
    }
    expect(await list({ cube_id: cube.id })).toEqual([])
  })
})

describe('free hours', () => {
  // Clauses: operations 137-138, 214, 427
  test('are those of the cube from now on, for seven days, to anybody', async () => {
    const cube = await addCube(server, { first_hour: 10, last_hour: 13 })
    expect(await slots(cube, '2026-11-21')).toEqual(
      [11, 12, 13].map((hour) => ({
        label: hour === 11 ? '11:00 AM' : `${hour === 12 ? 12 : 1}:00 PM`,
        date_time: slot(0, hour),
      })),
    )
    expect(await slots(cube, '2026-11-27')).toHaveLength(4)
    expect(await slots(cube, '2026-11-28')).toEqual([])
    expect(await slots(cube, '2026-11-20')).toEqual([])
  })

  test('of what is not a day or a cube are refused', async () => {
    const bad = await server.call(cubes.slots, { query: { cube_id: 1, date: 'soon' }, as: 'nobody' })
    expect([bad.status, bad.problem.errors]).toEqual([422, [{ field: 'date', message: 'Enter a date as YYYY-MM-DD' }]])
    const none = await server.call(cubes.slots, { query: { cube_id: 999_999, date: '2026-11-22' }, as: 'nobody' })
    expect([none.status, none.problem.message]).toEqual([404, messages.noSuchCube])
  })
})

describe('editing', () => {
  // Clauses: operations 141, 430
  test('changes who comes and what they see, and tells them', async () => {
    const booking = await booked(server, await addCube(server))
    await emails(server)
    const answer = await edit(booking.booking_id, {
      guest_count: 9,
      full_name: 'Bola Ade',
      email: 'bola@mail.example',
      has_corkage: true,
      phone_number: '+44 7911 123456',
      movie_id: 'HO0002',
      version: 1,
    })
    expect([answer.status, answer.body.message]).toEqual([200, 'Successful'])
    expect(answer.body.data).toMatchObject({
      guest_count: 9,
      full_name: 'Bola Ade',
      phone_number: '+447911123456',
      movie_title: 'CITATION',
      has_corkage: true,
      // Fewer guests: what was paid stays.
      payment_amount: 90,
      version: 2,
    })
    const [email] = await emails(server)
    expect([email!.recipient, email!.subject]).toEqual([
      'bola@mail.example',
      'Your cube booking was changed: 22/11/2026, 6:00 PM',
    ])
    const late = await edit(booking.booking_id, { full_name: 'C', version: 1 })
    expect([late.status, (late.problem.data as CubeBooking).full_name]).toEqual([409, 'Bola Ade'])
    expect((await edit(booking.booking_id, { full_name: 'C' })).body.data.full_name).toBe('C')
  })

  test('more guests cost the difference, by the prices of the day it was booked', async () => {
    const cube = await addCube(server)
    const { booking_id: id } = await booked(server, cube)
    await server.call(cubes.change, { params: { id: cube.id }, body: { guest_price: 500 } })
    const free = await edit(id, { guest_count: 12 })
    expect([free.status, free.problem.message]).toEqual([422, 'An extra payment of ₦40 is due'])
    const offer = await server.call(cubes.price, {
      params: { id: cube.id },
      query: { guest_count: 12, booking_id: id },
    })
    expect(offer.body.data).toEqual({ price: 130, extra: 40 })
    const paid = await edit(id, { guest_count: 12, payment_amount: 40 })
    expect(paid.body.data).toMatchObject({ guest_count: 12, payment_amount: 130, refundable_amount: 130 })
    const nothing = await edit(id, { guest_count: 11, payment_amount: 20 })
    expect([nothing.status, nothing.problem.message]).toEqual([422, 'No extra payment is due'])
    const fewer = await edit(id, { guest_count: 11 })
    expect(fewer.body.data).toMatchObject({ guest_count: 11, payment_amount: 130 })
  })

  test.each([
    [{ full_name: ' ' }, 'full_name', messages.empty],
    [{ email: 'nobody' }, 'email', messages.badEmail],
    [{ phone_number: '1' }, 'phone_number', messages.badPhone],
    [{ guest_count: 0 }, 'guest_count', messages.badGuests],
    [{ movie_id: 'HO9999' }, 'movie_id', messages.noSuchMovie],
    [{ guest_count: 11, payment_amount: 20, payment_reference: 'x' }, 'payment_reference', messages.unknownPayment],
  ])('to %j is refused by its field', async (change, field, message) => {
    const booking = await booked(server, await addCube(server))
    const { status, problem } = await edit(booking.booking_id, change)
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })
})

describe('rescheduling', () => {
  // Clauses: operations 257, 431
  test('holds both hours for its fee, until it is approved: then the old one is free', async () => {
    const cube = await addCube(server)
    const { booking_id: id } = await booked(server, cube)
    await emails(server)
    const offer = await server.call(cubes.rescheduleOffer, { params: { id } })
    expect(offer.body.data).toEqual({
      fee: 9,
      percent: 10,
      later: { at: '2026-11-21T17:00:00.000Z', fee: 13.5, percent: 15 },
      refusal: null,
    })
    const answer = await reschedule(id, wantedHour(cube, { version: 1 }))
    expect([answer.status, answer.body.message]).toEqual([200, messages.rescheduleRequested])
    expect(answer.body.data).toMatchObject({
      status: 'Pending Reschedule Approval',
      date_time: TOMORROW_SIX,
      reschedule_date: slot(2, 12),
      starts_at: TOMORROW_SIX,
      movie_id: 'HO0002',
      payment_amount: 90,
      reschedule_fee: 9,
      refundable_amount: 99,
    })
    const isRejected = async (at: string) => (await book(wanted(cube, { date_time: at }))).status
    expect([await isRejected(TOMORROW_SIX), await isRejected(slot(2, 12))]).toEqual([409, 409])
    const approved = await setStatus(server, id, 'Approved Reschedule', { reason: 'There is room' })
    expect(approved.body.data).toMatchObject({
      status: 'Approved Reschedule',
      date_time: TOMORROW_SIX,
      starts_at: slot(2, 12),
      // The fee was earned.
      refundable_amount: 90,
    })
    expect([await isRejected(TOMORROW_SIX), await isRejected(slot(2, 12))]).toEqual([201, 409])
    expect((await emails(server)).slice(0, 2).map(({ subject }) => subject)).toEqual([
      'Your request for a new cube time: 23/11/2026, 12:00 PM',
      'Your cube has a new time: 23/11/2026, 12:00 PM',
    ])
    const steps = await server.call(cubes.steps, { params: { id } })
    expect(steps.body.data.map(({ step, reason }) => [step, reason])).toEqual([
      ['reschedule approved', 'There is room'],
      ['reschedule asked', ''],
      ['booked', ''],
    ])
  })

  // Clauses: operations 511-513
  test.each([
    ['24 hours', slot(1, 10), 10, 9],
    ['under 24 hours', slot(1, 9), 15, 13.5],
    ['12 hours', slot(0, 22), 15, 13.5],
    ['under 12 hours', slot(0, 21), 40, 36],
  ])('%s before costs its share', async (_, at, percent, fee) => {
    const cube = await addCube(server, { last_hour: 23 })
    const { booking_id: id } = await booked(server, cube, { date_time: at })
    expect((await server.call(cubes.rescheduleOffer, { params: { id } })).body.data).toMatchObject({ fee, percent })
    const wrong = await reschedule(id, wantedHour(cube, { payment_amount: fee - 0.01 }))
    expect([wrong.status, wrong.problem.message]).toEqual([
      422,
      `The reschedule fee is ₦${Number.isInteger(fee) ? fee : fee.toFixed(2)}: ${percent}% of the amount paid`,
    ])
    expect((await reschedule(id, wantedHour(cube, { payment_amount: fee }))).body.data.reschedule_fee).toBe(fee)
  })

  test('to an hour that is taken is refused, and changes nothing', async () => {
    const cube = await addCube(server)
    await booked(server, cube, { date_time: slot(2, 12) })
    const { booking_id: id } = await booked(server, cube)
    const { status, problem } = await reschedule(id, wantedHour(cube))
    expect([status, problem.message]).toEqual([409, messages.occupied])
    const [booking] = (await list({ cube_id: cube.id })) as CubeBooking[]
    expect(booking).toMatchObject({ status: 'Booked', reschedule_fee: 0, version: 1 })
  })

  test.each([
    [{ reschedule_date: '' }, 'reschedule_date', messages.empty],
    [{ reschedule_date: TOMORROW_SIX }, 'reschedule_date', messages.sameHour],
    [{ reschedule_date: slot(0, 9) }, 'reschedule_date', messages.begun],
    [{ reschedule_date: slot(9, 9) }, 'reschedule_date', messages.tooFar],
    [{ reschedule_date: slot(1, 7) }, 'reschedule_date', notAnHour(9, 21)],
    [{ movie_id: '' }, 'movie_id', messages.empty],
    [{ movie_id: 'HO9999' }, 'movie_id', messages.noSuchMovie],
    [{ cube_id: null }, 'cube_id', messages.empty],
    [{ cube_id: 999_999 }, 'cube_id', messages.otherCube],
    [{ payment_amount: null }, 'payment_amount', messages.empty],
    [{ payment_reference: 'none' }, 'payment_reference', messages.unknownPayment],
  ])('with %j is refused by its field', async (more, field, message) => {
    const cube = await addCube(server)
    const { booking_id: id } = await booked(server, cube)
    const { status, problem } = await reschedule(id, wantedHour(cube, more))
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('based on an older version, or after its hour began, is refused', async () => {
    const cube = await addCube(server)
    const { booking_id: id } = await booked(server, cube, { date_time: slot(0, 12) })
    await edit(id, { has_corkage: true })
    const late = await reschedule(id, wantedHour(cube, { payment_amount: 36, version: 1 }))
    expect([late.status, (late.problem.data as CubeBooking).version]).toEqual([409, 2])
    server.clock.set(slot(0, 12))
    try {
      const offer = await server.call(cubes.rescheduleOffer, { params: { id } })
      expect(offer.body.data.refusal).toBe(messages.hasBegun)
      const begun = await reschedule(id, wantedHour(cube, { payment_amount: 36 }))
      expect([begun.status, begun.problem.message]).toEqual([409, messages.hasBegun])
    } finally {
      server.clock.set(TEST_NOW)
    }
  })
})

describe('the list', () => {
  let cube: Cube
  beforeAll(async () => {
    cube = await addCube(server)
    for (let hour = 9; hour <= 20; hour++)
      await booked(server, cube, {
        date_time: slot(3, hour),
        full_name: `Guest ${String(hour).padStart(2, '0')}`,
        guest_count: hour,
        payment_amount: Math.max(0, 50 + 20 * (hour - 8)),
      })
    const [latest] = (await list({ cube_id: cube.id })) as CubeBooking[]
    server.clock.set(slot(3, 19))
    await setStatus(server, latest!.booking_id, 'Redeemed')
    server.clock.set(TEST_NOW)
    await booked(server, cube, {
      date_time: slot(3, 21),
      full_name: 'Zoe',
      email: 'zoe@other.example',
      phone_number: '0809 999 8877',
    })
  })
  const names = async (query: object) => {
    const data = await list({ cube_id: cube.id, ...query })
    return (Array.isArray(data) ? data : data.bookings).map(({ full_name }) => full_name)
  }

  // Clauses: operations 428
  test('is whole without a page, the latest booked first; by cube and by statuses', async () => {
    expect((await names({})).slice(0, 3)).toEqual(['Zoe', 'Guest 20', 'Guest 19'])
    expect(await names({ booking_status: 'Redeemed' })).toEqual(['Guest 20'])
    expect(await names({ booking_status: 'Booked, Redeemed' })).toHaveLength(13)
    expect(((await list({})) as CubeBooking[]).length).toBeGreaterThan(13)
  })

  test('is paged, sorted and searched by the server', async () => {
    const page = (await list({ cube_id: cube.id, page: 2, perPage: 5, sort: 'name' })) as {
      bookings: CubeBooking[]
      totalCount: number
    }
    expect([page.bookings.map(({ full_name }) => full_name), page.totalCount]).toEqual([
      ['Guest 14', 'Guest 15', 'Guest 16', 'Guest 17', 'Guest 18'],
      13,
    ])
    expect((await names({ page: 1, sort: '-date' }))[0]).toBe('Zoe')
    expect((await names({ page: 1, sort: 'amount' }))[0]).toBe('Guest 09')
    expect(await list({ cube_id: cube.id, page: 9 })).toEqual({ bookings: [], totalCount: 13 })
    expect(await names({ search: 'ZOE@other' })).toEqual(['Zoe'])
    expect(await names({ search: '0809 999 8877' })).toEqual(['Zoe'])
    expect(await names({ search: '0809 99' })).toEqual(['Zoe'])
    const [{ booking_id: id }] = (await list({ cube_id: cube.id, search: 'zoe' })) as [CubeBooking]
    expect(await names({ search: id.slice(0, 25) })).toEqual(['Zoe'])
    expect(await names({ search: '100%' })).toEqual([])
  })

  test.each([
    [{ booking_status: 'Booked,Lost' }, 'booking_status', messages.badStatus],
    [{ cube_id: 'x' }, 'cube_id', messages.noSuchCube],
    [{ page: 0 }, 'page', 'page starts at 1'],
    [{ page: 1, perPage: 101 }, 'perPage', 'perPage is at most 100'],
    [{ sort: 'email' }, 'sort', expect.stringContaining('sort must be one of')],
  ])('refuses %j', async (query, field, message) => {
    const { status, problem } = await server.call(cubes.bookings, { query: query as never })
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  // Clauses: operations 122, 532
  test('goes out as cube-logs.csv, with the columns that are asked for', async () => {
    const csv = await server.call(cubes.bookingsCsv, { query: { cube_id: cube.id, booking_status: 'Redeemed' } })
    expect(csv.headers['content-disposition']).toBe('attachment; filename="cube-logs.csv"')
    const [head, line, end] = csv.text.split('\r\n')
    expect(head).toBe(
      '\uFEFFID,Name,Phone number,Email,Movie,Amount,Date,Guest,Current Date,Rescheduled Date,Reschedule fee,Status,Cube,Cinema,Refunded',
    )
    expect(line).toMatch(
      /^[0-9a-f-]{36},Guest 20,0803 123 4567,ada@mail\.example,Anikulapo,290\.00,24\/11\/2026 20:00,20,24\/11\/2026 20:00,,0\.00,Redeemed,Cube \d+,Lekki,0\.00$/,
    )
    expect(end).toBe('')
    const few = await server.call(cubes.bookingsCsv, {
      query: { cube_id: cube.id, sort: 'name', columns: 'name,date' },
    })
    const lines = few.text.trim().split('\r\n')
    expect([lines.length, lines[1], lines.at(-1)]).toEqual([14, 'Guest 09,24/11/2026 09:00', 'Zoe,24/11/2026 21:00'])
    const none = await server.call(cubes.bookingsCsv, { query: { columns: 'name,nothing' } })
    expect([none.status, none.problem.errors![0]!.field]).toEqual([422, 'columns'])
  })
})

test('what is not there is not found', async () => {
  const params = { id: UNKNOWN_ID }
  const cube = await addCube(server)
  const answers = [
    await edit(UNKNOWN_ID, { full_name: 'A' }),
    await reschedule(UNKNOWN_ID, wantedHour(cube)),
    await setStatus(server, UNKNOWN_ID, 'Redeemed'),
    await setStatus(server, UNKNOWN_ID, 'Refunded'),
    await server.call(cubes.booking, { params }),
    await server.call(cubes.rescheduleOffer, { params }),
    await server.call(cubes.steps, { params }),
    await server.call(cubes.price, { params: { id: cube.id }, query: { guest_count: 8, booking_id: UNKNOWN_ID } }),
  ]
  for (const { status, problem } of answers) expect([status, problem.message]).toEqual([404, messages.noSuchBooking])
  const odd = await edit('7', { full_name: 'A' })
  expect([odd.status, odd.problem.errors]).toEqual([422, [{ field: 'id', message: messages.noSuchBooking }]])
})

test('an hour of the calendar says who holds it', async () => {
  const cube = await addCube(server)
  const one = await booked(server, cube)
  await reschedule(one.booking_id, wantedHour(cube))
  await booked(server, cube, { date_time: slot(7 - 1, 21), full_name: 'Last' })
  const read = async (start_date: string) =>
    (await server.call(cubes.calendar, { params: { id: cube.id }, query: { start_date } })).body.data
  expect(await read('2026-11-21')).toMatchObject([
    { date_time: TOMORROW_SIX, booking_id: one.booking_id, full_name: 'Ada Obi', is_requested: false },
    { date_time: slot(2, 12), booking_id: one.booking_id, status: 'Pending Reschedule Approval', is_requested: true },
    { date_time: slot(6, 21), full_name: 'Last', movie_title: 'Anikulapo', guest_count: 10 },
  ])
  expect(await read('2026-11-23')).toHaveLength(2)
  expect(await read('2026-11-28')).toEqual([])
  expect(
    (await server.call(cubes.calendar, { params: { id: 999_999 }, query: { start_date: '2026-11-21' } })).status,
  ).toBe(404)
})

test('the palette finds bookings for those who may see them', async () => {
  const cube = await addCube(server, { name: 'Jasper Cube' })
  const { booking_id: id } = await booked(server, cube, { full_name: 'Yewande Solanke', phone_number: '08031234599' })
  const find = async (query: string, as: 'superadmin' | 'powerless') =>
    (await server.call(search.find, { query: { query }, as })).body.data
  const subtitle = 'Jasper Cube, Lekki · 22/11/2026, 6:00 PM · Booked'
  const found = [{ kind: 'cube booking', id, title: 'Yewande Solanke', subtitle }]
  expect(await find('yewande', 'superadmin')).toEqual(found)
  expect(await find('0803 123 4599', 'superadmin')).toEqual(found)
  const byId = await find(id.slice(0, 18), 'superadmin')
  expect(byId.filter(({ kind }) => kind === 'cube booking')).toEqual(found)
  expect(byId.map(({ kind }) => kind).toSorted()).toEqual(['cube booking', 'payment'])
  expect(await find('yewande', 'powerless')).toEqual([])
})

test('what pays for a booking or pays it back makes the payment log stale', () => {
  const writes = [cubes.book, cubes.edit, cubes.reschedule, cubes.setStatus]
  expect(writes.map(({ alsoStale, name }) => [name, alsoStale])).toEqual(
    writes.map(({ name }) => [name, [paymentLogs.list.feature]]),
  )
})
