import type { Icon } from '@tabler/icons-react'
import type { May } from '#contract/endpoint.ts'

/**
 * An entry of the sidebar. `order` is its place in the specification's table (core 2), in tens: Dashboard 10, Movies 20,
 * Hero banners 30, Promotions 40, Concessions 50, Tickets Log 60, Kids Klub 70, FH+ Event 80, Notifications 90,
 * Referral links 100, Users 110, Membership Tiers 120, Admin Settings 130, Payment Logs 140, Error Logs 150.
 * From 200 on it stands in the second group (decisions: Deviations).
 */
export type NavEntry = {
  order: number
  label: string
  icon: Icon
  to: string
  may: May
  sub?: readonly NavSub[]
}
/** `title` is the page's title where it is not the label. */
export type NavSub = { label: string; to: string; title?: string }

export const SECOND_GROUP = 200

export const inOrder = (entries: readonly NavEntry[]): NavEntry[] =>
  entries.toSorted((one, other) => one.order - other.order)

const isAtOrBelow = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

/** Where an entry's section lies: /dashboard and the next part. `/dashboard/movies/coming-soon` is of /dashboard/movies. */
const sectionOf = (path: string) => path.split('/').slice(0, 3).join('/')

/** The entry that a path is at or below, the one that says most of it; else one of its section. */
export const entryAt = (entries: readonly NavEntry[], path: string): NavEntry | undefined =>
  entries.filter(({ to }) => isAtOrBelow(path, to)).toSorted((one, other) => other.to.length - one.to.length)[0] ??
  entries.find(({ to }) => sectionOf(to) === sectionOf(path))

/** The sub-entry a path is at or below; a section's first where none fits. */
export const subAt = (entry: NavEntry | undefined, path: string): NavSub | undefined =>
  entry?.sub?.toSorted((one, other) => other.to.length - one.to.length).find(({ to }) => isAtOrBelow(path, to)) ??
  entry?.sub?.[0]

/** Where an unknown path leads: its section's first route, else the first of all (core 2, routing rules). */
export const homeOf = (entries: readonly NavEntry[], path: string): string | undefined => {
  const entry = entryAt(entries, path) ?? inOrder(entries)[0]
  return entry?.sub?.[0]?.to ?? entry?.to
}
