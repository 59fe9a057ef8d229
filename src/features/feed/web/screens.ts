import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'feed-keys',
    title: 'Feed Keys',
    may: 'superadmin',
    load: async () => (await import('./FeedKeysPage.tsx')).FeedKeysPage,
  },
]
