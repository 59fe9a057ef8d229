import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'tiers',
    title: 'Membership Tiers',
    permission: 'tiers:read',
    load: async () => (await import('./TiersPage.tsx')).TiersPage,
  },
]
