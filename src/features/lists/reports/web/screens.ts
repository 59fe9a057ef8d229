import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'reports',
    title: 'Reports',
    permission: 'person',
    load: async () => (await import('./ReportsPage.tsx')).ReportsPage,
    reads: ['/reports?page=1&perPage=15&whose=mine'],
  },
  {
    path: 'reports/$id',
    title: 'Report',
    permission: 'person',
    load: async () => (await import('./ReportPage.tsx')).ReportPage,
  },
]
