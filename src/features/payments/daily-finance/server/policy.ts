import type { Policy } from '#server/db/policies.ts'

/** A mismatch is where its payment is. */
export const policy: Policy = {
  rows: {
    provider_transactions: {
      where: `kind = 'chargeback'
        and exists (select from payments e where e.reference = provider_transactions.reference)`,
    },
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
  ],
  records: { mismatch: { table: 'reconciliation_mismatches' } },
}
