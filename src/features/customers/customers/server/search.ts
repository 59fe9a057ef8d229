import { sql, type SQL } from 'drizzle-orm'
import { likeTerm } from '#server/db/like.ts'
import { canBeReference, hasTerms } from '#server/db/search.ts'
import { visibleMatching, matchesSearch, type Seen } from './visibility.ts'

/** Which customers a search means (a part of a name, email, phone, card number or payment reference). */

/** Of a part of a reference that is in more of them, the others are not looked for. */
const MOST_REFERENCES = 1000
const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

/**
 * Whose purchases `p` were paid under a reference, or, where none was, under one that has it as a part. Beneath row-level
 * security a part is looked for among all of them.
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

/** Of `customers c`. Of some cinemas the two are one list, so that nobody else is looked at. */
export function customersMatching(term: string, seen?: Seen): SQL {
  if (!canBeReference(term)) return visibleMatching(term, seen)
  const paid = whoPaid(sql`p.customer_id`, term, seen)
  return seen
    ? sql`c.id in (${matchesSearch(term)} union all select unnest(${paid}))`
    : anyOf([visibleMatching(term, seen), sql`c.id = any(${paid})`])
}

/** Of `guests g`. */
export const guestsMatching = (term: string, seen?: Seen): SQL =>
  anyOf([
    seen
      ? sql`g.email in (select s.email from searched_guests s where ${hasTerms(sql`s.search_text`, term)})`
      : hasTerms(sql`g.search_text`, term),
    ...(canBeReference(term)
      ? [sql`g.email = any(${whoPaid(sql`case when p.customer_id is null then lower(p.buyer_email) end`, term, seen)})`]
      : []),
  ])
