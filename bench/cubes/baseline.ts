/**
 * What the free hours of a cube and a booking cost at least: the same queries behind a handler of node:http that validates,
 * permits and audits nothing and writes no emails. Who books looks up the session in the header.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { dayOf } from '#contract/time.ts'
import { bookingDays, hourLabel } from '#features/rooms/cubes/rules.ts'
import { connect } from '#server/db/connect.ts'
import { WHO } from '../session.ts'
import { serveUntilLeft } from '../served.ts'
import { ZONE, type Wanted } from './chain.ts'

const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })

const FREE = `
  select h, at from cubes c join cinemas ci on ci.id = c.cinema_id and ci.closed_at is null
  cross join generate_series(c.first_hour::int, c.last_hour::int) h
  cross join lateral (select ($2::date + h * interval '1 hour') at time zone '${ZONE}' as at) x
  where c.id = $1 and c.retired_at is null and at > now()
    and not exists (select from cube_slots t where t.cube_id = c.id and t.starts_at = x.at)
  order by h`

async function slots(query: URLSearchParams) {
  const day = query.get('date')!
  if (!bookingDays(dayOf(new Date(), ZONE)).includes(day)) return []
  const { rows } = await pool.query<{ h: number; at: string }>(FREE, [query.get('cube_id'), day])
  return rows.map(({ h, at }) => ({ label: hourLabel(h), date_time: new Date(at).toISOString() }))
}

const BOOKING = `
  insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, has_corkage, date_time, starts_at,
    base_kobo, guest_kobo, guests_included, kobo, created_at, created_by)
  select id, $2, $3, $4, $5, $6, $7, $8, $8, base_kobo, guest_kobo, guests_included, $9, now(), $10 from cubes where id = $1
  returning *`

async function book(wanted: Wanted, session: unknown) {
  const { rows: who } = await pool.query<{ first_name: string; last_name: string }>(WHO, [session])
  const client = await pool.connect()
  const by = `${who[0]!.first_name} ${who[0]!.last_name}`
  const kobo = wanted.payment_amount * 100
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(BOOKING, [
      wanted.cube_id,
      wanted.full_name,
      wanted.email,
      wanted.phone_number,
      wanted.movie_id,
      wanted.guest_count,
      wanted.has_corkage,
      wanted.date_time,
      kobo,
      by,
    ])
    const { id } = rows[0]!
    await client.query(`insert into cube_payments (booking_id, purpose, kobo, at) values ($1, 'price', $2, now())`, [
      id,
      kobo,
    ])
    await client.query(
      `insert into cube_booking_steps (booking_id, at, actor, step) values ($1, now(), $2, 'booked')`,
      [id, by],
    )
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
}

const server = createServer(async (request, response) => {
  try {
    const data =
      request.method === 'POST'
        ? await book((await json(request)) as Wanted, request.headers.session)
        : await slots(new URL(request.url!, 'http://localhost').searchParams)
    const body = JSON.stringify({ data })
    response
      .writeHead(request.method === 'POST' ? 201 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      .end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, close)
