import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import type { AlertKind } from '#server/alerts/raise.ts'
import { groupsRunningLow } from './store.ts'

export const vouchersLow: AlertKind = {
  name: 'vouchers-low',
  label: 'Vouchers that run low',
  about: 'At most one in ten vouchers of a group is left, and they are being used.',
  permission: 'vouchers:read',
  lasting: async ({ db, env }, now) =>
    (await groupsRunningLow(db, dayOf(now, env.zone), now)).map(({ id, company, quantity, left }) => ({
      key: String(id),
      title: `Few vouchers of ${company} are left`,
      detail: `${counted(left, 'voucher')} of ${quantity.toLocaleString('en')}`,
      path: `/dashboard/bulk-vouchers/${id}`,
    })),
}
