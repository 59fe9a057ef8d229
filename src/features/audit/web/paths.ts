export const paths = { log: '/dashboard/audit-log' }
