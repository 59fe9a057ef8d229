import type { RequiredPermission } from '#contract/endpoint.ts'

/** For how many days what was deleted is listed, to be restored. */
export const LISTED_DAYS = 30

/** By the kind of what was deleted, what one of them is called, and what restoring it takes. */
export const KINDS = {
  promotion: { label: 'Promotion', permission: 'promotions:write' },
  'hero banner': { label: 'Hero banner', permission: 'hero-banners:write' },
  event: { label: 'Event', permission: 'events:write' },
  'referral link': { label: 'Referral link', permission: 'referral-links:write' },
  audience: { label: 'Audience', permission: 'notifications:write' },
  category: { label: 'Category', permission: 'categories:write' },
  'combo deal': { label: 'Combo deal', permission: 'concessions:write' },
  cube: { label: 'Cube', permission: 'cubes:write' },
  report: { label: 'Report', permission: 'person' },
  view: { label: 'View', permission: 'person' },
} as const satisfies Record<string, { label: string; permission: RequiredPermission }>

export type Kind = keyof typeof KINDS
export const isKind = (kind: string): kind is Kind => kind in KINDS
