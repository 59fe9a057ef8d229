import { expect, it } from 'vitest'
import { entryAt, homeOf, subAt, type NavEntry } from './nav.ts'

const icon = null as unknown as NavEntry['icon']
const movies: NavEntry = {
  order: 20,
  label: 'Movies',
  icon,
  to: '/dashboard/movies',
  permission: 'session',
  sub: [
    { label: 'All Movies', to: '/dashboard/movies' },
    { label: 'Coming Soon', to: '/dashboard/movies/coming-soon' },
  ],
}
const dashboard: NavEntry = {
  order: 10,
  label: 'Dashboard',
  icon,
  to: '/dashboard/analytics',
  permission: 'session',
  sub: [{ label: 'Analytics', to: '/dashboard/analytics' }],
}
const users: NavEntry = {
  order: 110,
  label: 'Users',
  icon,
  to: '/dashboard/users',
  permission: 'session',
  sub: [
    { label: 'Active Users', to: '/dashboard/users' },
    { label: 'Guest Users', to: '/dashboard/users/guests' },
  ],
}
/** Entry within the section of another. */
const loyalty: NavEntry = {
  order: 245,
  label: 'Loyalty users',
  icon,
  to: '/dashboard/users/loyalty',
  permission: 'session',
}
const payments: NavEntry = {
  order: 140,
  label: 'Payment Logs',
  icon,
  to: '/dashboard/payment-logs',
  permission: 'session',
  also: ['/dashboard/day-close'],
}
const entries = [movies, dashboard, users, loyalty, payments]

it.each([
  ['/dashboard/movies', 'Movies', 'All Movies'],
  ['/dashboard/movies/coming-soon', 'Movies', 'Coming Soon'],
  ['/dashboard/movies/edit-entry/7', 'Movies', 'All Movies'],
  ['/dashboard/moviesque', undefined, undefined],
  ['/dashboard/users/7', 'Users', 'Active Users'],
  ['/dashboard/users/guests/a@b.example', 'Users', 'Guest Users'],
  ['/dashboard/users/loyalty', 'Loyalty users', undefined],
  ['/dashboard/users/loyalty/7', 'Loyalty users', undefined],
  ['/dashboard/day-close/2026-11-25', 'Payment Logs', undefined],
])('places %s in %s, at %s', (path, label, sub) => {
  const entry = entryAt(entries, path)
  expect(entry?.label).toBe(label)
  expect(subAt(entry, path)?.label).toBe(sub)
})

// Clauses: core 4-5; operations 5
it.each([
  ['/dashboard', '/dashboard/analytics'],
  ['/dashboard/analytics/nonsense', '/dashboard/analytics'],
  ['/dashboard/movies/nonsense', '/dashboard/movies'],
  ['/dashboard/nonsense', '/dashboard/analytics'],
])('leads from %s to %s', (path, home) => {
  expect(homeOf(entries, path)).toBe(home)
})

it('starts with the first permitted screen and keeps an unknown address in its section', () => {
  const clerk = { userType: 'Admin', permissions: ['movies:read'] }
  const closed: NavEntry[] = [
    { ...dashboard, permission: 'analytics:read' },
    { ...movies, permission: 'movies:read' },
    { ...users, permission: 'customers:read' },
  ]
  expect(homeOf(closed, '/dashboard', clerk)).toBe('/dashboard/movies')
  expect(homeOf(closed, '/dashboard/nonsense', clerk)).toBe('/dashboard/movies')
  expect(homeOf(closed, '/dashboard/users/nonsense', clerk)).toBe('/dashboard/users')
  expect(homeOf(closed, '/dashboard', { ...clerk, permissions: [] })).toBe('/dashboard/analytics')
})
