import { IconApi } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const permission = 'superadmin'
const PATH = '/dashboard/service-tokens'

export const web: WebFeature = {
  nav: [{ order: 525, label: 'Service tokens', icon: IconApi, to: PATH, permission }],
  palette: {
    records: { 'service token': { label: 'Service tokens', path: () => PATH, permission } },
    screens: [
      { label: 'Service tokens', to: PATH, permission, keywords: 'api key secret bearer integration program access' },
    ],
  },
}
