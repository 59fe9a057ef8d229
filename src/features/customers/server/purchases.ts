import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { boughtAsGuest } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { cutOf, type Paging } from '#server/db/page.ts'
import type { PurchasedLine } from '../contract.ts'
import { refundedOf, statusOf } from './refunds.ts'

/** What customers bought, newest first, what of it was given back, and under which payment. */

export type LineKind = 'ticket' | 'concession' | 'subscription'

type Row = {
  purchase_id: number
  n: number
  kind: LineKind
  quantity: number
  kobo: number
  product: string
  payment_reference: string | null
  payment_id: number | null
  at: string
  show_at: string | null
  movie: string | null
  cinema: string | null
}

const NAMES: Record<LineKind, string> = { ticket: 'Ticket', concession: 'Concession', subscription: 'Subscription' }

/** The lines of purchases `p` that are meant, newest first. */
export async function linesOf(db: Db, purchases: SQL, kinds: readonly LineKind[], cut: SQL): Promise<PurchasedLine[]> {
  const { rows } = await db.execute<Row>(sql`
    select x.*, coalesce(nullif(m.title, ''), m.name) as movie, c.name as cinema, e.id as payment_id
    from (
      select l.purchase_id, l.n, l.kind, l.quantity, l.kobo, l.product, l.movie_id, l.show_at, p.payment_reference, p.at,
        p.cinema_id
      from purchases p join purchase_lines l on l.purchase_id = p.id
      where ${purchases} and l.kind = any(${sql.param(kinds)}::text[])
      order by p.at desc, p.id desc, l.n ${cut}
    ) x left join movies m on m.id = x.movie_id left join cinemas c on c.id = x.cinema_id
      left join payment_entries e on e.reference = x.payment_reference
    order by x.at desc, x.purchase_id desc, x.n`)
  const refunded = await refundedOf(db, [...new Set(rows.map((row) => row.purchase_id))])
  return rows.map((row) => {
    const back = refunded(row.purchase_id, row.n)
    return {
      id: `${row.purchase_id}-${row.n}`,
      product_name: row.product || row.movie || NAMES[row.kind],
      movieName: row.movie ?? '',
      showAt: row.show_at && new Date(row.show_at).toISOString(),
      cinemaName: row.cinema ?? '',
      quantity: row.quantity,
      price: toNaira(row.kobo),
      status: statusOf(row, back),
      refundedQuantity: back.quantity,
      refunded: toNaira(back.kobo),
      paymentReference: row.payment_reference,
      paymentId: row.payment_id,
      createdAt: new Date(row.at).toISOString(),
    }
  })
}

const OF_ACTIVITIES = ['ticket', 'concession'] as const

/** Lines of purchases since an instant, by their kind. */
async function boughtSince(db: Db, purchases: SQL, since: Date) {
  const recent = sql`${purchases} and p.at >= ${since.toISOString()}`
  const [ticket, concession] = await Promise.all(OF_ACTIVITIES.map((kind) => linesOf(db, recent, [kind], sql``)))
  return { concession: concession!, ticket: ticket! }
}

type Buyer = { id: number; email: string | null }
const ownOf = ({ id }: Buyer) => sql`p.customer_id = ${id}`
const asGuestOf = ({ email }: Buyer) => boughtAsGuest(sql`= lower(${email ?? ''})`)
/** What was bought by a customer, and without signing in under the customer's email. */
const boughtBy = (buyer: Buyer) => sql`(${ownOf(buyer)} or ${asGuestOf(buyer)})`

export async function transactionsOf(db: Db, buyer: Buyer, since: Date) {
  return {
    guest_purchase: await boughtSince(db, asGuestOf(buyer), since),
    customer_purchase: await boughtSince(db, ownOf(buyer), since),
  }
}

/** How many lines were bought before an instant. */
export async function olderThan(db: Db, buyer: Buyer, since: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*) as n from purchases p join purchase_lines l on l.purchase_id = p.id
    where ${boughtBy(buyer)} and l.kind = any(${sql.param(OF_ACTIVITIES)}::text[]) and p.at < ${since.toISOString()}`)
  return rows[0]!.n
}

/** All that a customer ever bought of one kind, a page of it. */
export async function purchasesOf(
  db: Db,
  buyer: Buyer,
  kind: 'ticket' | 'concession',
  paging: Paging,
): Promise<{ purchases: PurchasedLine[]; totalCount: number }> {
  const counted = await db.execute<{ n: number }>(sql`
    select count(*) as n from purchases p join purchase_lines l on l.purchase_id = p.id
    where ${boughtBy(buyer)} and l.kind = ${kind}`)
  const { limit, offset } = cutOf(paging)
  const cut = sql`limit ${limit} offset ${offset}`
  return { purchases: await linesOf(db, boughtBy(buyer), [kind], cut), totalCount: counted.rows[0]!.n }
}
