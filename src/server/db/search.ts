import { sql, type SQL } from 'drizzle-orm'
import { fold, searchTermsOf } from '#contract/fold.ts'
import { OWN_DIGITS } from '#contract/phone.ts'
import { likeTerm } from './like.ts'

/** What a search term is found by: every word of it in any order, a phone number however it is written. */

/** Spaces and marks between digits, as people write a phone number. */
const PHONE = /^\+?[\d\s().-]{3,}$/
/** The digits of a whole number; a longer one is a card's or a payment's. */
const FULL_PHONE = /^(\+\d{10,15}|0?\d{10,13})$/

/** Whether a term can be a part of a payment's reference: what is shorter, or has no digit, is in too many of them. */
export const canBeReference = (term: string) => /^(?=.*\d)\S{5,}$/.test(term)
/** Whether it can be a whole one, which then means its payment alone: what is shorter may be a part of a phone number. */
export const canBeFullReference = (term: string) => /^(?=.*\d)\S{8,}$/.test(term)

/** How a part of a phone number is written where they are stored: local form is of the chain's country. */
function phoneParts(term: string): string[] {
  if (!PHONE.test(term)) return []
  const written = term.replace(/[^\d+]/g, '').replace(/^00/, '+')
  if (FULL_PHONE.test(written)) return [written.slice(-OWN_DIGITS)]
  const digits = written.replace('+', '')
  if (digits.length < 3) return []
  return digits.startsWith('0') ? [`+234${digits.slice(1)}`, digits] : [digits]
}

/** Whether a folded text (`fold`, or a column that is kept so) has all that a term says. A term without words finds nothing. */
export function hasTerms(folded: SQL, term: string): SQL {
  const parts = PHONE.test(term) ? [term] : searchTermsOf(term)
  const each = parts
    .map((part) => [...new Set([fold(part), ...phoneParts(part)])].filter(Boolean))
    .filter((forms) => forms.length > 0)
    .map(
      (forms) =>
        sql`(${sql.join(
          forms.map((form) => sql`${folded} like ${likeTerm(form)}`),
          sql` or `,
        )})`,
    )
  return each.length ? sql`(${sql.join(each, sql` and `)})` : sql`false`
}
