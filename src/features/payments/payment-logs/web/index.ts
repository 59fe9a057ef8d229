import { IconReceipt2 } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'payment-logs:read'

export const web: WebFeature = {
  nav: [{ order: 140, label: 'Payment Logs', icon: IconReceipt2, to: paths.log, permission }],
  palette: {
    records: {
      payment: {
        label: 'Payments',
        icon: IconReceipt2,
        path: paths.payment,
        permission,
        all: (term) => `${paths.log}?search=${encodeURIComponent(term)}`,
      },
    },
    verbs: [
      {
        verb: 'refund',
        kind: 'payment',
        permission: 'refunds:write',
        path: (id) => `${paths.payment(id)}?open=refund`,
      },
    ],
    screens: [
      {
        label: 'Payment Logs',
        to: paths.log,
        permission,
        keywords: 'transactions refund flutterwave reference charge',
      },
      { label: 'Refunds', to: paths.refunds, permission, keywords: 'money back pending failed returned' },
    ],
  },
}
