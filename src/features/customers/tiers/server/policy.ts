import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = { rows: { plans: 'shared', plan_names: 'shared' } }
