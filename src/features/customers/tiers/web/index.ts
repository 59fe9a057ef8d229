import { IconAward } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'tiers:read'

export const web: WebFeature = {
  nav: [{ order: 120, label: 'Membership Tiers', icon: IconAward, to: paths.tiers, permission }],
  palette: {
    records: { plan: { label: 'Membership Tiers', path: (id) => `${paths.tiers}?open=${id}`, permission } },
    screens: [
      {
        label: 'Add Membership Tier',
        to: `${paths.tiers}?open=new`,
        permission: 'tiers:write',
        keywords: 'new plan',
        isAction: true,
      },
      {
        label: 'Membership Tiers',
        to: paths.tiers,
        permission,
        keywords: 'subscription plans fee price tickets concession discount',
      },
    ],
  },
}
