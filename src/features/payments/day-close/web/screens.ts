import type { ScreenAt } from '#web/screens.ts'

const permission = 'payment-logs:read'

export const screens: ScreenAt[] = [
  {
    path: 'day-close',
    title: "Day's close",
    permission,
    load: async () => (await import('./DaysPage.tsx')).DaysPage,
  },
  {
    path: 'day-close/$day',
    title: 'Business day',
    permission,
    load: async () => (await import('./DayPage.tsx')).DayPage,
  },
]
