import { IconScale } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'payment-logs:read'
const DAILY_FINANCE = { label: 'Daily finance', to: paths.days, permission } as const

export const web: WebFeature = {
  nav: [{ order: 340, icon: IconScale, ...DAILY_FINANCE }],
  palette: {
    records: {
      'business day': { label: 'Daily close', path: paths.day, permission },
      reconciliation: { label: 'Reconciliation', path: paths.reconciliation, permission },
    },
    screens: [
      {
        ...DAILY_FINANCE,
        keywords:
          'daily close business day bridge revenue payout fees chargebacks journal restatement reconciliation compare provider',
      },
      {
        label: 'Mismatches',
        to: paths.mismatches,
        permission,
        keywords: 'worklist open owner resolve settle rule reconciliation',
      },
    ],
  },
}
