import type { Policy } from '#server/db/policies.ts'

/** The chain's own rollups are not among what is seen. */
export const policy: Policy = {
  rows: {
    cinema_sales_days: 'cinema',
    cinema_sales: 'cinema',
    cinema_show_days: 'cinema',
    cinema_redemption_days: 'cinema',
  },
}
