import { expect, it } from 'vitest'
import { navOf } from '#web/features.ts'
import { screenAt } from '#contract/screen-at.ts'
import { grouped, inOrder, SPECIFIED_BELOW } from '#web/shell/nav.ts'
import { features } from '../web-features.ts'
import { screens } from './screens.ts'

const sidebar = inOrder(navOf(features))

it('what the specification has no place for stands below it, in named groups', () => {
  expect(grouped(sidebar).map(({ label, entries: those }) => [label, those.length > 2])).toEqual([
    [undefined, true],
    ['Programme', true],
    ['Sales', true],
    ['Customers', true],
    ['System', true],
  ])
})

// Clauses: core 9-23
it('the entries of the specification, in its order', () => {
  const described = sidebar
    .filter(({ order }) => order < SPECIFIED_BELOW)
    .map(({ label, to, sub = [] }) => [label, to, ...sub.map((one) => `${one.label} ${one.to}`)])
  expect(described).toEqual([
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
      'All users /dashboard/users/all',
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

it('each screen that is no single record has an entry, or is found by the palette', () => {
  const palette = features.flatMap(({ palette: { screens: those = [] } = {} }) => those.map(({ to }) => to))
  const entries = sidebar.flatMap(({ to, sub = [] }) => [to, ...sub.map((one) => one.to)])
  const led = new Set([...entries, ...palette])
  expect(
    screens.map(({ path }) => path).filter((path) => !path.includes('$') && !led.has(`/dashboard/${path}`)),
  ).toEqual([])
})

// Clauses: core 27-35
it.each([
  ['movies stats', 'Movies stats'],
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
