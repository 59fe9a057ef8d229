import { sql, type SQL } from 'drizzle-orm'
import { likeTerm } from '#server/db/like.ts'
import { canBeReference, hasTerms } from '#server/db/search.ts'
import { visibleMatching, matchesSearch, type Seen } from './visibility.ts'

/** Conditions of a customer search: part of a name, email, phone, card number or payment reference. */

/** Most purchases that are read for a part of a reference. */
const MOST_REFERENCES = 1000
const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

/**
 * Finds buyers of purchases `p` by reference, or else by a part of it. With row-level security, parts are searched in
 * all purchases, because the index cannot be used there.
 */
const whoPaid = (who: SQL, term: string, seen: Seen | undefined): SQL => {
  const under = (from: SQL, reference: SQL) =>
    sql`array(select ${who} from ${from} where ${reference} and ${who} is not null limit ${MOST_REFERENCES})`
  const exact = under(sql`purchases p`, sql`p.payment_reference = ${term}`)
  const hasPart = sql`p.payment_reference ilike ${likeTerm(term)}`
  const part = seen
    ? under(
        sql`purchases p`,
        sql`p.id = any(array(
        select p.id from searched_purchases p where ${hasPart} limit ${MOST_REFERENCES}))`,
      )
    : under(sql`purchases p`, hasPart)
  return sql`coalesce(nullif(${exact}, '{}'), ${part})`
}

/** Condition on `customers c`. For some cinemas, it is one list of ids, so that no other customers are read. */
export function customersMatching(term: string, seen?: Seen): SQL {
  if (!canBeReference(term)) return visibleMatching(term, seen)
  const paid = whoPaid(sql`p.customer_id`, term, seen)
  return seen
    ? sql`c.id in (${matchesSearch(term)} union all select unnest(${paid}))`
    : anyOf([visibleMatching(term, seen), sql`c.id = any(${paid})`])
}

/** Condition on `guests g`. */
export const guestsMatching = (term: string, seen?: Seen): SQL =>
  anyOf([
    seen
      ? sql`g.email in (select s.email from searched_guests s where ${hasTerms(sql`s.search_text`, term)})`
      : hasTerms(sql`g.search_text`, term),
    ...(canBeReference(term)
      ? [sql`g.email = any(${whoPaid(sql`case when p.customer_id is null then lower(p.buyer_email) end`, term, seen)})`]
      : []),
  ])
