export const paths = { all: '/dashboard/referral-links' }
