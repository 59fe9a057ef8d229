import type { May } from '#contract/endpoint.ts'

/** For how many days what was deleted is listed, to be restored. */
export const LISTED_DAYS = 30

/** By the kind of what was deleted, what one of them is called, and what restoring it takes. */
export const KINDS = {
  promotion: { label: 'Promotion', may: 'promotions:write' },
  'hero banner': { label: 'Hero banner', may: 'hero-banners:write' },
  event: { label: 'Event', may: 'events:write' },
  'referral link': { label: 'Referral link', may: 'referral-links:write' },
  audience: { label: 'Audience', may: 'notifications:write' },
  category: { label: 'Category', may: 'categories:write' },
  'combo deal': { label: 'Combo deal', may: 'concessions:write' },
  cube: { label: 'Cube', may: 'cubes:write' },
  report: { label: 'Report', may: 'person' },
  view: { label: 'View', may: 'person' },
} as const satisfies Record<string, { label: string; may: May }>

export type Kind = keyof typeof KINDS
export const isKind = (kind: string): kind is Kind => kind in KINDS
