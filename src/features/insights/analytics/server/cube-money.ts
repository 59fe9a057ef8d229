import { sql, type SQL } from 'drizzle-orm'

/**
 * Money for private screening rooms: what was paid for bookings and what was paid back, at the cinema and through the
 * provider, with the cinema of the cube; kobo. Figures and the day's close count it by this alone.
 * @param of the condition on the instant at which money moved, and on when that was recorded
 */
export const cubeMoney = (of: (at: SQL, recordedAt: SQL) => SQL) => sql`(
  select y.id, false as is_refund, c.cinema_id, y.at, y.provider, y.method, y.reference, y.kobo, y.recorded_at
  from cube_payments y join cube_bookings b on b.id = y.booking_id join cubes c on c.id = b.cube_id
  where ${of(sql`y.at`, sql`y.recorded_at`)}
  union all
  select y.id, true, c.cinema_id, y.refund_at, y.provider, y.method, y.reference, y.refund_kobo, y.refund_recorded_at
  from cube_payments y join cube_bookings b on b.id = y.booking_id join cubes c on c.id = b.cube_id
  where y.refund = 'done' and ${of(sql`y.refund_at`, sql`y.refund_recorded_at`)})`
