import type { ScreenAt } from '#web/screens.ts'

const permission = 'product:read'

export const screens: ScreenAt[] = [
  {
    path: 'merchandise',
    title: 'Merchandise',
    permission,
    load: async () => (await import('./MerchandisePage.tsx')).MerchandisePage,
    reads: ['/merchandises?page=1&perPage=10'],
  },
  {
    path: 'merchandise/$id',
    title: 'Merchandise',
    permission,
    load: async () => (await import('./MerchandiseItemPage.tsx')).MerchandiseItemPage,
  },
]
