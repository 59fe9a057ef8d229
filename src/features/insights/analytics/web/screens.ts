import type { ScreenAt } from '#web/screens.ts'

const permission = 'analytics:read'

export const screens: ScreenAt[] = [
  {
    path: 'analytics',
    title: 'Analytics',
    permission,
    load: async () => (await import('./AnalyticsPage.tsx')).AnalyticsPage,
    reads: [
      '/analytics/dashboard',
      '/cinema?with_closed=true',
      '/analytics/by-cinema?period=day',
      '/analytics/by-cinema?period=week',
    ],
  },
  {
    path: 'analytics/purchase-history-analytics',
    title: 'Purchase History Analytics',
    permission,
    load: async () => (await import('./PurchaseHistoryPage.tsx')).PurchaseHistoryPage,
    reads: ['/analytics/dashboard', '/cinema?with_closed=true'],
  },
  {
    path: 'churn',
    title: 'Churn',
    permission: 'customers:read',
    load: async () => (await import('./ChurnPage.tsx')).ChurnPage,
  },
]
