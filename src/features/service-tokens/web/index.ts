import { IconApi } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const may = 'superadmin'
const PATH = '/dashboard/service-tokens'

export const web: WebFeature = {
  nav: [{ order: 525, label: 'Service Tokens', icon: IconApi, to: PATH, may }],
  palette: {
    records: { 'service token': { label: 'Service Tokens', path: () => PATH, may } },
    screens: [{ label: 'Service Tokens', to: PATH, may, words: 'api key secret bearer integration program access' }],
  },
}
