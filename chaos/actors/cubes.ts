import { randomUUID } from 'node:crypto'
import type { Actor, Stage } from '../actor.ts'

const GUESTS = 10
/** Of a cube with the usual prices. */
const PRICE = 90
const DAYS = [1, 2, 3, 4, 5]
const HOURS = [10, 11, 12, 13, 14, 15, 16, 17, 18]

/** Two people book one hour of a cube at the same time: one gets it, pays once and has one letter. */
export async function cubes({ boss, chance, world, note }: Stage): Promise<Actor> {
  const [place] = await world.query<{ cinema: string; movie: string }>(
    'select (select id from cinemas where closed_at is null order by id limit 1) as cinema, (select id from movies order by id limit 1) as movie',
  )
  const made: number[] = []
  const booked = new Set<string>()
  let hours: { cube: number; at: string }[] = []

  const addCube = async () => {
    const reply = await boss.untilAnswered<{ id: number }>({
      method: 'POST',
      path: '/cubes',
      body: { name: `Chaos ${made.length + 1}`, cinema_id: place!.cinema },
      headers: { 'idempotency-key': randomUUID() },
    })
    if (reply.status !== 201) throw new Error(`A cube: ${reply.status} ${reply.message}`)
    const cube = reply.data.id
    made.push(cube)
    const today = new Date()
    today.setUTCHours(0, 0, 0, 0)
    hours = DAYS.flatMap((day) =>
      HOURS.map((hour) => ({ cube, at: new Date(today.getTime() + (day * 24 + hour) * 3_600_000).toISOString() })),
    )
  }
  const book = async ({ cube, at }: { cube: number; at: string }) => {
    const reply = await boss.untilAnswered<{ booking_id: string }>({
      method: 'POST',
      path: '/cubes/bookings',
      body: {
        cinema_id: place!.cinema,
        cube_id: cube,
        date_time: at,
        guest_count: GUESTS,
        payment_amount: PRICE,
        movie_id: place!.movie,
        full_name: 'Ada Chaos',
        email: `${chance.chars(12)}@chaos.example`,
        phone_number: '0803 123 4567',
      },
      headers: { 'idempotency-key': randomUUID() },
    })
    if (reply.status === 201) booked.add(reply.data.booking_id)
    else if (reply.status !== 409) note(`A booking is refused: ${reply.status} ${reply.message}`)
    return reply.status
  }

  return {
    name: 'cube bookings',
    step: async () => {
      if (!hours.length) await addCube()
      const hour = hours.pop()!
      const answers = await Promise.all([book(hour), book(hour)])
      if (answers.filter((status) => status === 201).length !== 1)
        note(`Of two who book cube ${hour.cube} at ${hour.at}, the answers are ${answers.join(' and ')}`)
    },
    verify: async () => {
      const rows = await world.query<{ id: string; hour: string; payments: number; emails: number }>(
        `select b.booking_id as id, b.cube_id || ' ' || b.starts_at as hour,
           (select count(*)::int from cube_payments p where p.booking_id = b.id) as payments,
           (select count(*)::int from emails m where m.params ->> 'bookingId' = b.booking_id::text) as emails
         from cube_bookings b where b.cube_id = any($1)`,
        [made],
      )
      const faults = rows.flatMap(({ id, payments, emails }) => [
        ...(booked.has(id) ? [] : [`Booking ${id} was never acknowledged`]),
        ...(payments === 1 && emails === 1 ? [] : [`Booking ${id} has ${payments} payments and ${emails} emails`]),
      ])
      if (rows.length !== booked.size) faults.push(`${rows.length} bookings of ${booked.size} that were acknowledged`)
      if (new Set(rows.map(({ hour }) => hour)).size !== rows.length) faults.push('An hour of a cube is booked twice')
      return { acknowledged: booked.size, faults }
    },
  }
}
