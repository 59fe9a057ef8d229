import { IconKey } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const may = 'superadmin'
const PATH = '/dashboard/feed-keys'

export const web: WebFeature = {
  nav: [{ order: 520, label: 'Feed Keys', icon: IconKey, to: PATH, may }],
  palette: {
    records: { 'feed key': { label: 'Feed Keys', path: () => PATH, may } },
    screens: [{ label: 'Feed Keys', to: PATH, may, words: 'api key secret token import web shop app point of sale' }],
  },
}
