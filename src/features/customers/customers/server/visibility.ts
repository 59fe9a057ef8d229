import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hasTerms } from '#server/db/search.ts'
import { bool, query, type RowOf } from '#server/db/query.ts'

/** Which customers somebody sees whose role is for some cinemas; undefined of whoever sees the whole chain's. */
const seenRow = {
  /** The chain shows them everybody. */
  areAll: bool,
}
export type Seen = RowOf<typeof seenRow>

export async function customersSeen(db: Db): Promise<Seen | undefined> {
  if (!isScoped(db)) return
  const { rows } = await query(db, seenRow)`select customers_are_shared() as "areAll"`
  return rows[0]
}

/** Their ids, as a column `customer_id`. */
export const idsSeen = ({ areAll }: Seen): SQL =>
  areAll ? sql`select id as customer_id from customers` : sql`select distinct customer_id from customer_cinemas`

/**
 * Row-level security holds that nobody else is listed; that it is said as well lets the database begin with those of a small
 * cinema. @param id a column
 */
export const areSeen = (id: SQL, seen: Seen | undefined): SQL | undefined =>
  seen && !seen.areAll ? sql`${id} in (select x.customer_id from customer_cinemas x)` : undefined

/** The ids of all listed customers who have what a term says: for those who see some, to be joined to these. */
export const matchesSearch = (term: string): SQL =>
  sql`select s.id from searched_customers s where s.is_listed and ${hasTerms(sql`s.search_text`, term)}`

/**
 * Whether customers `c` have what a term says. Beneath row-level security no index answers that: it is looked for among all,
 * and what is found is joined to those who are seen.
 */
export const visibleMatching = (term: string, seen: Seen | undefined): SQL =>
  seen ? sql`c.id in (${matchesSearch(term)})` : hasTerms(sql`c.search_text`, term)
