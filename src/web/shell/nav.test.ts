import { expect, it } from 'vitest'
import { features } from '#web/features.ts'
import { screenAt, screens } from '#web/screens.ts'
import { entryAt, grouped, homeOf, inOrder, SPECIFIED_BELOW, subAt, type NavEntry } from './nav.ts'

const icon = null as unknown as NavEntry['icon']
const movies: NavEntry = {
  order: 20,
  label: 'Movies',
  icon,
  to: '/dashboard/movies',
  may: 'session',
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
  may: 'session',
  sub: [{ label: 'Analytics', to: '/dashboard/analytics' }],
}
const users: NavEntry = {
  order: 110,
  label: 'Users',
  icon,
  to: '/dashboard/users',
  may: 'session',
  sub: [
    { label: 'Active Users', to: '/dashboard/users' },
    { label: 'Guest Users', to: '/dashboard/users/guests' },
  ],
}
/** An entry of its own within the section of another. */
const loyalty: NavEntry = { order: 245, label: 'Loyalty users', icon, to: '/dashboard/users/loyalty', may: 'session' }
const entries = [movies, dashboard, users, loyalty]

it.each([
  ['/dashboard/movies', 'Movies', 'All Movies'],
  ['/dashboard/movies/coming-soon', 'Movies', 'Coming Soon'],
  ['/dashboard/movies/edit-entry/7', 'Movies', 'All Movies'],
  ['/dashboard/moviesque', undefined, undefined],
  ['/dashboard/users/7', 'Users', 'Active Users'],
  ['/dashboard/users/guests/a@b.example', 'Users', 'Guest Users'],
  ['/dashboard/users/loyalty', 'Loyalty users', undefined],
  ['/dashboard/users/loyalty/7', 'Loyalty users', undefined],
])('%s is in %s, at %s', (path, label, sub) => {
  const entry = entryAt(entries, path)
  expect(entry?.label).toBe(label)
  expect(subAt(entry, path)?.label).toBe(sub)
})

it.each([
  ['/dashboard', '/dashboard/analytics'],
  ['/dashboard/analytics/nonsense', '/dashboard/analytics'],
  ['/dashboard/movies/nonsense', '/dashboard/movies'],
  ['/dashboard/nonsense', '/dashboard/analytics'],
])('%s leads to %s', (path, home) => {
  expect(homeOf(entries, path)).toBe(home)
})

it('the first screen is the first that the person may see; an unknown address of a section still leads to that section', () => {
  const clerk = { userType: 'Admin', permissions: ['movies:read'] }
  const closed: NavEntry[] = [
    { ...dashboard, may: 'analytics:read' },
    { ...movies, may: 'movies:read' },
    { ...users, may: 'customers:read' },
  ]
  expect(homeOf(closed, '/dashboard', clerk)).toBe('/dashboard/movies')
  expect(homeOf(closed, '/dashboard/nonsense', clerk)).toBe('/dashboard/movies')
  expect(homeOf(closed, '/dashboard/users/nonsense', clerk)).toBe('/dashboard/users')
  expect(homeOf(closed, '/dashboard', { ...clerk, permissions: [] })).toBe('/dashboard/analytics')
})

const sidebar = inOrder(features.flatMap(({ nav }) => nav ?? []))

it('what the specification has no place for stands below it, in named groups', () => {
  expect(grouped(sidebar).map(({ label, entries: those }) => [label, those.length > 2])).toEqual([
    [undefined, true],
    ['Programme', true],
    ['Sales', true],
    ['Customers', true],
    ['System', true],
  ])
})

it('the entries of the specification, in its order', () => {
  const told = sidebar
    .filter(({ order }) => order < SPECIFIED_BELOW)
    .map(({ label, to, sub = [] }) => [label, to, ...sub.map((one) => `${one.label} ${one.to}`)])
  expect(told).toEqual([
    [
      'Dashboard',
      '/dashboard/analytics',
      'Analytics /dashboard/analytics',
      'Purchase History Analytics /dashboard/analytics/purchase-history-analytics',
    ],
    ['Movies', '/dashboard/movies', 'All Movies /dashboard/movies', 'Coming Soon /dashboard/movies/coming-soon'],
    ['Hero banners', '/dashboard/hero-banners'],
    ['Promotions', '/dashboard/promotions'],
    [
      'Concessions',
      '/dashboard/concessions',
      'All Concessions /dashboard/concessions',
      'Combo Deals /dashboard/concessions/combo-deals',
    ],
    ['Tickets Log', '/dashboard/purchased-tickets'],
    ['Kids Klub', '/dashboard/kids-klub'],
    ['FH+ Event', '/dashboard/event-cinema'],
    [
      'Notifications',
      '/dashboard/notifications',
      'Notifications /dashboard/notifications',
      'Send Notification /dashboard/notifications/send',
    ],
    ['Referral links', '/dashboard/referral-links'],
    [
      'Users',
      '/dashboard/users',
      'Active Users /dashboard/users',
      'Unsubscribed Users /dashboard/users/unsubscribers',
      'Guest Users /dashboard/users/guests',
    ],
    ['Membership Tiers', '/dashboard/tiers'],
    ['Admin Settings', '/dashboard/admin', 'Admin Users /dashboard/admin'],
    ['Payment Logs', '/dashboard/payment-logs'],
    ['Error Logs', '/dashboard/error-logs'],
  ])
})

it('no two entries want the same place, and each leads to a screen', () => {
  const orders = sidebar.map(({ order }) => order)
  expect(orders).toEqual([...new Set(orders)])
  const addresses = sidebar.flatMap(({ to, sub = [] }) => [to, ...sub.map((one) => one.to)])
  expect(addresses.filter((address) => !screenAt(screens, address))).toEqual([])
})

it.each([
  ['movies stats', 'Movies Stats'],
  ['merchandise', 'Merchandise'],
  ['promotion ads', 'Promotions'],
  ['churn', 'Churn'],
  ['loyalty users', 'Loyalty users'],
  ['food and beverages', 'Food & beverages'],
  ['bulk vouchers', 'Bulk vouchers'],
  ['admin roles', 'Admin Roles'],
  ['categories', 'Categories'],
])('the page that the specification names by its title alone, %s, has its screen', (_, label) => {
  const entry = sidebar.find((one) => one.label === label)
  expect(entry && screenAt(screens, entry.to)?.title).toBeTruthy()
})
