import type { ScreenAt } from '#web/screens.ts'

const permission = 'events:read'

export const screens: ScreenAt[] = [
  {
    path: 'event-cinema',
    title: 'FH+ Event',
    permission,
    load: async () => (await import('./EventsPage.tsx')).EventsPage,
    reads: ['/events/admin?pageNo=1&pageSize=10', '/events/admin/count'],
  },
  {
    path: 'event-cinema/create',
    title: 'Create an Event',
    permission: 'events:write',
    load: async () => (await import('./CreateEventPage.tsx')).CreateEventPage,
  },
  {
    path: 'event-cinema/$id',
    title: 'Edit an Event',
    permission,
    load: async () => (await import('./EditEventPage.tsx')).EditEventPage,
  },
  {
    path: 'event-cinema/$id/duplicate',
    title: 'Create an Event',
    permission: 'events:write',
    load: async () => (await import('./DuplicateEventPage.tsx')).DuplicateEventPage,
  },
]
