export const paths = { stats: '/dashboard/movies/stats' }
