/**
 * The only module that formats phone numbers for people. They are stored as E.164; a Nigerian mobile number is shown in
 * local form (decisions: Deviations).
 */
const NIGERIAN = /^\+234(\d{3})(\d{3})(\d{4})$/

/** Last digits, which are the same in local form, with the country code, and with 00 before it. */
export const OWN_DIGITS = 9

/** Formats '+2348031234567' as '0803 123 4567'. Other numbers stay unchanged. */
export const showPhone = (phone: string): string => phone.replace(NIGERIAN, '0$1 $2 $3')

/** Country codes of one, two and three digits. No code is a prefix of another. */
export const COUNTRY_CODE =
  '[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9]'
const ABROAD = new RegExp(`^\\+(${COUNTRY_CODE})([0-9]+)$`)

/**
 * Formats '+447911123456' as '+44 7911123456', and Nigerian numbers as on screens. A spreadsheet would keep only the first
 * digits of a number without spaces (2.34803E+12). `server/db/cells.ts` writes the same.
 */
export const filePhone = (phone: string): string => showPhone(phone).replace(ABROAD, '+$1 $2')
