export const paths = { log: '/dashboard/purchased-tickets' }
