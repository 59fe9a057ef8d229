import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'service-tokens',
    title: 'Service tokens',
    permission: 'superadmin',
    load: async () => (await import('./ServiceTokensPage.tsx')).ServiceTokensPage,
  },
]
