export const paths = { board: '/dashboard/programme', schedule: '/dashboard/schedule' }
