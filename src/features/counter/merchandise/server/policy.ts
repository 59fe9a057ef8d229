import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: {
    merchandise_sales: { of: 'purchases', by: 'purchase_id' },
    merchandise_cinema_days: 'cinema',
  },
}
