/** What other features use of this one: what is kept of a person, when it is given out or erased. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

const those = (emails: readonly string[]) =>
  sql`lower(email) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`

/** The bookings under a person's addresses, for their export. */
export async function cubeBookingsOf(db: Db, emails: readonly string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select b.booking_id, b.full_name, b.email, b.phone, c.name as cube, b.movie_id, b.guest_count, b.status,
      to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, b.kobo, b.fee_kobo
    from cube_bookings b join cubes c on c.id = b.cube_id where ${those(emails)} order by b.id`)
  return rows
}

/** How many bookings are kept under a person's addresses. */
export async function countCubeBookingsOf(db: Db, emails: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from cube_bookings where ${those(emails)}`,
  )
  return rows[0]!.n
}

/** Who booked is gone; when, for how many and for how much stays, for the accounts. Reasons are staff's own words. */
export async function eraseCubeBookings(tx: Db, emails: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update cube_booking_steps s set reason = '' from cube_bookings b where b.id = s.booking_id and ${those(emails)}`)
  await tx.execute(sql`
    update cube_bookings set full_name = '', email = '', phone = '', version = version + 1 where ${those(emails)}`)
}
