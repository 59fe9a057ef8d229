export const paths = { calendar: '/dashboard/calendar' }
