import { IconMovie } from '@tabler/icons-react'
import { screen, type WebFeature } from '#web/feature.ts'
import { movies } from '../contract.ts'
import { paths } from './paths.ts'

const { may } = movies.list

export const web: WebFeature = {
  nav: [
    {
      order: 20,
      label: 'Movies',
      icon: IconMovie,
      to: paths.all,
      may,
      sub: [
        { label: 'All Movies', to: paths.all },
        { label: 'Coming Soon', to: paths.comingSoon },
      ],
    },
  ],
  routes: (parent) => [
    screen(parent, { path: 'movies', title: 'All Movies', may, load: async () => (await import('./MoviesPage.tsx')).MoviesPage }),
    screen(parent, {
      path: 'movies/coming-soon',
      title: 'Coming Soon',
      may,
      load: async () => (await import('./ComingSoonPage.tsx')).ComingSoonPage,
    }),
    screen(parent, {
      path: 'movies/edit-entry/$id',
      title: 'Movie',
      may,
      load: async () => (await import('./EditMoviePage.tsx')).EditMoviePage,
    }),
  ],
  palette: { records: { movie: { label: 'Movies', icon: IconMovie, path: paths.edit } } },
}
