import type { AlertKind } from '#server/alerts/raise.ts'
import { failedErasures } from './erasures.ts'

export const erasureFails: AlertKind = {
  name: 'erasure-fails',
  label: 'Erasures that fail',
  about: 'The name of an erased person could not be removed from all records. Marquee tries again every ten minutes.',
  permission: 'superadmin',
  lasting: async ({ db }) =>
    (await failedErasures(db)).map(({ id, customerId, actor }) => ({
      key: String(id),
      title: customerId === null ? 'The erasure of a guest fails' : `The erasure of customer ${customerId} fails`,
      detail: `Erased by ${actor}. Marquee tries again every ten minutes; the server’s log says why it fails.`,
      path: customerId === null ? '/dashboard/users/guests' : `/dashboard/users/${customerId}/data`,
    })),
}
