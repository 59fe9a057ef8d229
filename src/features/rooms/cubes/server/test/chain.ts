import { sql } from 'drizzle-orm'
import type { TestServer, Who } from '#server/test/harness.ts'
import { cubes, type Cube, type CubeBooking } from '../../contract.ts'
import type { Status } from '../../rules.ts'

/** 18:00 in Lagos on the day after the tests' now. */
export const TOMORROW_SIX = '2026-11-22T17:00:00.000Z'
/** That hour of the n-th day after the tests' today, 9:00 being hour 9. */
export const slot = (day: number, hour: number) => new Date(Date.UTC(2026, 10, 21 + day, hour - 1)).toISOString()

/** Two cinemas, one of them closed, and two movies. */
export const addChain = (server: TestServer) =>
  server.db.execute(sql`
    with lagos as (insert into states (name) values ('Lagos') returning id),
      open as (insert into cinemas (id, state_id, name) select '0001', id, 'Lekki' from lagos),
      shut as (insert into cinemas (id, state_id, name, closed_at) select '0002', id, 'Ikoyi', '2026-01-01' from lagos)
    insert into movies (id, name, title) values ('HO0001', 'ANIKULAPO', 'Anikulapo'), ('HO0002', 'CITATION', '')`)

/** One address has few emails in an hour, and every test writes to the same. */
export const freshLimits = (server: TestServer) => server.db.execute(sql`delete from rate_limits`)

let made = 0
export async function addCube(server: TestServer, more: object = {}): Promise<Cube> {
  const answer = await server.call(cubes.create, { body: { name: `Cube ${++made}`, cinema_id: '0001', ...more } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** What is sent for a booking of a cube with the usual prices. */
export const wanted = (cube: Cube, more: object = {}) => ({
  cinema_id: cube.rosetta_cinema_id,
  date_time: TOMORROW_SIX,
  guest_count: 10,
  full_name: 'Ada Obi',
  email: 'ada@mail.example',
  has_corkage: false,
  movie_id: 'HO0001',
  payment_amount: 90,
  cube_id: cube.id,
  phone_number: '0803 123 4567',
  ...more,
})

export const booked = async (server: TestServer, cube: Cube, more: object = {}): Promise<CubeBooking> => {
  const answer = await server.call(cubes.book, { body: wanted(cube, more) })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

export const setStatus = (server: TestServer, id: string, status: Status, more: object = {}, as?: Who) =>
  server.call(cubes.setStatus, { params: { id }, body: { status, ...more }, as })

/** A booking on the way to a status, by the calls that lead there; the hour of each is its own. To be redeemed it is its day. */
export async function bookedAs(server: TestServer, status: Status, more: object = {}): Promise<CubeBooking> {
  const cube = await addCube(server)
  const booking = await booked(server, cube, more)
  const set = async (...statuses: Status[]) => {
    for (const next of statuses) {
      if (next === 'Redeemed') server.clock.set(slot(1, 17))
      const { status: code, text } = await setStatus(server, booking.booking_id, next)
      if (code !== 200) throw new Error(text)
    }
  }
  if (status.includes('Reschedule')) {
    const answer = await server.call(cubes.reschedule, {
      params: { id: booking.booking_id },
      body: { reschedule_date: slot(2, 12), movie_id: 'HO0001', payment_amount: 9, cube_id: cube.id },
    })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  const WAYS: Record<Status, Status[]> = {
    Booked: [],
    'Pending Cancellation Approval': ['Pending Cancellation Approval'],
    'Approved Cancellation': ['Pending Cancellation Approval', 'Approved Cancellation'],
    'Pending Reschedule Approval': [],
    'Approved Reschedule': ['Approved Reschedule'],
    Redeemed: ['Redeemed'],
    Refunded: ['Pending Cancellation Approval', 'Approved Cancellation', 'Refunded'],
  }
  await set(...WAYS[status])
  const all = await server.call(cubes.bookings, { query: { cube_id: cube.id } })
  return (all.body.data as CubeBooking[])[0]!
}

/** A charge of the shop, as its webhook reported it; its card ends in the last four digits. */
export async function shopCharge(server: TestServer, reference: string, kobo: number, last4 = '4242'): Promise<string> {
  const at = server.clock.now().toISOString()
  const { rows } = await server.db.execute<{ id: string }>(sql`
    with charged as (
      insert into payments_embedded (reference, token, email, kobo, at)
      values (${reference}, ${`embedded-visa-408408-${last4}-122031`}, 'ada@mail.example', ${kobo}, ${at}) returning id
    )
    insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, provider_id)
    select ${at}, 'embedded', ${reference}, 'ada@mail.example', ${kobo}, 'Web or app purchase', 'succeeded', id::text
    from charged returning provider_id as id`)
  return rows[0]!.id
}

/** What the embedded provider has paid back of a charge; kobo. */
export async function paidBack(server: TestServer, reference: string): Promise<number> {
  const { rows } = await server.db.execute<{ kobo: number }>(
    sql`select refunded_kobo as kobo from payments_embedded where reference = ${reference}`,
  )
  return rows[0]!.kobo
}

export const auditOf = async (server: TestServer, id: string | number) =>
  (
    await server.db.execute<{ action: string; summary: string; before: object | null; after: object | null }>(
      sql`select action, summary, before, after from audit_log where entity_id = ${String(id)} order by id`,
    )
  ).rows

/** Sends what waits, and answers what the guests got since the last time, in order. */
export async function emails(server: TestServer): Promise<{ recipient: string; subject: string; body: string }[]> {
  await server.runJobs()
  const { rows } = await server.db.execute<{ recipient: string; subject: string; body: string }>(
    sql`delete from outbox returning id, recipient, subject, body`,
  )
  return rows.toSorted((one, other) => (one as never as { id: number }).id - (other as never as { id: number }).id)
}
