import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'movies/stats',
    title: 'Movies stats',
    permission: 'analytics:read',
    load: async () => (await import('./MoviesStatsPage.tsx')).MoviesStatsPage,
  },
  {
    path: 'movies/stats/$id',
    title: 'Movie figures',
    permission: 'analytics:read',
    load: async () => (await import('./FilmPage.tsx')).FilmPage,
  },
]
