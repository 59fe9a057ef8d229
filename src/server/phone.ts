// The full ranges of each country: by the short ones a Nigerian mobile number with a digit too many is valid.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Reads a phone number as people write it: Nigerian local form, or + or 00 and a country code. The form, the import and the
 * feed have this rule.
 * @returns E.164; undefined of a number that its country does not have, or with an extension, which would be lost
 */
export const toE164 = (written: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(written.replace(/^\s*00(?=[1-9])/, '+'), 'NG')
  return parsed?.isValid() && !parsed.ext ? parsed.number : undefined
}
