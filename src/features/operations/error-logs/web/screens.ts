import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'error-logs',
    title: 'Error Logs',
    permission: 'error-logs:read',
    load: async () => (await import('./ErrorLogsPage.tsx')).ErrorLogsPage,
    reads: ['/error-log?page=1&perPage=10'],
  },
]
