import type { ScreenAt } from '#web/screens.ts'

const permission = 'payment-logs:read'

export const screens: ScreenAt[] = [
  {
    path: 'payment-logs',
    title: 'Payment Logs',
    permission,
    load: async () => (await import('./PaymentLogsPage.tsx')).PaymentLogsPage,
  },
  {
    path: 'payment-logs/refunds',
    title: 'Refunds',
    permission,
    load: async () => (await import('./RefundsPage.tsx')).RefundsPage,
  },
  {
    path: 'payment-logs/reconciliation',
    title: 'Reconciliation',
    permission,
    load: async () => (await import('./ReconciliationPage.tsx')).ReconciliationPage,
  },
  {
    path: 'payment-logs/reconciliation/$day',
    title: 'Reconciliation of a day',
    permission,
    load: async () => (await import('./ReconciledDayPage.tsx')).ReconciledDayPage,
  },
  {
    path: 'payment-logs/mismatches',
    title: 'Mismatches',
    permission,
    load: async () => (await import('./MismatchesPage.tsx')).MismatchesPage,
  },
  {
    path: 'payment-logs/$id',
    title: 'Payment',
    permission,
    load: async () => (await import('./PaymentPage.tsx')).PaymentPage,
  },
]
