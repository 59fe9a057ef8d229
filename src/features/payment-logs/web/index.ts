import { IconReceipt2 } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { DAY_CLOSE, paths } from './paths.ts'

const may = 'payment-logs:read'

export const web: WebFeature = {
  nav: [{ order: 140, label: 'Payment Logs', icon: IconReceipt2, to: paths.log, may, also: [DAY_CLOSE] }],
  palette: {
    records: {
      payment: {
        label: 'Payments',
        icon: IconReceipt2,
        path: paths.payment,
        may,
        all: (term) => `${paths.log}?search=${encodeURIComponent(term)}`,
      },
      reconciliation: { label: 'Reconciliation', path: paths.day, may },
    },
    verbs: [
      { verb: 'refund', kind: 'payment', may: 'refunds:write', path: (id) => `${paths.payment(id)}?open=refund` },
    ],
    screens: [
      { label: 'Payment Logs', to: paths.log, may, words: 'transactions refund flutterwave reference charge' },
      { label: 'Refunds', to: paths.refunds, may, words: 'money back pending failed returned' },
      { label: 'Mismatches', to: paths.mismatches, may, words: 'worklist open owner settle rule reconciliation' },
      { label: 'Reconciliation', to: paths.reconciliation, may, words: 'payments provider compare mismatch day' },
    ],
  },
}
