import type { ScreenAt } from '#web/screens.ts'

const permission = 'points:read'

export const screens: ScreenAt[] = [
  {
    path: 'points',
    title: 'Points',
    permission,
    load: async () => (await import('./MembersPage.tsx')).PointsPage,
    reads: ['/points?page=1&perPage=10&tier=0'],
  },
  {
    path: 'users/loyalty',
    title: 'Loyalty users',
    permission,
    load: async () => (await import('./MembersPage.tsx')).LoyaltyUsersPage,
    reads: ['/points?page=1&perPage=10'],
  },
  {
    path: 'users/loyalty/$id',
    title: 'Loyalty users',
    permission,
    load: async () => (await import('./LoyaltyUserPage.tsx')).LoyaltyUserPage,
  },
]
