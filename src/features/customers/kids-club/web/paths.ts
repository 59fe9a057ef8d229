export const paths = { club: '/dashboard/kids-klub' }
