import { todayIn, todaysAt } from '#contract/business-day.ts'
import * as weeks from '#contract/cinema-week.ts'
import * as time from '#contract/time.ts'
import { config } from '../config.ts'

export { showNaira } from '#contract/money.ts'

time.keepSteady(config.clocks)

/** Formats a calendar day: DD/MM/YYYY. */
export const showDay = time.showDay
/** Formats an instant in the chain's zone: DD/MM/YYYY HH:mm. */
export const showInstant = (at: Date | string | number): string => time.showInstant(at, config.zone)
/** Formats the time of an instant in the chain's zone: HH:mm. */
export const showClock = (at: Date | string | number): string => time.clockOf(at, config.zone)
/** Formats the day of an instant in the chain's zone: DD/MM/YYYY. */
export const showDayOf = (at: Date | string | number): string => time.showDay(time.dayOf(at, config.zone))
/** Returns today in the chain's zone, YYYY-MM-DD. */
export const today = (): time.Day => time.dayOf(Date.now(), config.zone)
/** Returns the current business day, of figures, logs and the programme. */
export const businessToday = (): time.Day => time.dayOf(Date.now(), config.dayZone)
/** Returns today for the kind of days in a query. */
export const todayOf = (query: Parameters<typeof todayIn>[0]): time.Day => todayIn(query, todaysAt(Date.now(), config))
/** Returns the cinema week of a day. */
export const cinemaWeek = (day: time.Day) => weeks.cinemaWeek(day, config.weekBegins)
/** Such as "Friday to Thursday". */
export const cinemaWeekDays = weeks.cinemaWeekDays(config.weekBegins)
/** Note with the end of a business day, where that is not midnight. */
export const dayEndsNote = config.dayEnds === '00:00' ? undefined : `A day ends at ${config.dayEnds}`

/** Returns a person's age today. */
export const showAge = (born: time.Day): string => {
  const age = time.ageOn(born, today())
  return age === 1 ? '1 year old' : `${age} years old`
}

/** Returns the last day before an end: a period to midnight ends on the day before. */
export const lastDayOf = (endsAt: string): time.Day => time.dayOf(Date.parse(endsAt) - 1, config.zone)

export const showCard = ({ brand, last4 }: { brand: string; last4: string }): string => `${brand} •••• ${last4}`
