import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { boughtAsGuest } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { hidden, prepared } from '#server/db/prepared.ts'
import type { PurchasedLine } from '../contract.ts'
import { refundedOf, statusOf } from './refunds.ts'
import { bool, number, orNull, query, text, textOf } from '#server/db/query.ts'

/** Purchases of customers, newest first, with refunds and payments. */

export type LineKind = 'ticket' | 'concession' | 'subscription'

const row = {
  purchase_id: number,
  n: number,
  kind: textOf<LineKind>(),
  quantity: number,
  kobo: number,
  product: text,
  payment_reference: orNull(text),
  payment_id: orNull(number),
  at: text,
  show_at: orNull(text),
  movie: orNull(text),
  cinema: orNull(text),
  is_guests: bool,
}

const NAMES: Record<LineKind, string> = { ticket: 'Ticket', concession: 'Concession', subscription: 'Subscription' }

type Line = { kind: LineKind; isGuests: boolean; line: PurchasedLine }

/** Lists the lines of matching purchases `p`, newest first. */
export const linesOf = async (...of: Parameters<typeof readLines>): Promise<PurchasedLine[]> =>
  (await readLines(...of)).map(({ line }) => line)

async function readLines(db: Db, purchases: SQL, kinds: readonly LineKind[], slice = sql``): Promise<Line[]> {
  const { rows } = await query(
    db,
    row,
  )(
    prepared(sql`
    select x.purchase_id, x.n, x.kind, x.quantity, x.kobo, x.product, x.payment_reference, x.at, x.show_at, x.is_guests,
      (select coalesce(nullif(m.title, ''), m.name) from movies m where m.id = x.movie_id) as movie,
      (select c.name from cinemas c where c.id = x.cinema_id) as cinema,
      (select e.id from payments e where e.reference = x.payment) as payment_id
    from (
      select l.purchase_id, l.n, l.kind, l.quantity, l.kobo, l.product, l.movie_id, l.show_at, p.payment_reference, p.payment, p.at,
        p.cinema_id, p.customer_id is null as is_guests
      from purchases p join purchase_lines l on l.purchase_id = p.id
      where ${purchases} and l.kind = any(${hidden(kinds, 'text[]')})
      order by p.at desc, p.id desc, l.n ${slice}
    ) x
    order by x.at desc, x.purchase_id desc, x.n`),
  )
  const refunded = await refundedOf(db, [...new Set(rows.map((row) => row.purchase_id))])
  return rows.map((row) => {
    const back = refunded(row.purchase_id, row.n)
    const line = {
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
    return { kind: row.kind, isGuests: row.is_guests, line }
  })
}

/** Kinds of lines on the profile. */
export const OF_ACTIVITIES = ['ticket', 'concession'] as const

type Buyer = { id: number | null; email: string | null }
const ownOf = ({ id }: Buyer) => sql`p.customer_id = ${id}`
const asGuestOf = ({ email }: Buyer) => boughtAsGuest(sql`= lower(${email ?? ''})`)
/** Condition for purchases of a customer, guest purchases under the customer's email included. */
export const boughtBy = (buyer: Buyer) => sql`(${ownOf(buyer)} or ${asGuestOf(buyer)})`

/** Lists purchases since an instant, by account and kind. */
export async function transactionsOf(db: Db, buyer: Buyer, since: Date) {
  const lines = await readLines(
    db,
    sql`${boughtBy(buyer)} and p.at >= ${hidden(since.toISOString(), 'timestamptz')}`,
    OF_ACTIVITIES,
  )
  const of = (isIncluded: boolean, one: LineKind) =>
    lines.filter(({ isGuests, kind }) => isGuests === isIncluded && kind === one).map(({ line }) => line)
  return {
    guest_purchase: { concession: of(true, 'concession'), ticket: of(true, 'ticket') },
    customer_purchase: { concession: of(false, 'concession'), ticket: of(false, 'ticket') },
  }
}

/** Lists all purchases of a kind, one page. */
export async function purchasesOf(
  db: Db,
  buyer: Buyer,
  kind: 'ticket' | 'concession',
  paging: Paging,
): Promise<{ purchases: PurchasedLine[]; totalCount: number }> {
  const counted = await query(db, { n: number })(
    prepared(sql`
    select count(*) as n from purchases p join purchase_lines l on l.purchase_id = p.id
    where ${boughtBy(buyer)} and l.kind = ${kind}`),
  )
  const { limit, offset } = sliceOf(paging)
  const slice = sql`limit ${hidden(limit, 'bigint')} offset ${hidden(offset, 'bigint')}`
  return { purchases: await linesOf(db, boughtBy(buyer), [kind], slice), totalCount: counted.rows[0]!.n }
}
