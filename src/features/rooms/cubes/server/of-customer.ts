import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { showInstant } from '#contract/time.ts'
import { exactly, upTo, type OfCustomer } from '#server/timeline.ts'
import { isNotRedeemed, stateOf, type Status } from '../rules.ts'
import { number, query, text, textOf } from '#server/db/query.ts'

const bookingRow = {
  id: text,
  at: text,
  booking_id: text,
  cube: text,
  cinema: text,
  starts_at: text,
  guest_count: number,
  status: textOf<Status>(),
  kobo: number,
}

/** Bookings under the customer's address, by when they were made. */
export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'cubes:read',
    events: {
      kind: 'cube booking',
      read: async (db, { whose, zone, now, ...page }) => {
        if (!whose.email) return []
        const { where, slice } = upTo(page, sql`b.created_at`, sql`b.id`)
        const { rows } = await query(db, bookingRow)`
          select b.id::text, ${exactly(sql`b.created_at`)} as at, b.booking_id, q.name as cube, c.name as cinema, b.starts_at,
            b.guest_count, b.status, b.kobo
          from cube_bookings b join cubes q on q.id = b.cube_id join cinemas c on c.id = q.cinema_id
          where lower(b.email) = lower(${whose.email}) and ${where} ${slice}`
        return rows.map((row) => ({
          id: row.id,
          at: row.at,
          title: `Booked ${row.cube}`,
          more: [row.cinema, showInstant(row.starts_at, zone), counted(row.guest_count, 'guest')],
          naira: toNaira(row.kobo),
          status: stateOf({
            status: row.status,
            is_not_redeemed: isNotRedeemed({ status: row.status, startsAt: new Date(row.starts_at) }, now),
          }),
          links: [{ kind: 'cube booking', id: row.booking_id, text: row.booking_id }],
        }))
      },
    },
  },
]
