import { sql, type SQL } from 'drizzle-orm'
import { likeTerm } from '#server/db/like.ts'

/** Which customers a search means (a part of a name, email, phone, card number or payment reference). */

/** A term that can be a payment reference: what is shorter, or has no digit, is in too many of them. */
const REFERENCE = /^(?=.*\d)\S{5,}$/
/** Of a part of a reference that is in more of them, the others are not looked for. */
const MOST_REFERENCES = 1000
/** Spaces and marks between digits, as people write a phone number. */
const PHONE = /^\+?[\d\s().-]{3,}$/

/** How a part of a phone number is written where they are stored: local form is of the chain's country. */
export function phoneParts(term: string): string[] {
  if (!PHONE.test(term)) return []
  const digits = term.replace(/\D/g, '')
  if (digits.length < 3) return []
  return digits.startsWith('0') && !digits.startsWith('00') ? [`+234${digits.slice(1)}`, digits] : [digits]
}

const partsOf = (term: string) => [...new Set([term, ...phoneParts(term)])]

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`
const wordsHold = (words: SQL, term: string): SQL[] =>
  partsOf(term).map((part) => sql`${words} like lower(${likeTerm(part)})`)

/** Of `customers c`. */
export const customersMeant = (term: string): SQL =>
  anyOf([
    ...wordsHold(sql`c.words`, term),
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
    ...wordsHold(sql`g.words`, term),
    ...(REFERENCE.test(term)
      ? [
          sql`g.email = any(array(
            select lower(p.buyer_email) from purchases p
            where p.payment_reference ilike ${likeTerm(term)} and p.customer_id is null limit ${MOST_REFERENCES}))`,
        ]
      : []),
  ])
