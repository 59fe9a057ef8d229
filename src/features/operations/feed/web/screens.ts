import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'feed-keys',
    title: 'Feed keys',
    permission: 'superadmin',
    load: async () => (await import('./FeedKeysPage.tsx')).FeedKeysPage,
  },
  {
    path: 'incoming-data',
    title: 'Incoming data',
    permission: 'superadmin',
    load: async () => (await import('./IncomingDataPage.tsx')).IncomingDataPage,
  },
  {
    path: 'incoming-data/corrections',
    title: 'Corrections',
    permission: 'superadmin',
    load: async () => (await import('./CorrectionsPage.tsx')).CorrectionsPage,
  },
]
