import { errors } from '#contract/errors.ts'

/** How a person gets a kind of alert by email. */
export const EMAIL_MODES = ['none', 'now', 'daily'] as const
export type EmailMode = (typeof EMAIL_MODES)[number]
export const EMAIL_LABELS: Record<EmailMode, string> = { none: 'No', now: 'Right away', daily: 'Daily' }
const EMAIL_TEXTS: Record<EmailMode, string> = { none: 'Never', now: 'Right away', daily: 'In the daily email' }

export type Choice = { inOffice: boolean; email: EmailMode }
/** Of whoever has not chosen. */
export const UNCHOSEN: Choice = { inOffice: true, email: 'none' }

/** In the words of the audit log. */
export const describeChoice = ({ inOffice, email }: Choice) => ({
  'In Marquee': inOffice,
  'By email': EMAIL_TEXTS[email],
})

/** What the daily email names; it says how many more there are. */
export const DAILY_EMAIL_MOST = 50
/** Emails at once to one person within an hour. What is more waits for the daily email. */
export const EMAILS_AN_HOUR = 10
/** Of one alert that goes on, another email is sent after so long at the earliest. */
export const EMAIL_AGAIN_MS = 24 * 3_600_000

export const messages = {
  noSuchAlert: errors.notFound('alert'),
  noEmailMode: `email must be one of ${EMAIL_MODES.join(', ')}`,
  noChoice: 'inOffice must be true or false',
  allRead: 'All alerts marked as read',
  chosen: 'Alert settings saved',
}
