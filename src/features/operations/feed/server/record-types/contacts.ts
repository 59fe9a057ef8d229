import { isEmail } from '#contract/email.ts'
import type { Day } from '#contract/time.ts'
import { birthDateProblem } from '#features/customers/customers/rules.ts'
import { toE164 } from '#server/phone.ts'
import type { FeedRecord } from '../../records-contract.ts'

/** Returns why an email or a phone number cannot be right, by the rules of the forms, with its field. */
export function wrongContact({ email, phone }: { email?: string | null; phone?: string | null }): string | undefined {
  if (email && !isEmail(email)) return 'email is not an email address'
  if (phone && !toE164(phone)) return 'phone is not a phone number, such as 0803 123 4567, or + and the country code'
}

/** Returns why the contact details or dates of a customer cannot be right, with the field. */
export function wrongIdentity(line: FeedRecord<'customers'>, today: Day): string | undefined {
  const consent = line.kids_club?.consent_on
  return (
    wrongContact(line) ??
    (line.birth_date && birthDateProblem(line.birth_date, today)?.replace('Date of birth', 'birth_date')) ??
    (consent && consent > today ? 'kids_club.consent_on is in the future' : undefined)
  )
}
