// The full number ranges of each country. The short ones accept a Nigerian mobile number with a digit too many.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Reads a phone number as people write it: Nigerian local form, or + or 00 and a country code. Forms, imports and the
 * feed share this rule.
 * @returns E.164; undefined for a number that does not exist in its country, or with an extension, which would be lost
 */
export const toE164 = (written: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(written.replace(/^\s*00(?=[1-9])/, '+'), 'NG')
  return parsed?.isValid() && !parsed.ext ? parsed.number : undefined
}
