import type { ConnectionName } from '#contract/connections.ts'

export const LABELS: Record<ConnectionName, string> = {
  'point-of-sale': 'Point of sale',
  'movie-database': 'Movie database',
  'object-storage': 'Object storage',
  mail: 'Mail',
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
  syncStarted: 'The schedule is being taken from the point of sale',
  noSource: 'No point of sale is connected: set VISTA_URL or VEEZI_SITES',
  sentAgain: 'The letter is on its way again',
}
