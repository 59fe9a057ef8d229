/** Who may open which screen: without the right it says Permission denied (e2e/days-at-work.e2e.ts). */
import { expect, it } from 'vitest'
import { screens } from './screens.ts'

// Clauses: operations 333-335
it('each screen is for those who have its right', () => {
  const paths: Record<string, string[]> = {}
  for (const { path, permission } of screens.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    (paths[String(permission)] ??= []).push(path)
  expect(paths).toEqual({
    session: ['account', 'approvals', 'approvals/$id', 'calendar', 'recently-deleted'],
    'admins:read': ['admin', 'admin-roles', 'admin-roles/who'],
    'analytics:read': [
      'analytics',
      'analytics/purchase-history-analytics',
      'margin',
      'margin/costs',
      'movies/stats',
      'movies/stats/$id',
    ],
    'customers:read': [
      'churn',
      'users',
      'users/$id',
      'users/all',
      'users/guests',
      'users/guests/$id',
      'users/unsubscribers',
    ],
    superadmin: [
      'approvals/rules',
      'connections',
      'feed-keys',
      'incoming-data',
      'incoming-data/corrections',
      'possible-duplicates',
      'possible-duplicates/$id/$other',
      'service-tokens',
      'users/$id/data',
      'users/guests/$id/data',
    ],
    'audit:read': ['audit-log'],
    person: ['alerts', 'alerts/choices', 'bulk-actions', 'reports', 'reports/$id'],
    'categories:read': ['categories'],
    'concessions:read': [
      'concessions',
      'concessions/combo-deals',
      'concessions/price-changes',
      'concessions/price-changes/$id',
    ],
    'concessions:write': ['concessions/price-changes/new'],
    'edible:read': ['fandb', 'fandb/$id'],
    'cubes:read': ['cube-booking-logs', 'cube-booking-logs/cubes'],
    'payment-logs:read': [
      'daily-finance',
      'daily-finance/$day',
      'daily-finance/$day/reconciliation',
      'daily-finance/mismatches',
      'payment-logs',
      'payment-logs/$id',
      'payment-logs/refunds',
    ],
    'error-logs:read': ['error-logs'],
    'events:read': ['event-cinema', 'event-cinema/$id'],
    'events:write': ['event-cinema/$id/duplicate', 'event-cinema/create'],
    'kids-club:read': ['kids-klub'],
    'product:read': ['merchandise', 'merchandise/$id'],
    'movies:read': ['movies', 'movies/coming-soon', 'movies/edit-entry/$id', 'programme', 'schedule'],
    'notifications:read': ['notifications', 'notifications/$id', 'notifications/audiences'],
    'notifications:write': ['notifications/$id/duplicate', 'notifications/edit/$id', 'notifications/send'],
    'points:read': ['points', 'users/loyalty', 'users/loyalty/$id'],
    'promotions:read': ['landing-page', 'promotions', 'promotions/$id'],
    'promotions:write': ['promotions/$id/duplicate', 'promotions/add'],
    'hero-banners:read': ['hero-banners'],
    'referral-links:read': ['referral-links'],
    'tickets:read': ['purchased-tickets'],
    'tiers:read': ['tiers'],
    'vouchers:read': ['bulk-vouchers', 'bulk-vouchers/$id'],
  })
})
