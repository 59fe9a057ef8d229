import type { ScreenAt } from '#web/screens.ts'

const may = 'person'

export const screens: ScreenAt[] = [
  {
    path: 'notices',
    title: 'Notices',
    may,
    load: async () => (await import('./NoticesPage.tsx')).NoticesPage,
    reads: ['/notices?page=1&perPage=15'],
  },
  {
    path: 'notices/choices',
    title: 'Notice settings',
    may,
    load: async () => (await import('./ChoicesPage.tsx')).ChoicesPage,
    reads: ['/notices/choices'],
  },
]
