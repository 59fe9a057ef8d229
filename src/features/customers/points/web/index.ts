import { IconCoins, IconHeartHandshake } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'points:read'

export const web: WebFeature = {
  nav: [
    { order: 410, label: 'Points', icon: IconCoins, to: paths.points, permission },
    { order: 420, label: 'Loyalty users', icon: IconHeartHandshake, to: paths.loyalty, permission },
  ],
  palette: {
    records: { points: { label: 'Points', icon: IconCoins, path: paths.member, permission } },
    verbs: ['award', 'redeem'].map((verb) => ({
      verb,
      kind: 'customer',
      permission: 'points:write' as const,
      path: paths.member,
    })),
    screens: [
      { label: 'Points', to: paths.points, permission, keywords: 'award redeem tier fan buff fanatic loyalty' },
      { label: 'Loyalty users', to: paths.loyalty, permission, keywords: 'points members tier fan buff fanatic' },
    ],
  },
}
