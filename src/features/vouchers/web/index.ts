import { IconTicket } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'vouchers:read'

export const web: WebFeature = {
  nav: [{ order: 320, label: 'Bulk vouchers', icon: IconTicket, to: paths.groups, may }],
  palette: {
    screens: [{ label: 'Bulk vouchers', to: paths.groups, may, words: 'codes companies subscription gift redeem' }],
    records: { 'voucher group': { label: 'Bulk vouchers', icon: IconTicket, path: paths.group, may: 'vouchers:read' } },
  },
}
