import { clockOf, dayOf, showDay } from '#contract/time.ts'
import { config } from '#web/config.ts'
import { dates } from '#web/date-names.ts'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import type { Cube, CubeBooking } from '../contract.ts'
import { hourLabel, hourOf, showGuests } from '../rules.ts'

/** The hour of an instant, 6:00 PM. */
export const showHour = (at: string): string => hourOf(at, config.zone)
/** The same as a number, 18. */
export const hourAt = (at: string): number => Number(clockOf(at, config.zone).slice(0, 2))
/** 22/11/2026, 6:00 PM */
export const showSlot = (at: string): string => `${showDayOf(at)}, ${showHour(at)}`

/** Sun 22/11/2026 */
export const showChoice = (day: string): string => `${dates.weekday(day)} ${showDay(day)}`
export const dayAt = (at: string): string => dayOf(at, config.zone)

/** 9:00 AM to 9:00 PM, which breaks before an hour alone. */
export const showHours = ({ first_hour, last_hour }: Cube): string =>
  [first_hour, last_hour].map((hour) => hourLabel(hour).replace(' ', '\u00a0')).join('\u00a0to ')
/** How a cube's price is worked out. */
export const showPrices = ({ base_price, guest_price, guests_included }: Cube): string =>
  `${showNaira(base_price)} for ${showGuests(guests_included)}, then ${showNaira(guest_price)} for each extra guest (${showNaira(guest_price)} less for each guest fewer)`

/** Where the no-show fee applies. */
export const showWithheld = ({ withheld_percent }: CubeBooking): string =>
  `No-show fee: ${withheld_percent}% of the price`
