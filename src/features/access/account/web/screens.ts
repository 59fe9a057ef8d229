import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'account',
    title: 'My account',
    permission: 'session',
    load: async () => (await import('./AccountPage.tsx')).AccountPage,
    reads: ['/account'],
  },
]
