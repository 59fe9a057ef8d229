export const paths = { board: '/dashboard/landing-page' }
