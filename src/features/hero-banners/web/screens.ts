import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'hero-banners',
    title: 'Hero banners',
    may: 'hero-banners:read',
    load: async () => (await import('./HeroBannersPage.tsx')).HeroBannersPage,
    reads: ['/movie/banners?page=1&perPage=10'],
  },
]
