import { sql, type SQL } from 'drizzle-orm'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { instantIn, naira } from '#server/db/cells.ts'
import { allOf } from '#server/db/filter.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { everyRowOf, type Rows } from '#server/db/batches.ts'
import { isScoped } from '#server/db/scoped.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { MerchandiseRecord } from '../product-contract.ts'
import { number, orNull, query, text } from '#server/db/query.ts'
import { noteCounted } from './store.ts'

type Days = { start_date?: Day | undefined; end_date?: Day | undefined }

/** The days that a page begins and ends on, the newest first; `before` are the lines of the days before. */
const placedRow = { total: number, before: number, first: orNull(text), last: orNull(text) }

const soldIn = (id: number, { start_date, end_date }: Days, zone: string): SQL =>
  allOf([
    sql`product_id = ${id}`,
    start_date ? sql`at >= ${startOfDay(start_date, zone).toISOString()}` : undefined,
    end_date ? sql`at < ${startOfDay(addDays(end_date, 1), zone).toISOString()}` : undefined,
  ])

/**
 * A page of a merchandise's purchases, the newest first, and how many there are in those days. The roll-up tells how many
 * lines each day has, so that of what is before the page at most a day's lines are passed over.
 */
export async function purchasesOf(
  db: Db,
  product: { id: number; name: string; type: string },
  { start_date, end_date, ...paging }: Days & Paging,
  zone: string,
): Promise<Pick<MerchandiseRecord, 'purchaseHistory' | 'purchaseCount' | 'purchaseQuantity' | 'purchaseTotal'>> {
  const { limit, offset } = sliceOf(paging)
  const placed = await query(db, placedRow)`
    with days as (
      select day, sum(sum(lines)) over (order by day desc) as upto
      ${isScoped(db) ? sql`from merchandise_cinema_days` : sql`from merchandise_days`}
      where product_id = ${product.id}
        ${start_date ? sql`and day >= ${start_date}` : sql``} ${end_date ? sql`and day <= ${end_date}` : sql``}
      group by day
    )
    select coalesce(max(upto), 0)::bigint as total,
      coalesce(max(upto) filter (where upto <= ${offset}), 0)::bigint as before,
      max(day) filter (where upto > ${offset}) as first,
      coalesce(max(day) filter (where upto >= ${offset + limit}), min(day)) as last
    from days`
  const { total, before, first, last } = placed.rows[0]!
  const sums = await query(db, { quantity: number, kobo: number })`
    select coalesce(sum(quantity), 0)::bigint as quantity, coalesce(sum(kobo), 0)::bigint as kobo from merchandise_sales
    where ${soldIn(product.id, { start_date, end_date }, zone)}`
  const { quantity, kobo } = sums.rows[0]!
  const totals = { purchaseCount: total, purchaseQuantity: quantity, purchaseTotal: toNaira(kobo) }
  if (first === null || last === null) return { purchaseHistory: [], ...totals }
  const { rows } = await query(db, {
    purchase_id: number,
    n: number,
    at: text,
    quantity: number,
    kobo: number,
    cinema: orNull(text),
  })`
    select x.purchase_id, x.n, x.at, x.quantity, x.kobo, c.name as cinema
    from (
      select m.purchase_id, m.n, m.at, m.quantity, m.kobo from merchandise_sales m
      where m.product_id = ${product.id} and m.at >= ${startOfDay(last, zone).toISOString()}
        and m.at < ${startOfDay(addDays(first, 1), zone).toISOString()}
      order by m.at desc, m.purchase_id desc, m.n limit ${limit} offset ${offset - before}
    ) x join purchases p on p.id = x.purchase_id left join cinemas c on c.id = p.cinema_id
    order by x.at desc, x.purchase_id desc, x.n`
  return {
    purchaseHistory: rows.map((row) => ({
      id: `${row.purchase_id}-${row.n}`,
      purchase_id: row.purchase_id,
      name: product.name,
      type: product.type,
      purchaseDate: new Date(row.at).toISOString(),
      quantity: row.quantity,
      totalPrice: toNaira(row.kobo),
      cinema_name: row.cinema,
    })),
    ...totals,
  }
}

/** All of its purchases in some days, the newest first. */
export async function everyPurchaseOf(db: Db, id: number, days: Days, zone: string): Promise<Rows> {
  const selection = {
    from: sql`(select * from merchandise_sales where ${soldIn(id, days, zone)}) m`,
    where: sql`true`,
    keys: [
      { of: sql`m.at`, type: 'timestamptz' },
      { of: sql`m.purchase_id`, type: 'bigint' },
      { of: sql`m.n`, type: 'smallint' },
    ],
    descending: true,
  } as const
  const [rows] = await everyRowOf(
    db,
    [selection],
    ({ from }) => sql`${from} join purchases p on p.id = m.purchase_id left join cinemas c on c.id = p.cinema_id`,
  )
  return rows!
}

export const historyCells = ({ name, type }: { name: string; type: string }, zone: string): CopiedColumn[] => [
  { id: 'name', title: 'Name', cell: sql`${name}::text` },
  { id: 'type', title: 'Type', cell: sql`${type}::text` },
  { id: 'purchaseDate', title: 'Purchase date', cell: instantIn(sql`m.at`, zone) },
  { id: 'cinema_name', title: 'Cinema', cell: sql`c.name` },
  { id: 'quantity', title: 'Quantity', cell: sql`m.quantity`, isNumber: true, adds: true },
  { id: 'totalPrice', title: 'Total price', cell: naira(sql`m.kobo`), isNumber: true, adds: true },
]

/** As many purchases as one transaction looks through. */
const PURCHASES_AT_A_TIME = 20_000

/**
 * Looks through some more purchases for merchandise that was not known yet when they were reported; lines that come
 * later are noted as they come. A product is left alone for its first minutes, so that nothing is missed that was being
 * reported when it became known.
 * @returns whether there is more to look through
 */
export async function countSomePast(tx: Db, knownBefore: Date, now: Date): Promise<boolean> {
  const { rows } = await query(tx, { id: number, counted_to: number })`
    select id, counted_to from products
    where kind = 'merchandise' and counted_at is null and created_at < ${knownBefore.toISOString()}
    order by id for no key update`
  if (!rows.length) return false
  const ids = rows.map(({ id }) => id)
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
      and m.id = any(${sql.param(ids)}::integer[])
    on conflict do nothing`)
  const last = await query(tx, { id: orNull(number) })`select max(id) as id from purchases`
  const isDone = until >= (last.rows[0]!.id ?? 0)
  await noteCounted(tx, ids, until, isDone ? now : null)
  return !isDone
}
