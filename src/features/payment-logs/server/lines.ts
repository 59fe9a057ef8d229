import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { leftOfLines, type LineLeft, type Part, type SoldLine, type ToldPart } from '../rules.ts'
import { isTold } from './entries.ts'

/** A line of a payment as staff see it. */
export type PaymentLineRow = LineLeft & { bookingId: string; cinema: string; showAt: string | null }
type Sold = SoldLine & { bookingId: string; cinema: string; showAt: string | null }

const those = (reference: string): SQL => sql`p.payment_reference = ${reference}`

/** What was bought by a payment, with what of it is left to refund. Refunds that failed count for nothing. */
export async function linesOf(db: Db, reference: string): Promise<PaymentLineRow[]> {
  const { rows: sold } = await db.execute<Sold>(sql`
    select l.purchase_id as "purchaseId", l.n, l.kind, coalesce(nullif(l.product, ''), m.name, '') as product, l.quantity, l.kobo,
      p.external_id as "bookingId", l.show_at as "showAt", coalesce(c.name, '') as cinema
    from purchases p join purchase_lines l on l.purchase_id = p.id left join movies m on m.id = l.movie_id
      left join cinemas c on c.id = p.cinema_id
    where ${those(reference)} order by l.purchase_id, l.n`)
  if (!sold.length) return []
  const { rows: ours } = await db.execute<Part>(sql`
    select l.purchase_id as "purchaseId", l.n, sum(l.quantity)::int as quantity, sum(l.kobo)::bigint as kobo
    from purchases p join payment_refund_lines l on l.purchase_id = p.id join payment_refunds r on r.id = l.refund_id
    where ${those(reference)} and r.state <> 'failed' group by l.purchase_id, l.n`)
  const { rows: told } = await db.execute<ToldPart>(sql`
    select r.purchase_id as "purchaseId", l.kind, l.quantity, l.kobo
    from purchases p join refunds r on r.purchase_id = p.id join refund_lines l on l.refund_id = r.id
    where ${those(reference)} and ${isTold} order by r.at, r.id, l.n`)
  const left = leftOfLines(sold, ours, told)
  return sold.map((line, index) => ({ ...line, ...left[index]! }))
}

/** Nobody tells of refunds of these purchases until the transaction ends. Before the payment itself, everywhere. */
export async function holdPurchases(tx: Db, reference: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select p.id from purchases p where ${those(reference)} order by p.id for no key update`)
  return rows.map(({ id }) => id)
}

/** What of a kind of things was bought with a purchase and is not given back, and the days of its shows. Money is kobo. */
export type KindLeft = { purchaseId: number; kind: string; quantity: number; kobo: number; shows: string[] | null }

/** What is left of purchases, which the caller holds, by what was bought; whoever gave back. */
export async function leftByKind(tx: Db, purchaseIds: readonly number[]): Promise<KindLeft[]> {
  const ids = sql`any(${sql.param(purchaseIds)}::bigint[])`
  const { rows } = await tx.execute<KindLeft>(sql`
    select l.purchase_id as "purchaseId", l.kind, l.shows, (l.quantity - coalesce(b.quantity, 0))::int as quantity,
      (l.kobo - coalesce(b.kobo, 0))::bigint as kobo
    from (
      select purchase_id, kind, sum(quantity) as quantity, sum(kobo) as kobo,
        jsonb_agg(show_day) filter (where show_day is not null) as shows
      from purchase_lines where purchase_id = ${ids} group by purchase_id, kind
    ) l
    left join (
      select r.purchase_id, b.kind, sum(b.quantity) as quantity, sum(b.kobo) as kobo
      from refunds r join refund_lines b on b.refund_id = r.id
      where r.purchase_id = ${ids} group by r.purchase_id, b.kind
    ) b using (purchase_id, kind)
    order by l.purchase_id, l.kind`)
  return rows
}
