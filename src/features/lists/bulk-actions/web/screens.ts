import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'bulk-actions',
    title: 'Bulk actions',
    permission: 'person',
    load: async () => (await import('./BulkActionsPage.tsx')).BulkActionsPage,
    reads: ['/bulk-actions?page=1&perPage=15'],
  },
]
