import { parsePhoneNumberFromString } from 'libphonenumber-js'

const parse = (written: string) => parsePhoneNumberFromString(written.replace(/^\s*00(?=[1-9])/, '+'), 'NG')

/**
 * A phone number as people write it, as E.164: Nigerian local form, or + or 00 and a country code. Undefined when it is
 * none.
 */
export const toE164 = (written: string): string | undefined => {
  const parsed = parse(written)
  return parsed?.isValid() ? parsed.number : undefined
}

/** The same of one that staff type: with an extension, which would be lost, it is none. */
export const typedPhone = (written: string): string | undefined => (parse(written)?.ext ? undefined : toE164(written))
