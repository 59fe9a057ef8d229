import { isEmail } from '#contract/email.ts'
import type { Output } from '#contract/endpoint.ts'
import { dayOf } from '#contract/time.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { toE164 } from '#server/phone.ts'
import type { CustomerEdit } from '../contract.ts'
import { birthDateProblem, messages } from '../rules.ts'
import type { CustomerChange } from './people.ts'

type EditedIdentity = Pick<
  Output<typeof CustomerEdit>,
  'email' | 'mobile' | 'dateOfBirth' | 'gender' | 'preferredBillingCycle' | 'default_cinema_id'
>

export type Errors = Record<string, string>

/**
 * Validates identity fields and converts them for storage. Omitted fields are unchanged. @returns the change, with an
 * error per invalid field
 */
export async function identityOf(
  db: Db,
  reported: EditedIdentity,
  at: { now: Date; zone: string },
): Promise<{ change: CustomerChange; errors: Errors }> {
  const phone = toE164(reported.mobile)
  const birthDate = reported.dateOfBirth.trim()
  const wrongBirthDate = birthDateProblem(birthDate, dayOf(at.now, at.zone))
  const cinemaId = reported.default_cinema_id
  const errors: Errors = {
    ...(!isEmail(reported.email) && { email: messages.invalidEmail }),
    ...(!phone && { mobile: messages.invalidPhone }),
    ...(wrongBirthDate && { dateOfBirth: wrongBirthDate }),
    ...(cinemaId && !(await findCinema(db, cinemaId)) && { default_cinema_id: messages.noSuchCinema }),
  }
  return {
    change: {
      email: reported.email,
      phone,
      birthDate,
      ...(reported.gender !== undefined && { gender: reported.gender }),
      ...(reported.preferredBillingCycle !== undefined && { billingCycle: reported.preferredBillingCycle }),
      ...(cinemaId !== undefined && { defaultCinemaId: cinemaId }),
    },
    errors,
  }
}
