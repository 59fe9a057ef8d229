import { IconChartBar } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'analytics:read'
const label = 'Movies stats'

export const web: WebFeature = {
  nav: [{ order: 210, label, icon: IconChartBar, to: paths.stats, permission }],
  palette: {
    screens: [
      { label, to: paths.stats, permission, keywords: 'tickets sold revenue occupancy box office likes figures' },
    ],
  },
}
