import { sql, type SQL } from 'drizzle-orm'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { leftOfLines, type LineLeft } from '../rules.ts'
import { arrayOf, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

const boughtRow = { bookingId: text, cinema: text, showAt: orNull(text), seats: orNull(arrayOf(text)) }
type Bought = RowOf<typeof boughtRow>

/** Line of a payment for staff. */
export type PaymentLineRow = LineLeft & Bought
const soldRow = {
  purchaseId: number,
  n: number,
  kind: text,
  product: text,
  quantity: number,
  kobo: number,
  ...boughtRow,
}

const those = (reference: string): SQL => sql`p.payment = ${reference}`

/**
 * Reads the lines of a payment with their refundable rest, without failed refunds. If another system reported an own
 * refund before it was posted, the reported parts apply.
 */
export async function linesOf(db: Db, reference: string): Promise<PaymentLineRow[]> {
  const { rows: sold } = await query(
    db,
    soldRow,
  )(
    prepared(sql`
    select l.purchase_id as "purchaseId", l.n, l.kind, coalesce(nullif(l.product, ''), m.name, '') as product, l.quantity, l.kobo,
      p.external_id as "bookingId", l.show_at as "showAt", l.seats, coalesce(c.name, '') as cinema
    from purchases p join purchase_lines l on l.purchase_id = p.id left join movies m on m.id = l.movie_id
      left join cinemas c on c.id = p.cinema_id
    where ${those(reference)} order by l.purchase_id, l.n`),
  )
  if (!sold.length) return []
  const { rows: own } = await query(db, { purchaseId: number, n: number, quantity: number, kobo: number })(
    prepared(sql`
    select l.purchase_id as "purchaseId", l.n, sum(l.quantity)::int as quantity, sum(l.kobo)::bigint as kobo
    from purchases p join payment_refund_lines l on l.purchase_id = p.id join payment_refunds r on r.id = l.refund_id
    where ${those(reference)} and r.state <> 'failed' and not exists (
      select from refund_postings t join refunds f on f.id = t.refund_id
      where t.payment_refund_id = r.id and f.purchase_id = p.id and f.source <> ${OWN_SOURCE})
    group by l.purchase_id, l.n`),
  )
  const { rows: reported } = await query(db, { purchaseId: number, kind: text, quantity: number, kobo: number })(
    prepared(sql`
    select r.purchase_id as "purchaseId", l.kind, l.quantity, l.kobo
    from purchases p join refunds r on r.purchase_id = p.id join refund_lines l on l.refund_id = r.id
    where ${those(reference)} and r.source <> ${OWN_SOURCE} order by r.at, r.id, l.n`),
  )
  const left = leftOfLines(sold, own, reported)
  return sold.map((line, index) => ({ ...line, ...left[index]! }))
}
