import type { Policy } from '#server/db/policies.ts'

/** Refunds belong to the cinema of their payment. */
export const policy: Policy = {
  rows: {
    payments: 'cinema',
    payment_cinema_days: 'cinema',
    payment_refunds: { of: 'payments', by: 'payment_id' },
    payment_refund_lines: { of: 'payment_refunds', by: 'refund_id' },
    refund_postings: { of: 'payment_refunds', by: 'payment_refund_id' },
    external_refunds: 'cinema',
  },
  grants: ['grant select on searched_payments to marquee_scoped'],
  records: { payment: { table: 'payments' } },
}
