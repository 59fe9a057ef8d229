import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import type { PurchasedLine } from '../contract.ts'

/** What customers bought at the counter and of tickets, newest first. */

export type LineKind = 'ticket' | 'concession'

type Line = {
  purchase_id: number
  n: number
  kind: LineKind
  quantity: number
  kobo: number
  product: string
  payment_reference: string | null
  at: string
  movie: string | null
}

const NAMES: Record<LineKind, string> = { ticket: 'Ticket', concession: 'Concession' }

const toLine = (row: Line): PurchasedLine => ({
  id: `${row.purchase_id}-${row.n}`,
  product_name: row.product || row.movie || NAMES[row.kind],
  quantity: row.quantity,
  price: toNaira(row.kobo),
  paymentReference: row.payment_reference,
  createdAt: new Date(row.at).toISOString(),
})

async function linesOf(db: Db, purchases: SQL, kinds: readonly LineKind[], cut: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select x.*, coalesce(nullif(m.title, ''), m.name) as movie
    from (
      select l.purchase_id, l.n, l.kind, l.quantity, l.kobo, l.product, l.movie_id, p.payment_reference, p.at
      from purchases p join purchase_lines l on l.purchase_id = p.id
      where ${purchases} and l.kind = any(${sql.param(kinds)}::text[])
      order by p.at desc, p.id desc, l.n ${cut}
    ) x left join movies m on m.id = x.movie_id
    order by x.at desc, x.purchase_id desc, x.n`)
  return rows
}

/** Lines of purchases since an instant, by their kind. */
async function boughtSince(db: Db, purchases: SQL, since: Date) {
  const lines = await linesOf(db, sql`${purchases} and p.at >= ${since.toISOString()}`, ['ticket', 'concession'], sql``)
  const ofKind = (kind: LineKind) => lines.filter((line) => line.kind === kind).map(toLine)
  return { concession: ofKind('concession'), ticket: ofKind('ticket') }
}

/** What was bought by a customer, and without signing in under the customer's email. */
export async function transactionsOf(db: Db, customer: { id: number; email: string | null }, since: Date) {
  const { id, email } = customer
  const asGuest = sql`p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) = lower(${email})`
  return {
    guest_purchase: email ? await boughtSince(db, asGuest, since) : { concession: [], ticket: [] },
    customer_purchase: await boughtSince(db, sql`p.customer_id = ${id}`, since),
  }
}

/** All that a customer ever bought of one kind, a page of it. */
export async function purchasesOf(
  db: Db,
  customerId: number,
  kind: LineKind,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ purchases: PurchasedLine[]; totalCount: number }> {
  const counted = await db.execute<{ n: number }>(sql`
    select count(*) as n from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.customer_id = ${customerId} and l.kind = ${kind}`)
  const cut = sql`limit ${perPage} offset ${(page - 1) * perPage}`
  const lines = await linesOf(db, sql`p.customer_id = ${customerId}`, [kind], cut)
  return { purchases: lines.map(toLine), totalCount: counted.rows[0]!.n }
}
