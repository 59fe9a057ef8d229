import { IconLayoutDashboard, IconUserMinus } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'analytics:read'
const CHURN = { label: 'Churn', to: paths.churn, permission: 'customers:read' } as const

export const web: WebFeature = {
  nav: [
    {
      order: 10,
      label: 'Dashboard',
      icon: IconLayoutDashboard,
      to: paths.analytics,
      permission,
      sub: [
        { label: 'Analytics', to: paths.analytics },
        { label: 'Purchase History Analytics', to: paths.purchaseHistory },
      ],
    },
    { order: 400, icon: IconUserMinus, ...CHURN },
  ],
  palette: {
    screens: [
      { ...CHURN, keywords: 'left ended cancelled subscriptions lost recurring revenue rate' },
      {
        label: 'Analytics',
        to: paths.analytics,
        permission,
        keywords: 'sales revenue tickets subscriptions churn conversion users signups visits redemption figures',
      },
      {
        label: 'Purchase History Analytics',
        to: paths.purchaseHistory,
        permission,
        keywords: 'concession discount one time purchase average redeemed',
      },
    ],
  },
}
