import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'referral-links',
    title: 'Referral links',
    permission: 'referral-links:read',
    load: async () => (await import('./ReferralLinksPage.tsx')).ReferralLinksPage,
    reads: ['/cast-members?page=1&perPage=10'],
  },
]
