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

/** A whole number of the chain's country, as it is stored. */
const WHOLE_PHONE = /^\+234\d{10}$/

const partsOf = (term: string) => [...new Set([term, ...phoneParts(term)])]

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`
const holds = (words: SQL, part: string): SQL => sql`${words} like lower(${likeTerm(part)})`

/** Of `customers c`. A whole number stands where phone numbers do, and an index finds it there. */
export const customersMeant = (term: string): SQL =>
  anyOf([
    ...partsOf(term).map((part) =>
      part !== term && WHOLE_PHONE.test(part) ? sql`c.phone = ${part}` : holds(sql`c.words`, part),
    ),
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
    ...partsOf(term).map((part) => holds(sql`g.words`, part)),
    ...(REFERENCE.test(term)
      ? [
          sql`g.email = any(array(
            select lower(p.buyer_email) from purchases p
            where p.payment_reference ilike ${likeTerm(term)} and p.customer_id is null limit ${MOST_REFERENCES}))`,
        ]
      : []),
  ])
