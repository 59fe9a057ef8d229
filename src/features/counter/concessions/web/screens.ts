import type { ScreenAt } from '#web/screens.ts'

const permission = 'concessions:read'
const reads = ['/cinema']

export const screens: ScreenAt[] = [
  {
    path: 'concessions',
    title: 'All Concessions',
    permission,
    load: async () => (await import('./ConcessionsPage.tsx')).ConcessionsPage,
    reads,
  },
  {
    path: 'concessions/combo-deals',
    title: 'Combo Deals',
    permission,
    load: async () => (await import('./CombosPage.tsx')).CombosPage,
    reads,
  },
  {
    path: 'concessions/price-changes',
    title: 'Price changes',
    permission,
    load: async () => (await import('./PriceChangesPage.tsx')).PriceChangesPage,
    reads: ['/price-changes?page=1&perPage=15'],
  },
  {
    path: 'concessions/price-changes/new',
    title: 'New price change',
    permission: 'concessions:write',
    load: async () => (await import('./NewPriceChangePage.tsx')).NewPriceChangePage,
    reads,
  },
  {
    path: 'concessions/price-changes/$id',
    title: 'Price change',
    permission,
    load: async () => (await import('./PriceChangePage.tsx')).PriceChangePage,
  },
  {
    path: 'margin',
    title: 'Margin',
    permission: 'analytics:read',
    load: async () => (await import('./MarginPage.tsx')).MarginPage,
  },
  {
    path: 'margin/costs',
    title: 'Costs',
    permission: 'analytics:read',
    load: async () => (await import('./CostsPage.tsx')).CostsPage,
    reads: ['/product-costs?page=1&perPage=15'],
  },
  {
    path: 'fandb',
    title: 'Food & beverages',
    permission: 'edible:read',
    load: async () => (await import('./ProductsPage.tsx')).EdiblesPage,
    reads: ['/concessions?page=1&perPage=10'],
  },
  {
    path: 'fandb/$id',
    title: 'Food & beverages',
    permission: 'edible:read',
    load: async () => (await import('./ProductPage.tsx')).EdiblePage,
  },
  {
    path: 'merchandise',
    title: 'Merchandise',
    permission: 'product:read',
    load: async () => (await import('./ProductsPage.tsx')).MerchandisePage,
    reads: ['/merchandises?page=1&perPage=10'],
  },
  {
    path: 'merchandise/$id',
    title: 'Merchandise',
    permission: 'product:read',
    load: async () => (await import('./ProductPage.tsx')).MerchandiseItemPage,
  },
]
