import { IconCup } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [
    {
      order: 50,
      label: 'Concessions',
      icon: IconCup,
      to: paths.all,
      may: 'concessions:read',
      sub: [
        { label: 'All Concessions', to: paths.all },
        { label: 'Combo Deals', to: paths.combos },
      ],
    },
  ],
}
