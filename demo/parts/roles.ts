import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#server/db/connect.ts'
import { settled } from '#features/access/admins/role-rules.ts'
import { addRole, everyRole } from '#features/access/admins/server/role-store.ts'

const CINEMA_MANAGER: Permission[] = [
  'analytics:export',
  'audit:read',
  'cubes:write',
  'cubes:export',
  'events:write',
  'events:export',
  'tickets:export',
  'payment-logs:export',
  'refunds:write',
  'customers:write',
  'kids-club:write',
  'points:read',
  'concessions:write',
  'edible:read',
  'product:read',
  'movies:read',
  'categories:read',
  'media:write',
  'tiers:read',
]

const ROLES: Record<string, Permission[]> = {
  'Front desk': [
    'customers:write',
    'kids-club:write',
    'points:write',
    'cubes:write',
    'tiers:read',
    'movies:read',
    'concessions:read',
    'edible:read',
    'product:read',
    'events:read',
    'tickets:read',
  ],
  'Cinema manager': CINEMA_MANAGER,
  // Manages the cinema managers, and so may do what these may.
  'Regional manager': [...CINEMA_MANAGER, 'admins:write', 'admins:export'],
  Finance: [
    'analytics:export',
    'tickets:export',
    'payment-logs:write',
    'payment-logs:export',
    'refunds:write',
    'cubes:export',
    'audit:read',
  ],
  Marketing: [
    'analytics:export',
    'promotions:export',
    'referral-links:export',
    'movies:write',
    'catalogue:write',
    'media:write',
    'hero-banners:write',
    'promotions:write',
    'notifications:write',
    'referral-links:write',
    'categories:write',
    'events:write',
    'vouchers:read',
    'concessions:read',
    'customers:read',
    'points:read',
    'tiers:read',
  ],
  Manager: [
    'analytics:export',
    'customers:export',
    'points:export',
    'movies:export',
    'events:export',
    'cubes:export',
    'vouchers:export',
    'payment-logs:export',
    'movies:write',
    'catalogue:write',
    'media:write',
    'customers:write',
    'kids-club:write',
    'points:write',
    'tiers:write',
    'hero-banners:write',
    'promotions:write',
    'notifications:write',
    'referral-links:write',
    'categories:write',
    'vouchers:write',
    'events:write',
    'cubes:write',
    'concessions:write',
    'edible:export',
    'product:export',
    'tickets:export',
    'payments:write',
    'payment-logs:write',
    'refunds:write',
    'admins:read',
    'audit:read',
  ],
}

/** What the people of a chain usually do, beside the default role that allows everything. */
export async function demo(db: Db): Promise<void> {
  const known = new Set((await everyRole(db)).map(({ name }) => name))
  for (const [name, granted] of Object.entries(ROLES))
    if (!known.has(name)) await addRole(db, { name, permissions: settled(granted) })
}
