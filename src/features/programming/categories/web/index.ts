import { IconTags } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const permission = 'categories:read'
const PATH = '/dashboard/categories'

export const web: WebFeature = {
  nav: [{ order: 220, label: 'Categories', icon: IconTags, to: PATH, permission }],
  palette: { screens: [{ label: 'Categories', to: PATH, permission, keywords: 'events kinds' }] },
}
