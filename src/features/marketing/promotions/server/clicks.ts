import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { newVisitor } from '#server/http/visitors.ts'
import type { Promotion } from '../contract.ts'
import type { Stored } from './store.ts'
import { number, query, text, type RowOf } from '#server/db/query.ts'

/** What promotions and banners led to, by the code of their links. */
export type Results = NonNullable<Promotion['results']>

export async function resultsOf(db: Db, of: readonly Pick<Stored, 'id'>[]): Promise<Map<number, Results>> {
  const ids = of.map(({ id }) => id)
  const row = { id: number, clicks: number, purchases: number, kobo: number }
  const { rows } = await query(db, row)`
    select p.id, coalesce(c.clicks, 0) as clicks, coalesce(s.purchases, 0) as purchases, coalesce(s.kobo, 0) as kobo
    from promotions p
      left join promotion_clicks c on c.promotion_id = p.id
      left join referral_sums s on s.code = upper(p.code)
    where p.id = any(${listOf(ids, 'bigint')})`
  return new Map(
    rows.map(({ id, clicks, purchases, kobo }) => [
      id,
      { clicks: Number(clicks), purchases: Number(purchases), revenueGenerated: toNaira(Number(kobo)) },
    ]),
  )
}

const ledRow = { url: text, id: number, code: text, primary_cta_url: text, secondary_cta_url: text }
type Led = RowOf<typeof ledRow>

/** Where a promotion's links lead; with a visitor, whose first click of the day is counted in the same query. */
export async function openPromotion(
  db: Db,
  code: string,
  visit: { visitor: Buffer; now: Date } | undefined,
): Promise<Led | undefined> {
  const counting = visit
    ? sql`, first as (${newVisitor(visit.visitor, visit.now, sql`opened`)}), counted as (
        insert into promotion_clicks as c (promotion_id, clicks) select id, 1 from opened, first
        on conflict (promotion_id) do update set clicks = c.clicks + 1
      )`
    : sql``
  const { rows } = await query(db, ledRow)`
    with opened as (
      select id, code, url, primary_cta_url, secondary_cta_url from promotions where upper(code) = upper(${code})
    ) ${counting}
    select * from opened`
  return rows[0]
}

export async function isPromotionsCode(db: Db, code: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from promotions where upper(code) = upper(${code})`)
  return Boolean(rowCount)
}
