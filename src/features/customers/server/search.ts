import { sql, type SQL } from 'drizzle-orm'
import { likeTerm } from '#server/db/like.ts'
import { canBeReference, hasWords } from '#server/db/search.ts'

/** Which customers a search means (a part of a name, email, phone, card number or payment reference). */

/** Of a part of a reference that is in more of them, the others are not looked for. */
const MOST_REFERENCES = 1000
const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

/** Whose purchases `p` were paid under a reference, or, where none was, under one that has it as a part. */
const whoPaid = (who: SQL, term: string): SQL => {
  const under = (reference: SQL) =>
    sql`array(select ${who} from purchases p where ${reference} and ${who} is not null limit ${MOST_REFERENCES})`
  const [whole, part] = [sql`p.payment_reference = ${term}`, sql`p.payment_reference ilike ${likeTerm(term)}`]
  return sql`coalesce(nullif(${under(whole)}, '{}'), ${under(part)})`
}

/** Of `customers c`. */
export const customersMeant = (term: string): SQL =>
  anyOf([
    hasWords(sql`c.words`, term),
    ...(canBeReference(term) ? [sql`c.id = any(${whoPaid(sql`p.customer_id`, term)})`] : []),
  ])

/** Of `guests g`. */
export const guestsMeant = (term: string): SQL =>
  anyOf([
    hasWords(sql`g.words`, term),
    ...(canBeReference(term)
      ? [sql`g.email = any(${whoPaid(sql`case when p.customer_id is null then lower(p.buyer_email) end`, term)})`]
      : []),
  ])
