import { sql, type SQL } from 'drizzle-orm'
import { likeTerm } from '#server/db/like.ts'
import { hasWords } from '#server/db/search.ts'

/** Which customers a search means (a part of a name, email, phone, card number or payment reference). */

/** A term that can be a payment reference: what is shorter, or has no digit, is in too many of them. */
const REFERENCE = /^(?=.*\d)\S{5,}$/
/** Of a part of a reference that is in more of them, the others are not looked for. */
const MOST_REFERENCES = 1000
const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

/** Of `customers c`. */
export const customersMeant = (term: string): SQL =>
  anyOf([
    hasWords(sql`c.words`, term),
    ...(REFERENCE.test(term)
      ? [
          sql`c.id = any(array(
            select p.customer_id from purchases p
            where p.payment_reference ilike ${likeTerm(term)} and p.customer_id is not null limit ${MOST_REFERENCES}))`,
        ]
      : []),
  ])

/** Of `guests g`. */
export const guestsMeant = (term: string): SQL =>
  anyOf([
    hasWords(sql`g.words`, term),
    ...(REFERENCE.test(term)
      ? [
          sql`g.email = any(array(
            select lower(p.buyer_email) from purchases p
            where p.payment_reference ilike ${likeTerm(term)} and p.customer_id is null limit ${MOST_REFERENCES}))`,
        ]
      : []),
  ])
