import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type Cube } from '../contract.ts'
import { hasUnsettled, messages } from '../rules.ts'
import { addChain, addCube, auditOf, booked, bookedAs, setStatus, slot } from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const create = (body: unknown) => server.call(cubes.create, { body })
const change = (id: number, body: unknown) => server.call(cubes.change, { params: { id }, body })
const retire = (id: number) => server.call(cubes.retire, { params: { id } })
const restore = (id: number) => server.call(cubes.restore, { params: { id } })
const ids = async () => (await server.call(cubes.list, { as: 'nobody' })).body.data.map(({ id }) => id)

describe('a cube', () => {
  // Clauses: operations 212, 426
  test('is added with the usual hours and prices, for all to see', async () => {
    const answer = await create({ name: ' Ruby Cube ', cinema_id: '0001' })
    expect([answer.status, answer.body.message]).toEqual([201, messages.cubeCreated])
    const cube = answer.body.data
    expect(cube).toEqual({
      id: cube.id,
      name: 'Ruby Cube',
      cinema_name: 'Lekki',
      rosetta_cinema_id: '0001',
      state: 'Lagos',
      first_hour: 9,
      last_hour: 21,
      base_price: 50,
      guest_price: 20,
      guests_included: 8,
      no_show_percent: 100,
      version: 1,
    })
    const all = await server.call(cubes.list, { as: 'nobody' })
    expect(all.body.data).toContainEqual(cube)
    expect(await auditOf(server, cube.id)).toMatchObject([{ action: 'cubes.create', after: { name: 'Ruby Cube' } }])
  })

  test('has a price for each number of guests, to the kobo', async () => {
    const cube = await addCube(server, { base_price: 100.5, guest_price: 0.35, guests_included: 4 })
    const price = async (guest_count: number | string) =>
      server.call(cubes.price, { params: { id: cube.id }, query: { guest_count: guest_count as number } })
    expect((await price(7)).body.data).toEqual({ price: 101.55, extra: 0 })
    expect((await price(1)).body.data.price).toBe(99.45)
    const paid = await booked(server, cube, { guest_count: 7, payment_amount: 101.55 })
    expect(paid.payment_amount).toBe(101.55)
    for (const bad of [0, 1001, 'x']) {
      const { status, problem } = await price(bad)
      expect([status, problem.errors]).toEqual([422, [{ field: 'guest_count', message: messages.badGuests }]])
    }
    const none = await server.call(cubes.price, { params: { id: 999_999 }, query: { guest_count: 8 } })
    expect([none.status, none.problem.message]).toEqual([404, messages.noSuchCube])
  })

  test.each([
    [{ name: '' }, 'name', messages.empty],
    [{ name: 'x'.repeat(101) }, 'name', 'Enter up to 100 characters'],
    [{ cinema_id: '' }, 'cinema_id', messages.empty],
    [{ cinema_id: '9999' }, 'cinema_id', messages.noSuchCinema],
    [{ first_hour: 24 }, 'first_hour', messages.badHour],
    [{ last_hour: -1 }, 'last_hour', messages.badHour],
    [{ first_hour: 12, last_hour: 11 }, 'last_hour', messages.hoursTurned],
    [{ last_hour: 8 }, 'last_hour', messages.hoursTurned],
    [{ base_price: -1 }, 'base_price', messages.badPrice],
    [{ base_price: 1.005 }, 'base_price', messages.badPrice],
    [{ guest_price: 1_000_001 }, 'guest_price', messages.badPrice],
    [{ guests_included: 1.5 }, 'guests_included', messages.badIncluded],
    [{ guests_included: -1 }, 'guests_included', messages.badIncluded],
  ])('with %j is refused by its field, when it is added and when it is changed', async (body, field, message) => {
    const cube = await addCube(server)
    for (const answer of [await create({ name: 'A', cinema_id: '0001', ...body }), await change(cube.id, body)])
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('has a name of its own in its cinema', async () => {
    await addCube(server, { name: 'Opal' })
    const other = await addCube(server)
    for (const answer of [await create({ name: 'opal', cinema_id: '0001' }), await change(other.id, { name: 'OPAL' })])
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'name', message: messages.nameInUse }]])
    expect((await create({ name: 'Opal', cinema_id: '0002' })).status).toBe(201)
  })

  test('is changed by its version, and what is booked keeps its price', async () => {
    const cube = await addCube(server)
    const booking = await booked(server, cube)
    const answer = await change(cube.id, { base_price: 80, last_hour: 20, version: 1 })
    expect([answer.status, answer.body.data]).toEqual([200, { ...cube, base_price: 80, last_hour: 20, version: 2 }])
    const late = await change(cube.id, { name: 'Late', version: 1 })
    expect([late.status, (late.problem.data as Cube).base_price]).toEqual([409, 80])
    const offer = await server.call(cubes.price, {
      params: { id: cube.id },
      query: { guest_count: 11, booking_id: booking.booking_id },
    })
    expect(offer.body.data).toEqual({ price: 110, extra: 20 })
    const changed = await change(cube.id, { cinema_id: '0002' })
    expect([changed.status, changed.problem.errors]).toEqual([
      422,
      [{ field: 'cinema_id', message: messages.keepsCinema }],
    ])
    expect((await change((await addCube(server)).id, { cinema_id: '0002' })).body.data.cinema_name).toBe('Ikoyi')
  })

  test('is taken out when nobody comes any more, and put back', async () => {
    const booking = await bookedAs(server, 'Booked')
    const id = booking.cube_id
    const early = await retire(id)
    expect([early.status, early.problem.message]).toEqual([409, 'This cube has 1 upcoming booking. Cancel it first.'])
    server.clock.set(slot(1, 17))
    await setStatus(server, booking.booking_id, 'Redeemed')
    expect((await retire(id)).body.message).toBe(messages.cubeDeleted)
    expect(await ids()).not.toContain(id)
    expect((await retire(id)).status).toBe(404)
    expect((await change(id, { name: 'Gone' })).status).toBe(404)
    expect((await restore(id)).body.message).toBe(messages.cubeRestored)
    expect(await ids()).toContain(id)
    const twice = await restore(id)
    expect([twice.status, twice.problem.message]).toEqual([409, messages.cubeIsThere])
  })

  test('that was taken out stays in the log with its bookings, and nowhere else', async () => {
    const logged = async () =>
      (await server.call(cubes.logged)).body.data.map(({ id, is_deleted }) => [id, is_deleted] as const)
    const cube = await addCube(server)
    const bare = await addCube(server)
    const booking = await bookedAs(server, 'Redeemed')
    const { cube_id: id } = booking
    await retire(id)
    await retire(bare.id)
    const all = await logged()
    expect(all).toContainEqual([cube.id, false])
    expect(all.findIndex(([one]) => one === id)).toBeGreaterThan(all.findIndex(([one]) => one === cube.id))
    expect([all.find(([one]) => one === id), all.find(([one]) => one === bare.id)]).toEqual([[id, true], undefined])
    const week = await server.call(cubes.calendar, { params: { id }, query: { start_date: '2026-11-22' } })
    expect(week.body.data).toMatchObject([{ booking_id: booking.booking_id }])
    expect((await server.call(cubes.logged, { as: 'powerless' })).status).toBe(403)
  })

  test.each([
    ['Pending Cancellation Approval', true],
    ['Pending Reschedule Approval', true],
    ['Approved Cancellation', true],
    ['Booked', false],
    ['Refunded', false],
  ] as const)(
    'with a booking of the past that is %s is not taken out while something is owed',
    async (status, isOwed) => {
      const { cube_id: id } = await bookedAs(server, status)
      server.clock.set('2026-11-25T09:00:00Z')
      const answer = await retire(id)
      server.clock.set(TEST_NOW)
      expect([answer.status, isOwed && answer.problem.message]).toEqual([isOwed ? 409 : 200, isOwed && hasUnsettled(1)])
    },
  )

  test('is taken out although a cancelled booking cost nothing', async () => {
    const booking = await bookedAs(server, 'Approved Cancellation', { guest_count: 1, payment_amount: 0 })
    expect((await retire(booking.cube_id)).status).toBe(200)
  })

  test('is not put back beside another of its name', async () => {
    const first = await addCube(server, { name: 'Jade' })
    await retire(first.id)
    await addCube(server, { name: 'Jade' })
    const answer = await restore(first.id)
    expect([answer.status, answer.problem.message]).toEqual([409, messages.nameInUse])
  })

  test('that is not there is not found', async () => {
    for (const answer of [await change(999_999, { name: 'A' }), await retire(999_999), await restore(999_999)])
      expect([answer.status, answer.problem.message]).toEqual([404, messages.noSuchCube])
    const odd = await server.call(cubes.retire, { params: { id: 'x' as never } })
    expect([odd.status, odd.problem.errors]).toEqual([422, [{ field: 'id', message: messages.noSuchCube }]])
  })
})
