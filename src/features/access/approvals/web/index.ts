import { IconUserCheck } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { paths } from './paths.ts'

const permission = 'session'

export const web: WebFeature = {
  nav: [
    {
      order: 505,
      label: 'Approvals',
      icon: IconUserCheck,
      to: paths.all,
      permission,
      count: part(async () => (await import('./PendingCount.tsx')).PendingCount),
    },
  ],
  palette: {
    records: {
      approvalRequest: { label: 'Approval', icon: IconUserCheck, path: paths.one, all: () => paths.all },
      'approval rule': { label: 'Approval rules', path: () => paths.rules, permission: 'superadmin' },
    },
    screens: [
      {
        label: 'Approvals',
        to: paths.all,
        permission,
        keywords: 'waiting for you four eyes request approve reject',
      },
      {
        label: 'Approval rules',
        to: paths.rules,
        permission: 'superadmin',
        keywords: 'four eyes threshold limit',
      },
    ],
  },
}
