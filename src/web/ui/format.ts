import { todayIn, todaysAt } from '#contract/business-day.ts'
import * as weeks from '#contract/cinema-week.ts'
import * as time from '#contract/time.ts'
import { config } from '../config.ts'

export { showNaira } from '#contract/money.ts'

time.keepSteady(config.clocks)

/** A calendar day for people, DD/MM/YYYY. */
export const showDay = time.showDay
/** An instant for people, DD/MM/YYYY HH:mm, in the chain's zone. */
export const showInstant = (at: Date | string | number): string => time.showInstant(at, config.zone)
/** The clock of an instant for people, HH:mm, in the chain's zone. */
export const showClock = (at: Date | string | number): string => time.clockOf(at, config.zone)
/** The day of an instant for people, DD/MM/YYYY, in the chain's zone. */
export const showDayOf = (at: Date | string | number): string => time.showDay(time.dayOf(at, config.zone))
/** Today in the chain's zone, YYYY-MM-DD. */
export const today = (): time.Day => time.dayOf(Date.now(), config.zone)
/** The business day that runs: that of figures, logs and the programme. */
export const businessToday = (): time.Day => time.dayOf(Date.now(), config.dayZone)
/** Today as the days of a query are meant. */
export const todayOf = (query: Parameters<typeof todayIn>[0]): time.Day => todayIn(query, todaysAt(Date.now(), config))
/** The cinema week that a day is in. */
export const cinemaWeek = (day: time.Day) => weeks.cinemaWeek(day, config.weekBegins)
/** "Friday to Thursday" */
export const cinemaWeekDays = weeks.cinemaWeekDays(config.weekBegins)
/** When a day ends, where that is not midnight. */
export const dayEndsNote = config.dayEnds === '00:00' ? undefined : `A day ends at ${config.dayEnds}`

/** How old somebody is today. */
export const showAge = (born: time.Day): string => {
  const age = time.ageOn(born, today())
  return age === 1 ? '1 year old' : `${age} years old`
}

/** The last day of what ends at an instant: a term to midnight ends on the day before it. */
export const lastDayOf = (endsAt: string): time.Day => time.dayOf(Date.parse(endsAt) - 1, config.zone)

export const showCard = ({ brand, last4 }: { brand: string; last4: string }): string => `${brand} •••• ${last4}`
