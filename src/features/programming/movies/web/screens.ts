import type { ScreenAt } from '#web/screens.ts'

const permission = 'movies:read'

export const screens: ScreenAt[] = [
  {
    path: 'movies',
    title: 'All Movies',
    permission,
    load: async () => (await import('./MoviesPage.tsx')).MoviesPage,
    reads: ['/cinema', '/movie/admin/list?page=1&perPage=15'],
  },
  {
    path: 'movies/coming-soon',
    title: 'Coming Soon',
    permission,
    load: async () => (await import('./ComingSoonPage.tsx')).ComingSoonPage,
    reads: ['/movie/admin/coming-soon-movies?page=1&perPage=10'],
  },
  {
    path: 'movies/edit-entry/$id',
    title: 'Movie',
    permission,
    load: async () => (await import('./EditMoviePage.tsx')).EditMoviePage,
  },
]
