import type { RequiredPermission } from '#contract/endpoint.ts'
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
  'reconciliation.day': ['payment-logs:write'],
  'feed.recordsCsv': ['superadmin'],
  'error-logs.csv': ['error-logs:write'],
}

/** The lists that files are imported into, by the call of their file: as what, and what it takes. */
export const IMPORT_LISTS: Readonly<Record<string, { action: string; permission: RequiredPermission }>> = {
  'customers.listCsv': { action: 'import.customers', permission: 'superadmin' },
  'customers.allCsv': { action: 'import.kids-club', permission: ['kids-club:write', 'customers:read'] },
  'concessions.productsCsv': { action: 'import.prices', permission: 'concessions:write' },
  'margin.costsCsv': { action: 'import.costs', permission: ['concessions:write', 'analytics:read'] },
  'vouchers.csv': { action: 'import.vouchers', permission: 'vouchers:write' },
  'referral-links.csv': { action: 'import.referral-links', permission: 'referral-links:write' },
  'events.csv': { action: 'import.events', permission: 'events:write' },
}
