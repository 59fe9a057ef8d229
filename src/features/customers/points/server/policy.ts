import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: { loyalty_members: { customer: 'customer_id' }, points_ledger: { customer: 'customer_id' } },
  records: { 'points line': { table: 'points_ledger' } },
}
