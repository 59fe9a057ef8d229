import type { AlertKind, Raised } from '#server/alerts/raise.ts'
import type { ClaimedEmail } from './sending.ts'

export const failedEmail: AlertKind = {
  name: 'failed-email',
  label: 'Emails that could not be sent',
  about: 'An email was given up: its address refused it, or it was tried for too long.',
  permission: 'superadmin',
}

/** Whose email it was, and why it failed, stands where it leads. */
export const alertOf = ({ kind }: Pick<ClaimedEmail, 'kind'>, at: Date): Raised => ({
  key: '',
  title: 'An email could not be sent',
  detail: `The last one was an email of the kind “${kind.replaceAll('-', ' ')}”`,
  path: '/dashboard/connections',
  at,
})
