import { IconPlugConnected } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const permission = 'superadmin'
const PATH = '/dashboard/connections'

export const web: WebFeature = {
  nav: [{ order: 510, label: 'Connections', icon: IconPlugConnected, to: PATH, permission }],
  palette: {
    screens: [
      {
        label: 'Connections',
        to: PATH,
        permission,
        keywords: 'integrations point of sale sync vista veezi tmdb storage s3 mail smtp test',
      },
    ],
  },
}
