import type { AlertKind } from '#server/alerts/raise.ts'
import { failedErasures } from './erasures.ts'

export const erasureFails: AlertKind = {
  name: 'erasure-fails',
  label: 'Failed erasures',
  about: 'The name of an erased person could not be removed from all records. Marquee tries again every 10 minutes.',
  permission: 'superadmin',
  lasting: async ({ db }) =>
    (await failedErasures(db)).map(({ id, customerId, actor }) => ({
      key: String(id),
      title: customerId === null ? 'The erasure of a guest failed' : `The erasure of customer ${customerId} failed`,
      detail: `Erased by ${actor}. Marquee tries again every 10 minutes. The server’s log shows why it failed.`,
      path: customerId === null ? '/dashboard/users/guests' : `/dashboard/users/${customerId}/data`,
    })),
}
