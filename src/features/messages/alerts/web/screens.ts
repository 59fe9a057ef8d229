import type { ScreenAt } from '#web/screens.ts'

const permission = 'person'

export const screens: ScreenAt[] = [
  {
    path: 'alerts',
    title: 'Alerts',
    permission,
    load: async () => (await import('./AlertsPage.tsx')).AlertsPage,
    reads: ['/alerts?page=1&perPage=15'],
  },
  {
    path: 'alerts/choices',
    title: 'Alert settings',
    permission,
    load: async () => (await import('./ChoicesPage.tsx')).ChoicesPage,
    reads: ['/alerts/choices'],
  },
]
