import type { ScreenAt } from '#web/screens.ts'

const may = 'edible:read'

export const screens: ScreenAt[] = [
  {
    path: 'fandb',
    title: 'Food & beverages',
    may,
    load: async () => (await import('./EdiblesPage.tsx')).EdiblesPage,
    reads: ['/concessions?page=1&perPage=10'],
  },
  {
    path: 'fandb/$id',
    title: 'Food & beverages',
    may,
    load: async () => (await import('./EdiblePage.tsx')).EdiblePage,
  },
]
