import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: { loyalty_members: 'customer', points_ledger: 'customer' },
  records: { 'points line': { table: 'points_ledger' } },
}
