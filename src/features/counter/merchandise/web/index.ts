import { IconShirt } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'product:read'
const label = 'Merchandise'

export const web: WebFeature = {
  nav: [{ order: 310, label, icon: IconShirt, to: paths.list, permission }],
  palette: {
    screens: [{ label, to: paths.list, permission, keywords: 'products units sold purchase history souvenirs' }],
  },
}
