import type { Icon } from '@tabler/icons-react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal, type Rights } from '#contract/permissions.ts'
import type { LazyPart } from '../lazy.ts'

/** Screen of the person's account, opened from the avatar's menu. */
export const ACCOUNT = '/dashboard/account'

/**
 * Entry of the sidebar. `order` is its place in the specification's table (core 2), in tens:
 *
 * - Dashboard 10, Movies 20, Hero banners 30, Promotions 40, Concessions 50, Tickets Log 60, Kids Klub 70, FH+ Event 80
 * - Notifications 90, Referral links 100, Users 110, Membership Tiers 120, Admin Settings 130, Payment Logs 140
 * - Error Logs 150; from 200 the named groups below (decisions: Deviations)
 */
export type NavEntry = {
  order: number
  label: string
  icon: Icon
  to: string
  permission: RequiredPermission
  sub?: readonly NavSub[]
  /** Further addresses of its screens. */
  also?: readonly string[]
  /** Number of waiting items, next to the label once loaded. */
  count?: LazyPart<object>
}
/** `title` is the page's title where it differs from the label. */
export type NavSub = { label: string; to: string; title?: string }

/** Groups below the specification's entries, by the hundreds of `order`. */
const GROUPS: Record<number, string> = { 200: 'Programme', 300: 'Sales', 400: 'Customers', 500: 'System' }
export const SPECIFIED_BELOW = 200

export type NavGroup = { label: string | undefined; entries: readonly NavEntry[] }

export const inOrder = (entries: readonly NavEntry[]): NavEntry[] =>
  entries.toSorted((one, other) => one.order - other.order)

/** Groups the entries in order; the specification's come first, without a name. */
export const grouped = (entries: readonly NavEntry[]): NavGroup[] =>
  [...Map.groupBy(inOrder(entries), ({ order }) => GROUPS[Math.floor(order / 100) * 100])].map(([label, those]) => ({
    label,
    entries: those,
  }))

const isAtOrBelow = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

/**
 * Returns the section of an address: /dashboard and the next part. `/dashboard/movies/coming-soon` is in
 * /dashboard/movies.
 */
const sectionOf = (path: string) => path.split('/').slice(0, 3).join('/')

/** Returns the entry at or above an address, the most specific one; else one of its section. */
export const entryAt = (entries: readonly NavEntry[], path: string): NavEntry | undefined =>
  entries.filter(({ to }) => isAtOrBelow(path, to)).toSorted((one, other) => other.to.length - one.to.length)[0] ??
  entries.find(({ to, also = [] }) => [to, ...also].some((of) => sectionOf(of) === sectionOf(path)))

/** Returns the sub-entry at or above an address; else the section's first. */
export const subAt = (entry: NavEntry | undefined, path: string): NavSub | undefined =>
  entry?.sub?.toSorted((one, other) => other.to.length - one.to.length).find(({ to }) => isAtOrBelow(path, to)) ??
  entry?.sub?.[0]

/**
 * Returns where an unknown address leads: its section's first route, else the first that the person can see (core 2,
 * routing rules); the first of all for an unknown person.
 */
export const homeOf = (entries: readonly NavEntry[], path: string, me?: Rights): string | undefined => {
  const sorted = inOrder(entries)
  const entry = entryAt(entries, path) ?? (me && sorted.find(({ permission }) => !refusal(me, permission))) ?? sorted[0]
  return entry?.sub?.[0]?.to ?? entry?.to
}
