import type { ScreenAt } from '#web/screens.ts'

const permission = 'promotions:read'

export const screens: ScreenAt[] = [
  {
    path: 'promotions',
    title: 'Promotions',
    permission,
    load: async () => (await import('./PromotionsPage.tsx')).PromotionsPage,
    reads: ['/promotions/admin?pageNo=1&pageSize=10&position=body'],
  },
  {
    path: 'promotions/add',
    title: 'Add a Promotion',
    permission: 'promotions:write',
    load: async () => (await import('./AddPromotionPage.tsx')).AddPromotionPage,
  },
  {
    path: 'promotions/$id',
    title: 'Edit Promotion',
    permission,
    load: async () => (await import('./EditPromotionPage.tsx')).EditPromotionPage,
  },
  {
    path: 'promotions/$id/duplicate',
    title: 'Add a Promotion',
    permission: 'promotions:write',
    load: async () => (await import('./DuplicatePromotionPage.tsx')).DuplicatePromotionPage,
  },
  {
    path: 'landing-page',
    title: 'Landing page',
    permission,
    load: async () => (await import('./LandingPage.tsx')).LandingPage,
    reads: ['/landing-page'],
  },
  {
    path: 'hero-banners',
    title: 'Hero banners',
    permission: 'hero-banners:read',
    load: async () => (await import('./HeroBannersPage.tsx')).HeroBannersPage,
    reads: ['/movie/banners?page=1&perPage=10'],
  },
]
