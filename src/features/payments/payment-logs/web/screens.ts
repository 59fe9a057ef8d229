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
    path: 'payment-logs/$id',
    title: 'Payment',
    permission,
    load: async () => (await import('./PaymentPage.tsx')).PaymentPage,
  },
]
