import type { ScreenAt } from '#web/screens.ts'

const may = 'movies:read'

export const screens: ScreenAt[] = [
  {
    path: 'programme',
    title: 'Programme',
    may,
    load: async () => (await import('./ProgrammePage.tsx')).ProgrammePage,
  },
  {
    path: 'schedule',
    title: 'Schedule',
    may,
    load: async () => (await import('./SchedulePage.tsx')).SchedulePage,
  },
]
