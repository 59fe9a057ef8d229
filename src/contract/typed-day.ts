import { isDay, type Day } from './time.ts'

/** Order of two numbers in a typed day: day first or month first. */
export type DayOrder = 'dmy' | 'mdy'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A weekday before a day, and a time after it: both are ignored. */
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? +/i
const CLOCK = /[T ]\d{1,2}:\d\d.*$/
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
/** 5/6/1990, 05.06.90, 5 6 1990, 05061990. */
const NUMBERS = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d\d)$/
/** 19900524. No eight digits match both this pattern and DIGITS as a day. */
const YEAR_FIRST = /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])$/
const DIGITS = /^(\d\d)(\d\d)(\d{4})$/
/** 5 Jun 1990, 5-Jun-90, 5th June 1990. */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3})[a-z]*\.?[-/., ]*(\d{4}|\d\d)$/i
/** June 5, 1990. */
const MONTH_FIRST = /^([a-z]{3})[a-z]*\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d\d)$/i

const two = (number: string | number) => String(number).padStart(2, '0')
const numberOf = (month: string) => String(MONTHS.indexOf(month.toLowerCase()) + 1)
/** Two-digit years up to 49 belong to 2000–2049, others to 1950–1999. */
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`)

/**
 * Reads a day as people type it: with numbers, with the month's English name, or as YYYY-MM-DD.
 * @param order of the numbers, used if both could be the month
 * @returns YYYY-MM-DD; undefined if the text is not a day
 */
export function typedDay(text: string, order: DayOrder): Day | undefined {
  const parts = partsOf(text.replace(CLOCK, '').replace(WEEKDAY, '').trim().replace(/\s+/g, ' '), order)
  if (!parts) return
  const [year, month, day] = parts
  const read = `${fullYear(year)}-${two(month)}-${two(day)}`
  return isDay(read) ? read : undefined
}

type Parts = [year: string, month: string, day: string]

function partsOf(text: string, order: DayOrder): Parts | undefined {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? YEAR_FIRST.exec(text) ?? []
  if (isoYear) return [isoYear, isoMonth!, isoDay!]
  const [, first, second, year] = NUMBERS.exec(text) ?? DIGITS.exec(text) ?? []
  if (year) return order === 'dmy' ? [year, second!, first!] : [year, first!, second!]
  const [, day, name, itsYear] = DAY_FIRST.exec(text) ?? []
  if (itsYear) return [itsYear, numberOf(name!), day!]
  const [, month, itsDay, lastYear] = MONTH_FIRST.exec(text) ?? []
  return lastYear ? [lastYear, numberOf(month!), itsDay!] : undefined
}
