import { IconCup } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'edible:read'
const label = 'Food & beverages'

export const web: WebFeature = {
  nav: [{ order: 300, label, icon: IconCup, to: paths.list, may }],
  palette: {
    screens: [{ label, to: paths.list, may, words: 'fandb drinks glasses popcorn menu products price per cinema' }],
  },
}
