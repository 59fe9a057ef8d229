import { IconTags } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const may = 'categories:read'
const PATH = '/dashboard/categories'

export const web: WebFeature = {
  nav: [{ order: 220, label: 'Categories', icon: IconTags, to: PATH, may }],
  palette: { screens: [{ label: 'Categories', to: PATH, may, words: 'events kinds' }] },
}
