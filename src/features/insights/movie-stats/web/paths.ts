export const paths = {
  stats: '/dashboard/movies/stats',
  film: (id: string) => `/dashboard/movies/stats/${encodeURIComponent(id)}`,
}
