import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = { rows: { kids_club_members: { customer: 'customer_id' } } }
