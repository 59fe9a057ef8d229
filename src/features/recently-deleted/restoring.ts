import { categories } from '#features/categories/contract.ts'
import { concessions } from '#features/concessions/contract.ts'
import { cubes } from '#features/cubes/contract.ts'
import { events } from '#features/events/contract.ts'
import { heroBanners } from '#features/promotions/banner-contract.ts'
import { audiences } from '#features/notifications/audience-contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { referralLinks } from '#features/referral-links/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { views } from '#features/views/contract.ts'
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
