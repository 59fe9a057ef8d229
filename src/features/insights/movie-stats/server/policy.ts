import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = { rows: { movie_days: 'cinema' } }
