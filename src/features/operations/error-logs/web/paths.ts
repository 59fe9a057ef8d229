export const paths = { list: '/dashboard/error-logs' }
