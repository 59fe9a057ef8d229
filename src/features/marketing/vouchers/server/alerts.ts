import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import type { AlertKind } from '#server/alerts/raise.ts'
import { groupsRunningLow } from './store.ts'

export const vouchersLow: AlertKind = {
  name: 'vouchers-low',
  label: 'Low voucher stock',
  about: "10% or less of a group's vouchers are left, and they are being used",
  permission: 'vouchers:read',
  lasting: async ({ db, env }, now) =>
    (await groupsRunningLow(db, dayOf(now, env.zone), now)).map(({ id, company, quantity, left }) => ({
      key: String(id),
      title: `${company} is running low on vouchers`,
      detail: `${left.toLocaleString('en')} of ${counted(quantity, 'voucher')} left`,
      path: `/dashboard/bulk-vouchers/${id}`,
    })),
}
