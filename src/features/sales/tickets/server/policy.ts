import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = { rows: { ticket_log: 'cinema', ticket_log_days: 'cinema' } }
