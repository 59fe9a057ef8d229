import { tidy } from '#contract/atoms.ts'
import { isEmail } from '#contract/email.ts'
import { fold } from '#contract/fold.ts'
import { addDays, clockOf, dayOf } from '#contract/time.ts'
import { typedDay } from '#contract/typed-day.ts'
import { typedNumber } from '#contract/typed-number.ts'

/**
 * Which way round days such as 03/04/2026 are written; `swapped` is day first, where the spreadsheet took it for month first
 * and made its own dates of those that it could.
 */
export const DATE_ORDERS = ['dmy', 'mdy', 'swapped'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A field that a line of a file may fill. */
export type ImportField = {
  name: string
  label: string
  /** Other words for it, as files have them. */
  names: readonly string[]
  /** Of a heading that has one of its words: what makes it something else. */
  except?: readonly string[]
  type: 'text' | 'email' | 'phone' | 'day' | 'time' | 'amount' | 'number' | 'yes' | 'choice'
  choices?: Readonly<Record<string, readonly string[]>>
  /** Can be the same for all lines, and then needs no column. */
  forAll?: true
  /** In the template. */
  example: string
}

export type Value = string | number | boolean
/** What a cell says, or why it says nothing. */
type Read = { value: Value } | { problem: string }

/** How the cells of a file are written. */
export type Writing = {
  dates: DateOrder
  /** The chain's: a time that names its own zone is a day here. */
  zone: string
  /** Numbers of days count from 1904 and not from 1900. */
  isFrom1904: boolean
}

/** What spreadsheets write in place of a result. */
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/

const value = (read: Value | undefined, problem: string): Read => (read === undefined ? { problem } : { value: read })

const UNREADABLE = '\ufffd'
/** A number as Excel saves it that was too long for its column: 2.34803E+12. */
const SHORTENED = /^(\d)(?:[.,](\d+))?E\+(\d+)$/i
export const CUT = 'Excel has cut off the last digits, so format the column as Text and enter them again'

/** The value of a cell that is not empty. A problem does not repeat the cell, so that lines with the same one are counted. */
export function readCell({ type, choices = {} }: ImportField, cell: string, writing: Writing): Read {
  const text = tidy(cell)
  if (FAILED.test(text)) return { problem: 'the spreadsheet has an error here' }
  if (text.includes(UNREADABLE)) return { problem: 'a character cannot be read, so choose another encoding' }
  switch (type) {
    case 'email':
      return value(asEmail(text), 'not an email address')
    case 'day':
      return value(asDay(text, writing), `not a date (${writing.dates === 'mdy' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'})`)
    case 'time':
      return value(asTime(text, writing.zone), 'not a time (HH:MM)')
    case 'amount':
      return value(typedAmount(text), 'not a clear amount, such as 12,000 or 12,000.50')
    case 'yes':
      return value(YES[fold(text)], 'neither Yes nor No')
    case 'choice': {
      const found = Object.keys(choices).find((one) =>
        [one, ...choices[one]!].some((word) => fold(word) === fold(text)),
      )
      return value(found, `not one of ${Object.keys(choices).join(', ')}`)
    }
    default: {
      const integer = lengthened(text)
      if (integer === undefined) return { problem: CUT }
      if (type === 'phone') return { value: asPhone(integer) }
      if (type === 'number')
        return value(/^\d{1,15}$/.test(integer) ? Number(integer) : undefined, 'not a whole number')
      return { value: integer }
    }
  }
}

const typedAmount = (text: string): number | undefined => {
  const naira = typedNumber(text)
  return Number.isNaN(naira) ? undefined : naira
}

/** A number that Excel shortened in all its digits; undefined where it has lost some. Other text stays as it is. */
function lengthened(text: string): string | undefined {
  const [, first, more = '', times] = SHORTENED.exec(text) ?? []
  if (first === undefined) return text
  return more.length === Number(times) ? first + more : undefined
}

const YES: Record<string, boolean> = {
  yes: true,
  y: true,
  true: true,
  1: true,
  active: true,
  on: true,
  no: false,
  n: false,
  false: false,
  0: false,
  inactive: false,
  off: false,
}

/** As people paste it: in angle brackets, or as a link. */
export const asEmail = (text: string): string | undefined => {
  const bare = text
    .replace(/^mailto:/i, '')
    .replace(/^.*<([^<>]+)>$/, '$1')
    .trim()
  return isEmail(bare) ? bare : undefined
}

/** With what spreadsheets take from the front of a number: its 0, or its +. Whether it is one says the call. */
export const asPhone = (text: string): string => {
  const digits = text.replace(/\.0$/, '').replace(/[^\d+]/g, '')
  if (/^[789]\d{9}$/.test(digits)) return `0${digits}`
  return /^234\d{10}$/.test(digits) ? `+${digits}` : text
}

const two = (number: string | number) => String(number).padStart(2, '0')

/** An instant with its zone, as programs write it. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|UTC|[+-]\d\d(:?\d\d)?)$/i
/** As a spreadsheet's own date comes. */
const INTEGER = /^(\d{4})-(\d\d)-(\d\d)(?= |$)/

function instantIn(text: string): Date | undefined {
  if (!INSTANT.test(text)) return
  const at = new Date(
    text
      .replace(' ', 'T')
      .replace(',', '.')
      .replace(/\s?UTC$/i, 'Z')
      .replace(/([+-]\d\d)$/, '$1:00'),
  )
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** How spreadsheets count days: 1 is the first of 1900, or of 1904 on old Macs. Of five digits: 1927 to 2099. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/
const [FROM_1900, FROM_1904] = ['1899-12-30', '1904-01-01']
const LAST_SERIAL = 73_050

/** YYYY-MM-DD. A clock without a zone is passed over; of two digits a year is of this century up to 2049. */
export function asDay(text: string, { dates, zone, isFrom1904 }: Writing): string | undefined {
  const instant = instantIn(text)
  if (instant) return dayOf(instant, zone)
  const serial = Number(SERIAL.exec(text)?.[1])
  if (serial >= 10_000 && serial <= LAST_SERIAL) return addDays(isFrom1904 ? FROM_1904 : FROM_1900, serial)
  const read = typedDay(text, dates === 'mdy' ? 'mdy' : 'dmy')
  const [, year, month, day] = (dates === 'swapped' && INTEGER.exec(text)) || []
  return day !== undefined && Number(day) <= 12 ? `${year}-${day}-${month}` : read
}

/** HH:mm, also of 7pm and 7:30 PM, of a day with a clock, and of an instant with its zone. */
export function asTime(text: string, zone: string): string | undefined {
  const instant = instantIn(text)
  if (instant) return clockOf(instant, zone)
  const part = SERIAL.exec(text)?.[2]
  if (part) return clockOf(Math.round(Number(`0.${part}`) * 1440) * 60_000, 'UTC')
  const [, hour, minute = '00', half] =
    /(?:^|[T ])(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? []
  if (hour === undefined || (!half && !/[:.]/.test(text))) return
  const of12 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : undefined
  if ((half && (Number(hour) > 12 || Number(hour) < 1)) || Number(minute) > 59) return
  const at = of12 ?? Number(hour)
  return at < 24 ? `${two(at)}:${minute}` : undefined
}
