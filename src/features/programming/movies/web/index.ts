import { IconMovie } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [
    {
      order: 20,
      label: 'Movies',
      icon: IconMovie,
      to: paths.all,
      permission: 'movies:read',
      sub: [
        { label: 'All Movies', to: paths.all },
        { label: 'Coming Soon', to: paths.comingSoon },
      ],
    },
  ],
  calendar: {
    kind: 'opening',
    label: 'Openings',
    one: 'Opening',
    icon: IconMovie,
    color: 'amber',
    permission: 'movies:read',
    path: paths.edit,
    all: paths.comingSoon,
  },
  palette: { records: { movie: { label: 'Movies', icon: IconMovie, path: paths.edit, permission: 'movies:read' } } },
}
