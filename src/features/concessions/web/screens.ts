import type { ScreenAt } from '#web/screens.ts'

const may = 'concessions:read'
const reads = ['/cinema']

export const screens: ScreenAt[] = [
  {
    path: 'concessions',
    title: 'All Concessions',
    may,
    load: async () => (await import('./ConcessionsPage.tsx')).ConcessionsPage,
    reads,
  },
  {
    path: 'concessions/combo-deals',
    title: 'Combo Deals',
    may,
    load: async () => (await import('./CombosPage.tsx')).CombosPage,
    reads,
  },
  {
    path: 'fandb',
    title: 'Food & beverages',
    may: 'edible:read',
    load: async () => (await import('./EdiblesPage.tsx')).EdiblesPage,
    reads: ['/concessions?page=1&perPage=10'],
  },
  {
    path: 'fandb/$id',
    title: 'Food & beverages',
    may: 'edible:read',
    load: async () => (await import('./EdiblePage.tsx')).EdiblePage,
  },
]
