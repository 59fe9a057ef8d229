import type { ScreenAt } from '#web/screens.ts'

const may = 'analytics:read'

export const screens: ScreenAt[] = [
  {
    path: 'analytics',
    title: 'Analytics',
    may,
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
    may,
    load: async () => (await import('./PurchaseHistoryPage.tsx')).PurchaseHistoryPage,
    reads: ['/analytics/dashboard', '/cinema?with_closed=true'],
  },
  {
    path: 'churn',
    title: 'Churn',
    may: 'customers:read',
    load: async () => (await import('./ChurnPage.tsx')).ChurnPage,
  },
]
