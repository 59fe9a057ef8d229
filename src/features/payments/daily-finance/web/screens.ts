import type { ScreenAt } from '#web/screens.ts'

const permission = 'payment-logs:read'

export const screens: ScreenAt[] = [
  {
    path: 'daily-finance',
    title: 'Daily finance',
    permission,
    load: async () => (await import('./DaysPage.tsx')).DaysPage,
  },
  {
    path: 'daily-finance/mismatches',
    title: 'Mismatches',
    permission,
    load: async () => (await import('./MismatchesPage.tsx')).MismatchesPage,
  },
  {
    path: 'daily-finance/$day',
    title: 'Business day',
    permission,
    load: async () => (await import('./DayPage.tsx')).DayPage,
  },
  {
    path: 'daily-finance/$day/reconciliation',
    title: 'Daily reconciliation',
    permission,
    load: async () => (await import('./ReconciliationPage.tsx')).ReconciliationPage,
  },
]
