import type { ScreenAt } from '#web/screens.ts'

const permission = 'movies:read'

export const screens: ScreenAt[] = [
  {
    path: 'programme',
    title: 'Programme',
    permission,
    load: async () => (await import('./ProgrammePage.tsx')).ProgrammePage,
  },
  {
    path: 'schedule',
    title: 'Schedule',
    permission,
    load: async () => (await import('./SchedulePage.tsx')).SchedulePage,
  },
]
