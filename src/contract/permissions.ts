import { errors } from './errors.ts'

/**
 * Areas of roles (decisions: Roles), named as in the sidebar, with a description of each permission. A test compares them with
 * the permissions that calls require.
 *
 * `at` is the effect of a cinema role. 'cinema': the permission, for records of its cinemas. 'see': only `read`, because all
 * cinemas share the records. 'any': the full permission.
 *
 * 'people': staff whose permissions are all within the holder's own (`delegation.ts`). Absent: none, because the area belongs
 * to the chain.
 */
export const areas = {
  analytics: {
    at: 'cinema',
    label: 'Analytics',
    read: 'The dashboard, purchase history, churn and movie figures',
    export: 'Figures as CSV',
  },
  movies: {
    at: 'see',
    label: 'Movies',
    read: 'All movies, coming soon, reviews',
    write: 'Edit, show and hide movies',
    export: 'The lists as CSV',
  },
  catalogue: {
    at: 'see',
    label: 'Film catalogue',
    read: 'Search the movie database',
    write: 'Add, edit and delete catalogue films',
  },
  media: { at: 'any', label: 'Images and files', write: 'Upload images and videos' },
  customers: {
    at: 'cinema',
    label: 'Users',
    read: 'Users, guests, churn and profiles, with contact details',
    write: 'Edit profiles and cards, send reset links, clear tokens',
    export: 'Users, guests and churn as CSV',
  },
  'kids-club': {
    at: 'cinema',
    label: 'Kids Klub',
    read: 'Members with their guardians',
    write: 'Edit and remove members. Adding one also requires Users.',
    export: 'Members as CSV',
  },
  points: {
    at: 'cinema',
    label: 'Points',
    read: 'Members, tiers and the history of points',
    write: 'Award, redeem and reverse points, change tiers',
    export: 'Members as CSV',
  },
  tiers: {
    at: 'see',
    label: 'Membership Tiers',
    read: 'Plans with their subscribers',
    write: 'Add, price, edit and retire plans',
    export: 'Plans as CSV',
  },
  payments: { label: 'Stored cards', write: "Delete a customer's stored card" },
  admins: {
    at: 'people',
    label: 'Admin Settings',
    read: 'Admins, roles, and staff permissions',
    write: 'Invite, edit and delete staff whose permissions are within your own',
    export: 'Admins and staff permissions as CSV',
  },
  'referral-links': {
    label: 'Referral links',
    read: 'Links and their sales',
    write: 'Add, edit and delete links',
    export: 'Links as CSV',
  },
  categories: { at: 'see', label: 'Categories', read: 'Event categories', write: 'Add, rename and delete categories' },
  vouchers: {
    label: 'Bulk vouchers',
    read: 'Groups and vouchers, without their codes',
    write: 'Create, assign, void and reissue vouchers',
    export: 'Groups as CSV',
  },
  'hero-banners': { label: 'Hero banners', read: 'The banners', write: 'Edit and delete banners' },
  promotions: {
    label: 'Promotions',
    read: 'The promotions',
    write: 'Add, edit and delete promotions',
    export: 'Promotions as CSV',
  },
  notifications: {
    label: 'Notifications',
    read: 'Sent notifications and their results',
    write: 'Send, schedule and cancel notifications',
    export: 'Notifications as CSV',
  },
  cubes: {
    at: 'cinema',
    label: 'Cube bookings',
    read: 'Bookings with their guests, and the cubes',
    write: 'Book, reschedule, cancel and approve bookings, edit cubes',
    export: 'Bookings as CSV',
  },
  concessions: {
    at: 'cinema',
    label: 'Concessions',
    read: 'Products of the counters, and combo deals',
    write: 'Change prices, images and combo deals, put products on and off sale',
    export: 'Products and combo deals as CSV',
  },
  edible: {
    at: 'cinema',
    label: 'Food and beverages',
    read: 'Products with their sales',
    export: 'Products as CSV',
  },
  product: { at: 'cinema', label: 'Merchandise', read: 'Products with their sales', export: 'Products as CSV' },
  events: {
    at: 'cinema',
    label: 'FH+ Event',
    read: 'The events',
    write: 'Create, edit and delete events',
    export: 'Events as CSV',
  },
  tickets: { at: 'cinema', label: 'Tickets Log', read: 'Every ticket sold, with its buyer', export: 'The log as CSV' },
  'payment-logs': {
    at: 'cinema',
    label: 'Payment Logs',
    read: 'Payments, refunds and reconciliation',
    write: 'Run reconciliations and resolve mismatches',
    export: 'Payments as CSV',
  },
  refunds: { at: 'cinema', label: 'Refunds', write: 'Refund payments and cube bookings' },
  'error-logs': {
    label: 'Error Logs',
    read: 'Errors of the web shop, app and Marquee',
    write: 'Resolve, ignore and reopen errors',
    export: 'Errors as CSV',
  },
  audit: { at: 'cinema', label: 'Audit log', read: 'Actions of staff and programs', export: 'The log as CSV' },
} as const

/**
 * Permission to manage staff. '*' does not include it, because it gives permissions to others, and service tokens cannot have
 * it.
 */
export const MANAGE_PEOPLE = 'admins:write'

/** Verbs of permissions, in the order of the role matrix. */
export const VERBS = { read: 'View', write: 'Manage', export: 'Export' } as const
export type Verb = keyof typeof VERBS

export type Area = keyof typeof areas
export type Permission = { [A in Area]: `${A}:${Extract<keyof (typeof areas)[A], Verb>}` }[Area]

const verbs = Object.keys(VERBS) as Verb[]
export const permissions = Object.entries(areas).flatMap(([area, allows]) =>
  verbs.filter((verb) => verb in allows).map((verb) => `${area}:${verb}`),
) as Permission[]

/** Describes a permission. */
export const allowedBy = (permission: Permission): string => {
  const [area, verb] = permission.split(':') as [Area, Verb]
  return (areas[area] as Partial<Record<Verb, string>>)[verb]!
}

/** Names the permission of a call: “Manage: Movies”. */
export const permissionLabel = (permission: string): string => {
  const [area, verb] = permission.split(':') as [Area, Verb]
  return areas[area] ? `${VERBS[verb]}: ${areas[area].label}` : (ASKS[permission] ?? permission)
}
const ASKS: Record<string, string> = {
  session: 'a sign-in',
  person: 'a signed-in person',
  superadmin: 'a superadmin',
  feed: 'a feed key',
}

/** Superadmin-only actions, by the feature of their calls. */
export const superadminsAlone: Record<string, string> = {
  customers: 'Add users with a subscription, change plans and their dates, choose which customers cinema staff can see',
  payments: 'Renew a subscription by charging the stored card',
  privacy: "Export, erase and merge a person's data",
  roles: 'Add, edit and delete roles, superadmins and editors',
  'hero-banners': 'Add hero banners',
  vouchers: 'View and download voucher codes',
  feed: 'Create, edit and revoke feed keys',
  'service-tokens': 'Create and revoke service tokens',
  connections: 'View and test connections, refresh the schedule, resend emails',
  outbox: "Read the demo's outbox",
  approvals: 'Set which actions need approval',
}

/**
 * A role for some cinemas: '*' or single permissions, and the ids of the cinemas, including those of full states.
 */
export type CinemaRole = {
  permissions: string[]
  cinemas: string[]
  states?: number[] | undefined
  pointsLimit?: number | undefined
}

/** A caller's permissions: '*' or single permissions for all cinemas, and additional cinema roles. */
export type Rights = { userType: string; permissions: readonly string[]; cinemaRoles?: CinemaRole[] | undefined }

/** Scope of a permission: the chain, or records of these cinemas. */
export type Scope = 'chain' | readonly string[]

/** User types of programs: with a feed key or a service token. */
export const FEED_KEY = 'feed'
export const SERVICE_TOKEN = 'token'
export const isProgram = ({ userType }: Rights) => userType === FEED_KEY || userType === SERVICE_TOKEN

export const isAdmin = (userType: string) => userType.toLowerCase().includes('admin')
export const isSuperadmin = (userType: string) => userType.toLowerCase().replace(/\s/g, '') === 'superadmin'

/** Maximum points of one ledger entry, and the points limit of a new role. */
export const POINTS_MOST = 1_000_000
export const POINTS_LIMIT = 10_000

/**
 * Returns the points that a person can award, redeem or reverse in 24 hours. With several cinema roles, the lowest limit
 * applies, because customers belong to many cinemas.
 */
export function pointsLimitOf(
  userType: string,
  ofRole: number | null,
  cinemaRoles: readonly CinemaRole[] = [],
): number {
  if (isSuperadmin(userType)) return POINTS_MOST
  if (ofRole !== null) return ofRole
  const granting = cinemaRoles.filter(({ permissions }) => allows(permissions, 'points:write'))
  return granting.length ? Math.min(...granting.map(({ pointsLimit = 0 }) => pointsLimit)) : 0
}

const NO_PERSON = 'Service tokens cannot do this, because they have no account'

/** Lists the permissions that a call requires. */
export const permissionsOf = (permission: string | readonly string[]): readonly string[] =>
  typeof permission === 'string' ? [permission] : permission

/**
 * Explains why a caller lacks permission; undefined if they have all permissions of a list. The server denies calls by the same
 * rule.
 */
export const refusal = (me: Rights | undefined, permission: string | readonly string[]): string | undefined =>
  permissionsOf(permission)
    .map((one) => refusalOf(me, one))
    .find((reason) => reason !== undefined)

const refusalOf = (me: Rights | undefined, permission: string): string | undefined => {
  if (permission === 'public') return
  if (!me) return 'Sign in first'
  // Because a feed key is valid for the feed only.
  if (permission === 'feed' || me.userType === FEED_KEY)
    return permission === me.userType ? undefined : 'Only programs with a feed key can do this'
  if (permission === 'person' && me.userType === SERVICE_TOKEN) return NO_PERSON
  if (permission === 'session' || permission === 'person' || isSuperadmin(me.userType)) return
  if (permission === 'superadmin') return 'Only a superadmin can do this'
  if (permission === MANAGE_PEOPLE && me.userType === SERVICE_TOKEN) return NO_PERSON
  if (allows(me.permissions, permission)) return
  const [area, verb] = permission.split(':') as [Area, Verb]
  if (me.cinemaRoles?.some(({ permissions }) => allows(permissions, permission)))
    return canBeAtCinemas(permission) ? undefined : NEEDS_CHAIN_SCOPE
  return errors.noPermission(`${VERBS[verb].toLowerCase()} ${areas[area]?.label ?? area}`)
}

/** Whether a role's permissions include a permission. */
export const allows = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes(permission) || (permission !== MANAGE_PEOPLE && permissions.includes('*'))

/** Explains why a caller cannot make a call, as far as known before its records are checked. */
export const refusalOfCall = (
  me: Rights | undefined,
  { permission, scope }: { permission: string | readonly string[]; scope?: 'chain' },
): string | undefined =>
  refusal(me, permission) ??
  (scope === 'chain' && me && scopeOf(me, permission) !== 'chain' ? NEEDS_CHAIN_SCOPE : undefined)

/**
 * Explains why a caller lacks a permission at some cinemas where they have another. A screen of the other permission can show
 * records of all these cinemas.
 */
export function refusalWherever(me: Rights, permission: string, other: string): string | undefined {
  const reason = refusal(me, permission)
  if (reason) return reason
  const [scope, otherScope] = [scopeOf(me, permission), scopeOf(me, other)]
  if (scope === 'chain' || (otherScope !== 'chain' && otherScope.every((id) => scope.includes(id)))) return
  return otherScope === 'chain' ? NEEDS_CHAIN_SCOPE : OTHER_CINEMA
}

/** Reasons for denying an action to a caller with cinema roles. */
export const NEEDS_CHAIN_SCOPE = 'This affects all cinemas, and your role covers only some of them'
export const OTHER_CINEMA = 'Your role does not cover this cinema'

/** Whether a permission has any effect in a cinema role. */
export function canBeAtCinemas(permission: string): boolean {
  const [area, verb] = permission.split(':') as [Area, Verb]
  const at = placeOf(area)
  return at === 'cinema' || at === 'any' || at === 'people' || (at === 'see' && verb !== 'write')
}
const placeOf = (area: Area) => (areas[area] as { at?: 'cinema' | 'see' | 'any' | 'people' } | undefined)?.at

/** Returns the scope of these permissions for a caller who has them (`refusal`). */
export function scopeOf(me: Rights, permission: string | readonly string[]): Scope {
  let scope: Scope = 'chain'
  for (const one of permissionsOf(permission)) {
    const its = scopeOfOne(me, one)
    if (its === 'chain') continue
    scope = scope === 'chain' ? its : scope.filter((id) => its.includes(id))
  }
  return scope
}

/** Returns a caller's permissions for all cinemas, without their cinema roles. */
export const withChainRights = ({ userType, permissions: everywhere }: Rights): Rights => ({
  userType,
  permissions: everywhere,
})

/** Returns the cinemas of a caller's roles, or 'chain' if any role is for all cinemas. */
export function cinemasOf({ userType, permissions: everywhere, cinemaRoles = [] }: Rights): Scope {
  if (isSuperadmin(userType) || everywhere.length || !cinemaRoles.length) return 'chain'
  return cinemasIn(cinemaRoles)
}
const cinemasIn = (cinemaRoles: readonly CinemaRole[]) => [...new Set(cinemaRoles.flatMap(({ cinemas }) => cinemas))]

function scopeOfOne(me: Rights, permission: string): Scope {
  const [area] = permission.split(':') as [Area]
  return placeOf(area) === 'cinema' ? grantedAt(me, permission) : 'chain'
}

/** Returns where a caller has a permission, including permissions for records that all cinemas share. */
export const grantedAt = (me: Rights, permission: string): Scope =>
  isSuperadmin(me.userType) || allows(me.permissions, permission)
    ? 'chain'
    : cinemasIn(me.cinemaRoles?.filter(({ permissions }) => allows(permissions, permission)) ?? [])
