import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages } from '../rules.ts'
import { addChain, addCube, booked, setStatus, slot, TOMORROW_SIX, wanted } from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())

/** No two live bookings have an hour of a cube in common, counted from the bookings themselves. */
const shared = async () =>
  (
    await server.db.execute(sql`
      select cube_id, at from (
        select cube_id, starts_at as at from cube_bookings where status not in ('Approved Cancellation', 'Refunded')
        union all
        select cube_id, reschedule_date from cube_bookings where status = 'Pending Reschedule Approval'
      ) held group by cube_id, at having count(*) > 1`)
  ).rows

// ASVS: 2.3.4
test('of fifty who book one hour at once, one gets it', async () => {
  const cube = await addCube(server)
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(cubes.book, { body: wanted(cube) })))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(49)
  for (const { status, problem } of refused) expect([status, problem.message]).toEqual([409, messages.occupied])
  expect(await shared()).toEqual([])
  const { rows } = await server.db.execute(sql`
    select (select count(*)::int from cube_bookings where cube_id = ${cube.id}) as bookings,
      (select count(*)::int from cube_payments p join cube_bookings b on b.id = p.booking_id
       where b.cube_id = ${cube.id}) as payments,
      (select count(*)::int from emails m join cube_bookings b on b.booking_id::text = m.params ->> 'bookingId'
       where b.cube_id = ${cube.id}) as emails`)
  expect(rows[0]).toEqual({ bookings: 1, payments: 1, emails: 1 })
})

test('of those who book an hour and those who move to it at once, one gets it', async () => {
  const cube = await addCube(server)
  const wish = slot(3, 15)
  const others: CubeBooking[] = []
  for (let n = 0; n < 20; n++)
    others.push(await booked(server, cube, { date_time: slot(4 + Math.floor(n / 13), 9 + (n % 13)) }))
  const move = ({ booking_id: id }: CubeBooking) =>
    server.call(cubes.reschedule, {
      params: { id },
      body: { reschedule_date: wish, movie_id: 'HO0001', payment_amount: 9, cube_id: cube.id },
    })
  const answers = await Promise.all([
    ...others.map(move),
    ...Array.from({ length: 30 }, () => server.call(cubes.book, { body: wanted(cube, { date_time: wish }) })),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status >= 300)
  for (const { status, problem } of refused) expect([status, problem.message]).toEqual([409, messages.occupied])
  expect(await shared()).toEqual([])
})

test('two who want to change places both stay where they are', async () => {
  const cube = await addCube(server)
  const one = await booked(server, cube)
  const other = await booked(server, cube, { date_time: slot(2, 12) })
  const move = ({ booking_id: id }: CubeBooking, reschedule_date: string) =>
    server.call(cubes.reschedule, {
      params: { id },
      body: { reschedule_date, movie_id: 'HO0001', payment_amount: 9, cube_id: cube.id },
    })
  const answers = await Promise.all([move(one, slot(2, 12)), move(other, TOMORROW_SIX)])
  expect(answers.map(({ status, problem }) => [status, problem.message])).toEqual([
    [409, messages.occupied],
    [409, messages.occupied],
  ])
})

test('of those who approve, cancel and redeem at once, nobody leaves an hour to two', async () => {
  const cube = await addCube(server)
  const { booking_id: id } = await booked(server, cube)
  await server.call(cubes.reschedule, {
    params: { id },
    body: { reschedule_date: slot(2, 12), movie_id: 'HO0001', payment_amount: 9, cube_id: cube.id },
  })
  server.clock.set(slot(1, 17))
  const statuses = ['Approved Reschedule', 'Pending Cancellation Approval', 'Redeemed', 'Booked'] as const
  await Promise.all([
    ...Array.from({ length: 15 }, (_, n) => setStatus(server, id, statuses[n % 4]!)),
    ...Array.from({ length: 15 }, (_, n) =>
      server.call(cubes.book, { body: wanted(cube, { date_time: n % 2 ? TOMORROW_SIX : slot(2, 12) }) }),
    ),
  ])
  expect(await shared()).toEqual([])
})

test('the database itself refuses two in one hour, whoever writes them', async () => {
  const cube = await addCube(server)
  const { booking_id: id } = await booked(server, cube)
  const copy = (at: string) =>
    server.db.execute(sql`
      insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, date_time, starts_at, base_kobo,
        guest_kobo, guests_included, kobo, created_at, created_by)
      select cube_id, full_name, email, phone, movie_id, guest_count, ${at}, ${at}, base_kobo, guest_kobo, guests_included,
        kobo, created_at, created_by from cube_bookings where booking_id = ${id}`)
  await expect(copy('2026-11-22T17:30:00Z')).rejects.toMatchObject({ cause: { constraint: 'cube_slots_once' } })
  await copy('2026-11-22T18:00:00Z')
  await expect(
    server.db.execute(sql`update cube_bookings set starts_at = '2026-11-22T18:00:00Z' where booking_id = ${id}`),
  ).rejects.toMatchObject({ cause: { constraint: 'cube_slots_once' } })
})
