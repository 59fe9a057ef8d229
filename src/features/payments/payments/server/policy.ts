import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: {
    payment_events: { of: 'payments', by: 'reference', key: 'reference' },
    payment_cards: { of: 'customers', by: 'customer_id' },
  },
}
