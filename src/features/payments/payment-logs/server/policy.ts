import type { Policy } from '#server/db/policies.ts'

/** Refunds and mismatches are where their payment is. */
export const policy: Policy = {
  rows: {
    payments: 'cinema',
    payment_cinema_days: 'cinema',
    provider_transactions: {
      where: `kind = 'chargeback'
        and exists (select from payments e where e.reference = provider_transactions.reference)`,
    },
    payment_refunds: { of: 'payments', by: 'payment_id' },
    payment_refund_lines: { of: 'payment_refunds', by: 'refund_id' },
    refund_postings: { of: 'payment_refunds', by: 'payment_refund_id' },
    external_refunds: 'cinema',
    reconciliation_mismatches: { of: 'payments', by: 'payment_id' },
    reconciliations: {
      where: `exists (
        select from reconciliation_mismatches m
        where m.day = reconciliations.day and m.provider = reconciliations.provider)`,
    },
  },
  grants: [
    // A day on which one of their payments differs, without what all payments of the chain add up to.
    'revoke select on reconciliations from marquee_scoped',
    `grant select (day, provider, state, reason, started_at, started_by, finished_at) on reconciliations to marquee_scoped`,
    'grant select on searched_payments to marquee_scoped',
  ],
  records: {
    payment: { table: 'payments' },
    mismatch: { table: 'reconciliation_mismatches' },
  },
}
