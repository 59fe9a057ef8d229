import { IconCoins, IconHeartHandshake } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'points:read'

export const web: WebFeature = {
  nav: [
    { order: 410, label: 'Points', icon: IconCoins, to: paths.points, may },
    { order: 420, label: 'Loyalty users', icon: IconHeartHandshake, to: paths.loyalty, may },
  ],
  palette: {
    records: { points: { label: 'Points', icon: IconCoins, path: paths.member, may } },
    verbs: ['award', 'redeem'].map((verb) => ({
      verb,
      kind: 'customer',
      may: 'points:write' as const,
      path: paths.member,
    })),
    screens: [
      { label: 'Points', to: paths.points, may, words: 'award redeem tier fan buff fanatic loyalty' },
      { label: 'Loyalty users', to: paths.loyalty, may, words: 'points members tier fan buff fanatic' },
    ],
  },
}
