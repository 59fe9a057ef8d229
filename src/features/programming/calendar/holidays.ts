import { addDays, type Day } from '#contract/time.ts'

/** `isExpected`: it follows the moon, and the government announces the day. */
export type Holiday = { name: string; isExpected: boolean }

/** Nigeria's, by the month and day. */
const FIXED: Readonly<Record<string, string>> = {
  '01-01': "New Year's Day",
  '05-01': "Workers' Day",
  '06-12': 'Democracy Day',
  '10-01': 'Independence Day',
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
}
/** By the days after Easter Sunday. */
const AROUND_EASTER: Readonly<Record<string, number>> = { 'Good Friday': -2, 'Easter Monday': 1 }
/** By the month and day of the Islamic year (Umm al-Qura). */
const ISLAMIC: Readonly<Record<string, string>> = {
  '10-1': 'Eid-el-Fitr',
  '10-2': 'Eid-el-Fitr holiday',
  '12-10': 'Eid-el-Kabir',
  '12-11': 'Eid-el-Kabir holiday',
  '3-12': 'Eid-el-Maulud',
}

/** The public holiday of Nigeria on a day. */
export function holidayOn(day: Day): Holiday | undefined {
  const fixed = FIXED[day.slice(5)]
  if (fixed) return { name: fixed, isExpected: false }
  const easter = easterOf(Number(day.slice(0, 4)))
  for (const [name, after] of Object.entries(AROUND_EASTER))
    if (addDays(easter, after) === day) return { name, isExpected: false }
  const islamic = ISLAMIC[islamicDay(day)]
  return islamic === undefined ? undefined : { name: islamic, isExpected: true }
}

/** "Eid-el-Fitr (expected)" */
export const holidayLabel = ({ name, isExpected }: Holiday): string => (isExpected ? `${name} (expected)` : name)

/** Easter Sunday of a year (Meeus, Jones and Butcher). */
export function easterOf(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  const [month, date] = [Math.floor(days / 31), (days % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

let format: Intl.DateTimeFormat | undefined
/** Its month and day, such as `10-1`. */
function islamicDay(day: Day): string {
  format ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const parts = format.formatToParts(new Date(`${day}T12:00:00Z`))
  const of = (type: string) => parts.find((part) => part.type === type)?.value
  return `${of('month')}-${of('day')}`
}
