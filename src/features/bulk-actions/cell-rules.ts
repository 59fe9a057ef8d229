import { isEmail } from '#contract/email.ts'
import { fold } from '#contract/fold.ts'
import { isDay } from '#contract/time.ts'
import { typedNumber, UNCLEAR } from '#contract/typed-number.ts'

/** Which way round days such as 03/04/2026 are written. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A field that a line of a file may fill. */
export type ImportField = {
  name: string
  label: string
  /** Other words for it, as files have them. */
  words: readonly string[]
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

/** What spreadsheets write in place of a result. */
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/

const value = (read: Value | undefined, problem: string): Read => (read === undefined ? { problem } : { value: read })

/** The value of a cell that is not empty. */
export function readCell({ type, choices = {} }: ImportField, cell: string, dates: DateOrder): Read {
  const text = cell.trim()
  if (FAILED.test(text)) return { problem: `${text} is an error of the spreadsheet` }
  switch (type) {
    case 'email':
      return value(asEmail(text), `${text} is not an email address`)
    case 'phone':
      return { value: asPhone(text) }
    case 'day':
      return value(asDay(text, dates), `${text} is not a date (${dates === 'dmy' ? 'DD/MM/YYYY' : 'MM/DD/YYYY'})`)
    case 'time':
      return value(asTime(text), `${text} is not a time (HH:MM)`)
    case 'amount':
      return asAmount(text)
    case 'number':
      return value(/^\d{1,15}$/.test(text) ? Number(text) : undefined, `${text} is not a whole number`)
    case 'yes':
      return value(YES[fold(text)], `${text} is neither Yes nor No`)
    case 'choice': {
      const found = Object.keys(choices).find((one) =>
        [one, ...choices[one]!].some((word) => fold(word) === fold(text)),
      )
      return value(found, `${text} is none of ${Object.keys(choices).join(', ')}`)
    }
    default:
      return { value: text }
  }
}

function asAmount(text: string): Read {
  const naira = typedNumber(text)
  return Number.isNaN(naira) ? { problem: `${text} is not a clear amount. ${UNCLEAR}` } : { value: naira }
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (number: string | number) => String(number).padStart(2, '0')

/** YYYY-MM-DD. A clock behind it is passed over; of two digits a year is of this century up to 2049. */
export function asDay(text: string, dates: DateOrder): string | undefined {
  const written = text.replace(/[T ]\d{1,2}:\d\d.*$/, '').trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written)
  const slashed = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/.exec(written)
  const named = /^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*\.?[-/., ]*(\d{4}|\d\d)$/i.exec(written)
  let parts: [string, string, string] | undefined
  if (iso) parts = [iso[1]!, iso[2]!, iso[3]!]
  else if (slashed) {
    const [, first, second, year] = slashed as unknown as [string, string, string, string]
    parts = dates === 'dmy' ? [year, second, first] : [year, first, second]
  } else if (named) parts = [named[3]!, String(MONTHS.indexOf(named[2]!.toLowerCase()) + 1), named[1]!]
  if (!parts) return
  const [year, month, day] = parts
  const whole = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`
  const read = `${whole}-${two(month)}-${two(day)}`
  return isDay(read) ? read : undefined
}

/** HH:mm, also of 7pm and 7:30 PM, or of a day with a clock. */
export function asTime(text: string): string | undefined {
  const [, hour, minute = '00', half] =
    /(?:^|[T ])(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? []
  if (hour === undefined || (!half && !/[:.]/.test(text))) return
  const of12 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : undefined
  if ((half && (Number(hour) > 12 || Number(hour) < 1)) || Number(minute) > 59) return
  const at = of12 ?? Number(hour)
  return at < 24 ? `${two(at)}:${minute}` : undefined
}
