export const paths = { all: '/dashboard/hero-banners' }
