import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'calendar',
    title: 'Calendar',
    permission: 'session',
    load: async () => (await import('./CalendarPage.tsx')).CalendarPage,
  },
]
