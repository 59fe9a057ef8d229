import { IconBurger, IconCup, IconPercentage, IconScale, IconShirt } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'
import { paths as prices } from './price-paths.ts'
import * as products from './product-paths.ts'

const EDIBLES = { label: 'Food & beverages', to: products.edibles.list, permission: 'edible:read' } as const
const MERCHANDISE = { label: 'Merchandise', to: products.merchandise.list, permission: 'product:read' } as const

const MARGIN = { label: 'Margin', to: prices.margin, permission: 'analytics:read' } as const
const COSTS = { label: 'Costs', to: prices.costs } as const

export const web: WebFeature = {
  nav: [
    {
      order: 50,
      label: 'Concessions',
      icon: IconCup,
      to: paths.all,
      permission: 'concessions:read',
      sub: [
        { label: 'All Concessions', to: paths.all },
        { label: 'Combo Deals', to: paths.combos },
      ],
    },
    { order: 305, label: 'Price changes', icon: IconPercentage, to: prices.list, permission: 'concessions:read' },
    { order: 306, icon: IconScale, ...MARGIN, sub: [MARGIN, COSTS] },
    { order: 300, icon: IconBurger, ...EDIBLES },
    { order: 310, icon: IconShirt, ...MERCHANDISE },
  ],
  palette: {
    screens: [
      {
        label: 'New price change',
        to: prices.add,
        permission: 'concessions:write',
        keywords: 'plan offer discount raise',
      },
      {
        label: 'Price changes',
        to: prices.list,
        permission: 'concessions:read',
        keywords: 'campaign offer discount raise increase prices cinemas',
      },
      { ...MARGIN, keywords: 'cost profit loses money revenue combos' },
      { ...COSTS, permission: MARGIN.permission, keywords: 'cost price products import supplier' },
      { ...EDIBLES, keywords: 'fandb drinks glasses popcorn menu products price per cinema' },
      { ...MERCHANDISE, keywords: 'products units sold purchase history souvenirs' },
    ],
  },
}
