import { sql } from 'drizzle-orm'
import type { SeatsSold } from '#server/integrations/pos/embedded.ts'
import { query, number, present, text } from '#server/db/query.ts'

/** Most days between the sale of a ticket and its show. */
const SOLD_AHEAD_DAYS = 14
const DAY_MS = 86_400_000

/**
 * Counts occupied seats of the demo chain's shows that start in [from, until): tickets sold minus tickets refunded. Shows
 * without a sale are not returned.
 */
export const occupiedSeats: SeatsSold = async (db, from, until, cinemaId) => {
  // A show's day differs from its UTC day by at most one. The range of days skips most lines, whose shows are over.
  const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString()
  const { rows } = await query(db, { cinema_id: text, movie_id: present(text), show_at: present(text), seats: number })`
    select t.cinema_id, l.movie_id, l.show_at, greatest(0, sum(l.quantity - coalesce(r.quantity, 0)))::int as seats
    from ticket_log t join purchase_lines l on l.purchase_id = t.purchase_id and l.n = t.n
    left join lateral (
      select sum(b.quantity) as quantity from refunds a join refund_lines b on b.refund_id = a.id
      where a.purchase_id = t.purchase_id and b.kind = 'ticket' and b.show_day = l.show_day
    ) r on true
    where t.at >= ${daysFrom(from, -SOLD_AHEAD_DAYS)} and t.at < ${until.toISOString()} ${cinemaId ? sql`and t.cinema_id = ${cinemaId}` : sql``}
      and t.show_day between ${daysFrom(from, -1)}::date and ${daysFrom(until, 1)}::date
      and l.show_at >= ${from.toISOString()} and l.show_at < ${until.toISOString()}
    group by t.cinema_id, l.movie_id, l.show_at`
  return rows
}
