import type pg from 'pg'
import { CINEMAS, CUBES, GUESTS, HOURS, MOVIE, PRICE, ZONE } from './chain.ts'

/** Hours of today and tomorrow, of which every third is taken. */
const BOOKED = `generate_series(0, ${2 * HOURS - 1}, 3)`

/** Cubes, so many bookings of days gone by, and taken hours of the next. The table's own trigger holds the hours. */
export async function seed(pool: pg.Pool, bookings: number): Promise<void> {
  const book = (instant: string, from: string) => `
    insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, date_time, starts_at, base_kobo,
      guest_kobo, guests_included, kobo, created_at, created_by)
    select cube, 'Guest ' || cube, 'guest' || cube || '@bench.example', '+2348031234567', '${MOVIE}', ${GUESTS}, at, at,
      5000, 2000, 8, ${PRICE * 100}, now(), 'Bench'
    from (select cube, (${instant}) at time zone '${ZONE}' as at from ${from}) x`
  const today = `date_trunc('day', now() at time zone '${ZONE}')`
  await pool.query(`insert into states (name) values ('Lagos')`)
  await pool.query(`
    insert into cinemas (id, state_id, name)
    select lpad(i::text, 4, '0'), 1, 'Cinema ' || i from generate_series(1, ${CINEMAS}) i`)
  await pool.query(`insert into movies (id, name, title) values ('${MOVIE}', 'ANIKULAPO', 'Anikulapo')`)
  await pool.query(`
    insert into cubes (cinema_id, name, first_hour, last_hour, created_at)
    select lpad((1 + i % ${CINEMAS})::text, 4, '0'), 'Cube ' || i, 0, ${HOURS - 1}, now() from generate_series(1, ${CUBES}) i`)
  await pool.query(
    book(`${today} + n * interval '1 hour'`, `generate_series(1, ${CUBES}, 3) cube cross join ${BOOKED} n`),
  )
  await pool.query(
    book(
      `${today} - (1 + n / ${CUBES}) * interval '1 hour'`,
      `(select n, 1 + n % ${CUBES} as cube from generate_series(0, ${bookings - 1}) n) past`,
    ),
  )
  await pool.query(`
    insert into cube_payments (booking_id, purpose, kobo, at) select id, 'price', kobo, created_at from cube_bookings`)
  await pool.query(`
    insert into cube_booking_steps (booking_id, at, actor, step) select id, created_at, created_by, 'booked' from cube_bookings`)
  await pool.query('vacuum analyze')
}
