export const paths = {
  all: '/dashboard/movies',
  comingSoon: '/dashboard/movies/coming-soon',
  edit: (id: string) => `/dashboard/movies/edit-entry/${encodeURIComponent(id)}`,
}
