import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'connections',
    title: 'Connections',
    permission: 'superadmin',
    load: async () => (await import('./ConnectionsPage.tsx')).ConnectionsPage,
  },
]
