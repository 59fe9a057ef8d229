import { counted } from '#contract/counted.ts'
import { showClock, showInstant, today } from '#web/ui/format.ts'
import { dayOf } from '#contract/time.ts'
import { config } from '#web/config.ts'
import type { Alert } from '../contract.ts'

/** Of today the clock, else the day with it. */
const when = (at: string) => (dayOf(at, config.zone) === today() ? showClock(at) : showInstant(at))

/** "14:05", or "12 times, last 14:05". */
export const timesOf = ({ count, lastAt }: Alert): string =>
  count > 1 ? `${counted(count, 'time')}, last ${when(lastAt)}` : when(lastAt)

/** How it ended, or since when it is over; nothing while it goes on. */
export const endOf = ({ endedAt, ended }: Alert): string | undefined =>
  endedAt === null ? undefined : ended || `Ended ${when(endedAt)}`

/** Where an alert leads, as the router wants it. */
export function targetOf(path: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(path, 'https://office')
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
