import type { ScreenAt } from '#web/screens.ts'

const permission = 'superadmin'

export const screens: ScreenAt[] = [
  {
    path: 'users/$id/data',
    title: 'Personal data',
    permission,
    load: async () => (await import('./DataPage.tsx')).DataPage,
  },
  {
    path: 'users/guests/$id/data',
    title: 'Personal data',
    permission,
    load: async () => (await import('./DataPage.tsx')).GuestDataPage,
  },
  {
    path: 'possible-duplicates',
    title: 'Possible duplicates',
    permission,
    load: async () => (await import('./DuplicatesPage.tsx')).DuplicatesPage,
    reads: ['/admin/duplicates?page=1&perPage=10'],
  },
  {
    path: 'possible-duplicates/$id/$other',
    title: 'Merge',
    permission,
    load: async () => (await import('./MergePage.tsx')).MergePage,
  },
]
