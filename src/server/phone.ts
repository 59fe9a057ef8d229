import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number as people write it, as E.164: Nigerian local form, or + and a country code. Undefined when it is none. */
export const toE164 = (written: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(written, 'NG')
  return parsed?.isValid() ? parsed.number : undefined
}
