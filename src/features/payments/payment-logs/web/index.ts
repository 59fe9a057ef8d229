import { IconReceipt2 } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { DAY_CLOSE, paths } from './paths.ts'

const permission = 'payment-logs:read'

export const web: WebFeature = {
  nav: [{ order: 140, label: 'Payment Logs', icon: IconReceipt2, to: paths.log, permission, also: [DAY_CLOSE] }],
  palette: {
    records: {
      payment: {
        label: 'Payments',
        icon: IconReceipt2,
        path: paths.payment,
        permission,
        all: (term) => `${paths.log}?search=${encodeURIComponent(term)}`,
      },
      reconciliation: { label: 'Reconciliation', path: paths.day, permission },
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
      {
        label: 'Mismatches',
        to: paths.mismatches,
        permission,
        keywords: 'worklist open owner settle rule reconciliation',
      },
      {
        label: 'Reconciliation',
        to: paths.reconciliation,
        permission,
        keywords: 'payments provider compare mismatch day',
      },
    ],
  },
}
