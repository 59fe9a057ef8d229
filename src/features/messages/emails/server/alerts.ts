import type { AlertKind, Raised } from '#server/alerts/raise.ts'
import { emailKindLabel } from '../rules.ts'
import type { ClaimedEmail } from './sending.ts'

export const failedEmail: AlertKind = {
  name: 'failed-email',
  label: 'Failed emails',
  about: 'An email could not be delivered and we stopped trying',
  permission: 'superadmin',
}

/** Whose email it was, and why it failed, stands where it leads. */
export const alertOf = ({ kind }: Pick<ClaimedEmail, 'kind'>, at: Date): Raised => ({
  key: '',
  title: 'An email could not be sent',
  detail: `Last failed email: ${emailKindLabel(kind)}`,
  path: '/dashboard/connections',
  at,
})
