import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hasTerms } from '#server/db/search.ts'
import { bool, query, type RowOf } from '#server/db/query.ts'

/** Customers that staff of some cinemas see; undefined: all customers of the chain. */
const seenRow = {
  /** The chain shares all customers. */
  areAll: bool,
}
export type Seen = RowOf<typeof seenRow>

export async function customersSeen(db: Db): Promise<Seen | undefined> {
  if (!isScoped(db)) return
  const { rows } = await query(db, seenRow)`select customers_are_shared() as "areAll"`
  return rows[0]
}

/** Query for the visible ids, as a column `customer_id`. */
export const idsSeen = ({ areAll }: Seen): SQL =>
  areAll ? sql`select id as customer_id from customers` : sql`select distinct customer_id from customer_cinemas`

/**
 * Condition that a customer is visible. Row-level security enforces it too, but the condition lets the database start
 * with the customers of a small cinema. @param id a column
 */
export const areSeen = (id: SQL, seen: Seen | undefined): SQL | undefined =>
  seen && !seen.areAll ? sql`${id} in (select x.customer_id from customer_cinemas x)` : undefined

/** Query for ids of all listed customers that match a term. Join it to the visible customers. */
export const matchesSearch = (term: string): SQL =>
  sql`select s.id from searched_customers s where s.is_listed and ${hasTerms(sql`s.search_text`, term)}`

/**
 * Condition that customers `c` match a term. With row-level security no index can be used, so all customers are
 * searched and joined to the visible ones.
 */
export const visibleMatching = (term: string, seen: Seen | undefined): SQL =>
  seen ? sql`c.id in (${matchesSearch(term)})` : hasTerms(sql`c.search_text`, term)
