import { categories } from '#features/categories/contract.ts'
import { concessions } from '#features/concessions/contract.ts'
import { cubes } from '#features/cubes/contract.ts'
import { events } from '#features/events/contract.ts'
import { heroBanners } from '#features/promotions/banner-contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { referralLinks } from '#features/referral-links/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { views } from '#features/views/contract.ts'

/** By the kind of what was deleted, what one of them is called, and the call that restores it. */
export const KINDS = {
  promotion: { label: 'Promotion', restore: promotions.restore },
  'hero banner': { label: 'Hero banner', restore: heroBanners.restore },
  event: { label: 'Event', restore: events.restore },
  'referral link': { label: 'Referral link', restore: referralLinks.restore },
  category: { label: 'Category', restore: categories.restore },
  'combo deal': { label: 'Combo deal', restore: concessions.restoreCombo },
  cube: { label: 'Cube', restore: cubes.restore },
  report: { label: 'Report', restore: reports.restore },
  view: { label: 'View', restore: views.restore },
} as const

export type Kind = keyof typeof KINDS
export const isKind = (kind: string): kind is Kind => kind in KINDS
