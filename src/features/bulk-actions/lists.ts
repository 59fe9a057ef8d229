import type { May } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'

/** The lists whose rows can be selected, by the call of their file, with what any of their actions takes. */
export const LISTS: Readonly<Record<string, readonly (Permission | 'superadmin')[]>> = {
  'movies.listCsv': ['movies:write'],
  'movies.comingSoonCsv': ['movies:write'],
  'programme.boardCsv': ['movies:write'],
  'events.csv': ['events:write'],
  'categories.list': ['categories:write'],
  'promotions.csv': ['promotions:write'],
  'hero-banners.list': ['hero-banners:write'],
  'referral-links.csv': ['referral-links:write'],
  'customers.listCsv': ['points:write'],
  'points.csv': ['points:write'],
  'customers.allCsv': ['kids-club:write'],
  'admins.csv': ['admins:write'],
  'concessions.productsCsv': ['concessions:write'],
  'concessions.combosCsv': ['concessions:write'],
  'cubes.bookingsCsv': ['cubes:write'],
  'vouchers.list': ['vouchers:write'],
  'payment-logs.reconciliation': ['payment-logs:write'],
  'feed.linesCsv': ['superadmin'],
  'error-logs.csv': ['error-logs:write'],
}

/** The lists that files are imported into, by the call of their file: as what, and what it takes. */
export const IMPORT_LISTS: Readonly<Record<string, { action: string; may: May }>> = {
  'customers.listCsv': { action: 'import.customers', may: 'superadmin' },
  'customers.allCsv': { action: 'import.kids-club', may: ['kids-club:write', 'customers:read'] },
  'concessions.productsCsv': { action: 'import.prices', may: 'concessions:write' },
  'margin.costsCsv': { action: 'import.costs', may: ['concessions:write', 'analytics:read'] },
  'vouchers.csv': { action: 'import.vouchers', may: 'vouchers:write' },
  'referral-links.csv': { action: 'import.referral-links', may: 'referral-links:write' },
  'events.csv': { action: 'import.events', may: 'events:write' },
}
