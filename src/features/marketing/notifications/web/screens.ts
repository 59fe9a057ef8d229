import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'notifications',
    title: 'Notifications',
    permission: 'notifications:read',
    load: async () => (await import('./NotificationsPage.tsx')).NotificationsPage,
    reads: ['/notification/get-push-notifications?page=1&perPage=10'],
  },
  {
    path: 'notifications/send',
    title: 'Send Notification',
    permission: 'notifications:write',
    load: async () => (await import('./SendPage.tsx')).SendPage,
  },
  {
    path: 'notifications/audiences',
    title: 'Audiences',
    permission: 'notifications:read',
    load: async () => (await import('./AudiencesPage.tsx')).AudiencesPage,
    reads: ['/notification/audiences'],
  },
  {
    path: 'notifications/$id',
    title: 'Notification',
    permission: 'notifications:read',
    load: async () => (await import('./NotificationPage.tsx')).NotificationPage,
  },
  {
    path: 'notifications/$id/duplicate',
    title: 'Send Notification',
    permission: 'notifications:write',
    load: async () => (await import('./DuplicatePage.tsx')).DuplicatePage,
  },
  {
    path: 'notifications/edit/$id',
    title: 'Edit Notification',
    permission: 'notifications:write',
    load: async () => (await import('./EditPage.tsx')).EditPage,
  },
]
