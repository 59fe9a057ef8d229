import { IconLink } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [{ order: 100, label: 'Referral links', icon: IconLink, to: paths.all, permission: 'referral-links:read' }],
  palette: {
    screens: [
      {
        label: 'Add Referral Link',
        to: `${paths.all}?open=new`,
        permission: 'referral-links:write',
        keywords: 'new create',
        isAction: true,
      },
      {
        label: 'Referral links',
        to: paths.all,
        permission: 'referral-links:read',
        keywords: 'cast members short clicks code',
      },
    ],
    records: {
      'referral link': {
        label: 'Referral links',
        icon: IconLink,
        path: (code) => `${paths.all}?search=${encodeURIComponent(code)}`,
        all: (term) => `${paths.all}?search=${encodeURIComponent(term)}`,
      },
    },
  },
}
