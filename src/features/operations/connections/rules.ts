import { counted } from '#contract/counted.ts'
import { MOST_UNREAD, type ConnectionName } from '#contract/connections.ts'

export const LABELS: Record<ConnectionName, string> = {
  'point-of-sale': 'Point of sale',
  'movie-database': 'Movie database',
  'object-storage': 'Object storage',
  mail: 'Email',
  payments: 'Payments',
  push: 'Push notifications',
  'short-links': 'Short links',
}

/** How each kind is called by those who know it. */
export const KINDS: Record<string, string> = {
  embedded: 'Demo',
  vista: 'Vista Connect',
  veezi: 'Veezi',
  tmdb: 'TMDB',
  s3: 'S3',
  smtp: 'SMTP',
  flutterwave: 'Flutterwave',
  fcm: 'Firebase Cloud Messaging',
  bitly: 'Bitly',
}

export const messages = {
  syncStarted: 'Schedule sync started',
  noSource: 'No point of sale is connected. Set VISTA_URL or VEEZI_SITES.',
  sentAgain: 'Email queued again',
}

const HOUR_MS = 3_600_000
/** A day, and what a daily backup takes until it is whole. */
const LATE_MS = 25 * HOUR_MS

export const isLate = (last: { at: string } | null, now: number) => !last || now - Date.parse(last.at) > LATE_MS

/** How far a replica is behind, of so many seconds. */
export const describeLag = (seconds: number) =>
  seconds < 1
    ? 'less than a second behind'
    : `${Math.round(seconds)} ${Math.round(seconds) === 1 ? 'second' : 'seconds'} behind`

/** As "5 minutes", "3 hours", "2 days". */
export function ageOf(at: string, now: number): string {
  const minutes = Math.max(Math.floor((now - Date.parse(at)) / 60_000), 0)
  const [n, unit]: [number, string] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  return counted(n, unit)
}

/** "Session 41235: ScheduledFilmId is missing" */
export const describeChange = ({ name, what }: { name: string; what: string }) => `${name}: ${what}`

/** Of as many as are kept there may be more. */
export const describeUnread = (count: number) =>
  count < MOST_UNREAD ? `${counted(count, 'record')} cannot be read` : `${count} or more records cannot be read`
