import type { ScreenAt } from '#web/screens.ts'

const may = 'superadmin'

export const screens: ScreenAt[] = [
  { path: 'users/$id/data', title: 'Personal data', may, load: async () => (await import('./DataPage.tsx')).DataPage },
  {
    path: 'users/guests/$id/data',
    title: 'Personal data',
    may,
    load: async () => (await import('./DataPage.tsx')).GuestDataPage,
  },
  {
    path: 'possible-duplicates',
    title: 'Possible Duplicates',
    may,
    load: async () => (await import('./DuplicatesPage.tsx')).DuplicatesPage,
    reads: ['/admin/duplicates?page=1&perPage=10'],
  },
  {
    path: 'possible-duplicates/$id/$other',
    title: 'Merge',
    may,
    load: async () => (await import('./MergePage.tsx')).MergePage,
  },
]
