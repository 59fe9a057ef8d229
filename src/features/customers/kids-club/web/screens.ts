import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'kids-klub',
    title: 'Kids Klub',
    permission: 'kids-club:read',
    load: async () => (await import('./KidsClubPage.tsx')).KidsClubPage,
    reads: ['/admin/all-users?page=1&perPage=10&forKidsClub=true', '/kids-club/summary'],
  },
]
