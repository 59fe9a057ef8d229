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
    path: 'concessions/price-changes',
    title: 'Price Changes',
    may,
    load: async () => (await import('./PriceChangesPage.tsx')).PriceChangesPage,
    reads: ['/price-changes?page=1&perPage=15'],
  },
  {
    path: 'concessions/price-changes/new',
    title: 'New price change',
    may: 'concessions:write',
    load: async () => (await import('./NewPriceChangePage.tsx')).NewPriceChangePage,
    reads,
  },
  {
    path: 'concessions/price-changes/$id',
    title: 'Price change',
    may,
    load: async () => (await import('./PriceChangePage.tsx')).PriceChangePage,
  },
  {
    path: 'margin',
    title: 'Margin',
    may: 'analytics:read',
    load: async () => (await import('./MarginPage.tsx')).MarginPage,
  },
  {
    path: 'margin/costs',
    title: 'Costs',
    may: 'analytics:read',
    load: async () => (await import('./CostsPage.tsx')).CostsPage,
    reads: ['/product-costs?page=1&perPage=15'],
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
