import { clockOf, showInstant } from '#contract/time.ts'
import { config } from '#web/config.ts'

/** DD/MM/YYYY HH:mm of what was typed, as typed. */
export const showTyped = (date: string): string => showInstant(date, 'UTC')

/** When a showtime starts, on the clock of the chain's zone. */
export const showStart = (showTime: string): string => clockOf(showTime, config.zone)
