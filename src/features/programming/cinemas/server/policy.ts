import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = { rows: { states: 'shared', cinemas: 'shared', screens: 'cinema', showtimes: 'cinema' } }
