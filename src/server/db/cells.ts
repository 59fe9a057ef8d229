import { sql, type SQL } from 'drizzle-orm'
import { COUNTRY_CODE } from '#contract/phone.ts'

/** Cells of files, written by the database like `#contract/time.ts` and `#contract/money.ts`. */

/** Writes an instant as DD/MM/YYYY HH:mm. */
export const instantIn = (at: SQL, zone: string): SQL => sql`to_char(${at} at time zone ${zone}, 'DD/MM/YYYY HH24:MI')`
/** Writes the day of an instant as DD/MM/YYYY. */
export const dayIn = (at: SQL, zone: string): SQL => sql`to_char(${at} at time zone ${zone}, 'DD/MM/YYYY')`
/** Writes a date as DD/MM/YYYY. */
export const day = (date: SQL): SQL => sql`to_char(${date}::timestamp, 'DD/MM/YYYY')`
/** Writes naira with two decimals. */
export const naira = (kobo: SQL): SQL => sql`${kobo} * 0.01`
/** Writes a phone number like `#contract/phone.ts` in files. */
export const phone = (e164: SQL): SQL => sql`case when ${e164} ~ '^\\+234[0-9]{10}$'
  then regexp_replace(${e164}, '^\\+234(...)(...)', '0\\1 \\2 ')
  else regexp_replace(${e164}, ${`^\\+(${COUNTRY_CODE})([0-9]+)$`}, '+\\1 \\2') end`
/** Writes the label of each value. */
export const labelOf = (value: SQL, labels: Record<string, string>): SQL =>
  sql`case ${value} ${sql.join(
    Object.entries(labels).map(([from, to]) => sql`when ${from} then ${to}`),
    sql` `,
  )} end`

/** Characters that JavaScript trims from a text. */
const SPACES =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
export const trimmed = (text: SQL): SQL => sql`btrim(${text}, ${SPACES})`
