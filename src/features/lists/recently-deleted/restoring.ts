import { categories } from '#features/programming/categories/contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { events } from '#features/marketing/events/contract.ts'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { audiences } from '#features/marketing/notifications/audience-contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { reports } from '#features/lists/reports/contract.ts'
import { views } from '#features/lists/views/contract.ts'
import type { Kind } from './rules.ts'

/** By the kind, the call that restores one of it. */
export const RESTORING = {
  promotion: promotions.restore,
  'hero banner': heroBanners.restore,
  event: events.restore,
  'referral link': referralLinks.restore,
  audience: audiences.restore,
  category: categories.restore,
  'combo deal': concessions.restoreCombo,
  cube: cubes.restore,
  report: reports.restore,
  view: views.restore,
} as const satisfies Record<Kind, unknown>
