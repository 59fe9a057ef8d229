import { IconReceipt } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [{ order: 60, label: 'Tickets Log', icon: IconReceipt, to: paths.log, permission: 'tickets:read' }],
  palette: {
    screens: [
      {
        label: 'Tickets Log',
        to: paths.log,
        permission: 'tickets:read',
        keywords: 'purchased tickets bookings refunds',
      },
    ],
  },
}
