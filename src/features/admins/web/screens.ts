import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'admin',
    title: 'Admin Users',
    may: 'admins:read',
    load: async () => (await import('./AdminsPage.tsx')).AdminsPage,
    reads: ['/admin/fetch-admins?page=1&perPage=10'],
  },
]
