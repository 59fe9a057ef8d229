import { IconCup } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths as edibles } from './edible-paths.ts'
import { paths } from './paths.ts'

const EDIBLES = { label: 'Food & beverages', to: edibles.list, may: 'edible:read' } as const

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
    { order: 300, icon: IconCup, ...EDIBLES },
  ],
  palette: {
    screens: [{ ...EDIBLES, words: 'fandb drinks glasses popcorn menu products price per cinema' }],
  },
}
