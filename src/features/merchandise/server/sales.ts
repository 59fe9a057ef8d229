import { sql } from 'drizzle-orm'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import type { MerchandisePurchase } from '../contract.ts'

type Days = { start_date?: Day | undefined; end_date?: Day | undefined }

const during = ({ start_date, end_date }: Days, zone: string) => sql`
  ${start_date ? sql`and m.at >= ${startOfDay(start_date, zone).toISOString()}` : sql``}
  ${end_date ? sql`and m.at < ${startOfDay(addDays(end_date, 1), zone).toISOString()}` : sql``}`

/** A page of a merchandise's purchases, the newest first, and how many there are in those days. */
export async function purchasesOf(
  db: Db,
  product: { id: number; name: string; type: string },
  { page, perPage, ...days }: Days & { page: number; perPage: number },
  zone: string,
): Promise<{ purchaseHistory: MerchandisePurchase[]; purchaseCount: number }> {
  const counted = await db.execute<{ n: number }>(sql`
    select count(*) as n from merchandise_sales m where m.product_id = ${product.id} ${during(days, zone)}`)
  const { rows } = await db.execute<{
    purchase_id: number
    n: number
    at: string
    quantity: number
    kobo: number
    cinema: string | null
  }>(sql`
    select x.purchase_id, x.n, x.at, x.quantity, x.kobo, c.name as cinema
    from (
      select m.purchase_id, m.n, m.at, m.quantity, m.kobo from merchandise_sales m
      where m.product_id = ${product.id} ${during(days, zone)}
      order by m.at desc, m.purchase_id desc, m.n limit ${perPage} offset ${(page - 1) * perPage}
    ) x join purchases p on p.id = x.purchase_id left join cinemas c on c.id = p.cinema_id
    order by x.at desc, x.purchase_id desc, x.n`)
  return {
    purchaseHistory: rows.map((row) => ({
      id: `${row.purchase_id}-${row.n}`,
      name: product.name,
      type: product.type,
      purchaseDate: new Date(row.at).toISOString(),
      quantity: row.quantity,
      totalPrice: toNaira(row.kobo),
      cinema_name: row.cinema,
    })),
    purchaseCount: counted.rows[0]!.n,
  }
}

/** As many purchases as one transaction looks through. */
const PURCHASES_AT_A_TIME = 20_000

/**
 * Looks through some more purchases for merchandise that was not known yet when they were told; lines that come later are
 * noted as they come. A product is left alone for its first minutes, so that nothing is missed that was being told when it
 * became known.
 * @returns whether there is more to look through
 */
export async function countSomePast(tx: Db, knownBefore: Date, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number; counted_to: number }>(sql`
    select id, counted_to from products
    where kind = 'merchandise' and counted_at is null and created_at < ${knownBefore.toISOString()}
    order by id for update`)
  if (!rows.length) return false
  const ids = sql.param(rows.map(({ id }) => id))
  const after = Math.min(...rows.map((row) => row.counted_to))
  const until = after + PURCHASES_AT_A_TIME
  await tx.execute(sql`
    insert into merchandise_sales (product_id, purchase_id, n, at, quantity, kobo)
    select m.id, l.purchase_id, l.n, p.at, l.quantity, l.kobo
    from purchase_lines l join purchases p on p.id = l.purchase_id
    cross join lateral (
      select id from products
      where kind = 'merchandise' and (lower(name) = lower(l.product) or rosetta_id = l.product) order by id limit 1
    ) m
    where l.purchase_id > ${after} and l.purchase_id <= ${until} and l.kind = 'concession' and l.product <> ''
      and m.id = any(${ids}::integer[])
    on conflict do nothing`)
  const last = await tx.execute<{ id: number | null }>(sql`select max(id) as id from purchases`)
  const isDone = until >= (last.rows[0]!.id ?? 0)
  await tx.execute(sql`
    update products set counted_to = ${until}, counted_at = ${isDone ? now.toISOString() : null}
    where id = any(${ids}::integer[])`)
  return !isDone
}
