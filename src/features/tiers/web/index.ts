import { IconAward } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'tiers:read'

export const web: WebFeature = {
  nav: [{ order: 120, label: 'Membership Tiers', icon: IconAward, to: paths.tiers, may }],
  palette: {
    records: { plan: { label: 'Membership Tiers', path: (id) => `${paths.tiers}?open=${id}`, may } },
    screens: [
      {
        label: 'Add Membership Tier',
        to: `${paths.tiers}?open=new`,
        may: 'tiers:write',
        words: 'new plan',
        isAct: true,
      },
      {
        label: 'Membership Tiers',
        to: paths.tiers,
        may,
        words: 'subscription plans fee price tickets concession discount',
      },
    ],
  },
}
