import type { ScreenAt } from '#web/screens.ts'

const may = 'payment-logs:read'

export const screens: ScreenAt[] = [
  {
    path: 'day-close',
    title: "Day's close",
    may,
    load: async () => (await import('./DaysPage.tsx')).DaysPage,
  },
  {
    path: 'day-close/$day',
    title: 'Business day',
    may,
    load: async () => (await import('./DayPage.tsx')).DayPage,
  },
]
