import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'recently-deleted',
    title: 'Recently deleted',
    permission: 'session',
    load: async () => (await import('./RecentlyDeletedPage.tsx')).RecentlyDeletedPage,
    reads: ['/recently-deleted?page=1&perPage=15'],
  },
]
