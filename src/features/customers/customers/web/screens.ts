import type { ScreenAt } from '#web/screens.ts'

const permission = 'customers:read'

export const screens: ScreenAt[] = [
  {
    path: 'users',
    title: 'Active Users',
    permission,
    load: async () => (await import('./ActiveUsersPage.tsx')).ActiveUsersPage,
    reads: ['/subscriptions/user-type?page=1&perPage=10&type=ACTIVE', '/subscriptions'],
  },
  {
    path: 'users/unsubscribers',
    title: 'Unsubscribed Users',
    permission,
    load: async () => (await import('./UnsubscribersPage.tsx')).UnsubscribersPage,
    reads: ['/subscriptions/user-type?page=1&perPage=10&type=INACTIVE'],
  },
  {
    path: 'users/all',
    title: 'All users',
    permission,
    load: async () => (await import('./AllUsersPage.tsx')).EverybodyPage,
    reads: ['/admin/everybody?page=1&perPage=10'],
  },
  {
    path: 'users/guests',
    title: 'Guest Users',
    permission,
    load: async () => (await import('./GuestsPage.tsx')).GuestsPage,
    reads: ['/purchase_history/guest-users?page=1&perPage=10'],
  },
  {
    path: 'users/guests/$id',
    title: 'Guest',
    permission,
    load: async () => (await import('./GuestPage.tsx')).GuestPage,
  },
  {
    path: 'users/$id',
    title: 'Profile',
    permission,
    load: async () => (await import('./ProfilePage.tsx')).ProfilePage,
  },
]
