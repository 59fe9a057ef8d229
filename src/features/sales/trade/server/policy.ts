import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: {
    purchases: 'cinema',
    purchase_lines: { of: 'purchases', by: 'purchase_id' },
    refunds: { of: 'purchases', by: 'purchase_id' },
    refund_lines: { of: 'refunds', by: 'refund_id' },
    redemptions: 'cinema',
    guest_cinemas: 'cinema',
    guests: { of: 'guest_cinemas', by: 'email', key: 'email' },
    subscription_periods: { customer: 'customer_id' },
    subscription_events: { customer: 'customer_id' },
  },
  grants: [
    'grant select on subscription_events_in_effect to marquee_scoped',
    // Safe without a policy, because their results are joined to rows that have one.
    'grant select on searched_guests, searched_purchases to marquee_scoped',
  ],
}
