import { sql, type SQL } from 'drizzle-orm'
import { fold, searchTermsOf } from '#contract/fold.ts'
import { OWN_DIGITS } from '#contract/phone.ts'
import { likeTerm } from './like.ts'

/** Rules of a search: every word in any order, and a phone number in any format. */

/** Phone number with spaces and punctuation. */
const PHONE = /^\+?[\d\s().-]{3,}$/
/** Digits of a complete phone number; a longer number is a card's or a payment's. */
const FULL_PHONE = /^(\+\d{10,15}|0?\d{10,13})$/

/**
 * Returns whether a term can be part of a payment reference. A shorter term, or one without a digit, is in too many
 * references.
 */
export const canBeReference = (term: string) => /^(?=.*\d)\S{5,}$/.test(term)
/**
 * Returns whether a term can be a complete reference, which then finds only its payment. A shorter term may be part of
 * a phone number.
 */
export const canBeFullReference = (term: string) => /^(?=.*\d)\S{8,}$/.test(term)

/** Returns the stored forms of a part of a phone number; the local form belongs to the chain's country. */
function phoneParts(term: string): string[] {
  if (!PHONE.test(term)) return []
  const written = term.replace(/[^\d+]/g, '').replace(/^00/, '+')
  if (FULL_PHONE.test(written)) return [written.slice(-OWN_DIGITS)]
  const digits = written.replace('+', '')
  if (digits.length < 3) return []
  return digits.startsWith('0') ? [`+234${digits.slice(1)}`, digits] : [digits]
}

/**
 * Returns whether a folded text (`fold`, or a folded column) has all words of a term. A term without words finds
 * nothing.
 */
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
