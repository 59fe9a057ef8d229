/** What other features use of this one: what is kept of a person, when it is given out or erased. */
import { sql } from 'drizzle-orm'
import { showNaira, toNaira } from '#contract/money.ts'
import { showInstant } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Owed } from '#server/person.ts'
import type { Status } from '../rules.ts'
import { leftKobo } from './payments.ts'
import { number, query, text, textOf } from '#server/db/query.ts'

const those = (emails: readonly string[]) =>
  sql`lower(b.email) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`

/** The bookings under a person's addresses, for their export. */
export async function cubeBookingsOf(db: Db, emails: readonly string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(sql`
    select b.booking_id, b.full_name, b.email, b.phone, c.name as cube, b.movie_id, b.guest_count, b.status,
      to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, b.kobo, b.fee_kobo
    from cube_bookings b join cubes c on c.id = b.cube_id where ${those(emails)} order by b.id`)
  return rows
}

/** How many bookings are kept under a person's addresses. */
export async function countCubeBookingsOf(db: Db, emails: readonly string[]): Promise<number> {
  const { rows } = await query(db, { n: number })`select count(*)::int as n from cube_bookings b where ${those(emails)}`
  return rows[0]!.n
}

const openRow = { cube: text, starts_at: text, status: textOf<Status>(), kobo: number, by_hand: number }

/** Bookings to come, and money of cancelled ones that staff pay out by hand. */
export async function owedForCubes(
  db: Db,
  emails: readonly string[],
  { now, zone }: { now: Date; zone: string },
): Promise<Owed[]> {
  const { rows } = await query(db, openRow)`
    select c.name as cube, b.starts_at, b.status, b.kobo, p.by_hand
    from cube_bookings b join cubes c on c.id = b.cube_id
    cross join lateral (
      select coalesce(sum(${leftKobo()}), 0)::bigint as back,
        coalesce(sum(${leftKobo()}) filter (where x.provider is null), 0)::bigint as by_hand
      from cube_payments x where x.booking_id = b.id
    ) p
    where ${those(emails)} and (b.status in ('Pending Cancellation Approval', 'Approved Cancellation') and p.back > 0
      or b.status not in ('Redeemed', 'Refunded') and b.starts_at > ${now.toISOString()})
    order by b.starts_at`
  return rows.map(({ cube, starts_at, status, kobo, by_hand }) => {
    const booking = `${cube} on ${showInstant(starts_at, zone)}`
    if (!status.includes('Cancellation')) return { text: `Cube booking: ${booking} (${showNaira(toNaira(kobo))} paid)` }
    return by_hand > 0
      ? {
          text: `Cancelled cube booking: ${booking} (${showNaira(toNaira(by_hand))} to refund at the cinema)`,
          isToSettle: true,
        }
      : { text: `Cancelled cube booking: ${booking}, not refunded yet` }
  })
}

/** Who booked is gone; when, for how many and for how much stays, for the accounts. Reasons are staff's own words. */
export async function eraseCubeBookings(tx: Db, emails: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update cube_booking_steps s set reason = '' from cube_bookings b where b.id = s.booking_id and ${those(emails)}`)
  await tx.execute(sql`
    update cube_bookings b set full_name = '', email = '', phone = '', version = version + 1 where ${those(emails)}`)
}
