export const paths = { all: '/dashboard/recently-deleted' }
