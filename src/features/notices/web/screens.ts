import type { ScreenAt } from '#web/screens.ts'

const permission = 'person'

export const screens: ScreenAt[] = [
  {
    path: 'notices',
    title: 'Notices',
    permission,
    load: async () => (await import('./NoticesPage.tsx')).NoticesPage,
    reads: ['/notices?page=1&perPage=15'],
  },
  {
    path: 'notices/choices',
    title: 'Notice settings',
    permission,
    load: async () => (await import('./ChoicesPage.tsx')).ChoicesPage,
    reads: ['/notices/choices'],
  },
]
