import { IconChartBar } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'analytics:read'
const label = 'Movies Stats'

export const web: WebFeature = {
  nav: [{ order: 210, label, icon: IconChartBar, to: paths.stats, may }],
  palette: {
    screens: [{ label, to: paths.stats, may, words: 'tickets sold revenue occupancy box office likes figures' }],
  },
}
