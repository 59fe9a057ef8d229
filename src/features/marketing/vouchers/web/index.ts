import { IconTicket } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'vouchers:read'

export const web: WebFeature = {
  nav: [{ order: 320, label: 'Bulk vouchers', icon: IconTicket, to: paths.groups, permission }],
  palette: {
    screens: [
      { label: 'Bulk vouchers', to: paths.groups, permission, keywords: 'codes companies subscription gift redeem' },
    ],
    records: {
      'voucher group': { label: 'Bulk vouchers', icon: IconTicket, path: paths.group, permission: 'vouchers:read' },
    },
  },
}
