/**
 * The areas a role can be given (decisions: Roles), by the names of the sidebar, with what each permission of an area
 * allows, in words for people. What is not said here is no permission: a test holds that these are what the calls ask for.
 *
 * `at` says what a role allows that somebody has for some cinemas only. 'cinema': the same, with what belongs to these
 * cinemas. 'see': to see what all cinemas share; to change it takes the role for all cinemas. 'any': the same as for all.
 * 'people': the people whose every right is within one's own (`delegation.ts`). Where it is left out, nothing: the area is
 * the whole chain's.
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
    write: 'Edit and remove members; to add one takes Users too',
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
    read: 'Admins, roles, and who can do what',
    write: 'Invite, edit and delete people who may do no more than oneself',
    export: 'Admins, and who can do what, as CSV',
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
    write: 'Generate, assign, void and reissue vouchers',
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
    read: 'What was sent and how it did',
    write: 'Send, schedule and cancel notifications',
    export: 'Notifications as CSV',
  },
  cubes: {
    at: 'cinema',
    label: 'Cube bookings',
    read: 'Bookings with their guests, and the cubes',
    write: 'Book, reschedule, cancel and approve; edit cubes',
    export: 'Bookings as CSV',
  },
  concessions: {
    at: 'cinema',
    label: 'Concessions',
    read: 'What the counters sell, and combo deals',
    write: 'Prices, images, combo deals, on and off sale',
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
    read: 'Errors of the shop, the app and this office',
    write: 'Resolve, ignore and reopen errors',
    export: 'Errors as CSV',
  },
  audit: { at: 'cinema', label: 'Audit Log', read: 'Who did what and when', export: 'The log as CSV' },
} as const

/**
 * To manage people. A role has it by name: everything ('*') does not include it, because it gives rights away; and it is
 * for people, not for service tokens.
 */
export const MANAGE_PEOPLE = 'admins:write'

/** What a permission is to do in its area; the order is that of the role matrix. */
export const VERBS = { read: 'See', write: 'Change', export: 'Export' } as const
export type Verb = keyof typeof VERBS

export type Area = keyof typeof areas
export type Permission = { [A in Area]: `${A}:${Extract<keyof (typeof areas)[A], Verb>}` }[Area]

const verbs = Object.keys(VERBS) as Verb[]
export const permissions = Object.entries(areas).flatMap(([area, allows]) =>
  verbs.filter((verb) => verb in allows).map((verb) => `${area}:${verb}`),
) as Permission[]

/** What a permission allows, in words. */
export const allowedBy = (permission: Permission): string => {
  const [area, verb] = permission.split(':') as [Area, Verb]
  return (areas[area] as Partial<Record<Verb, string>>)[verb]!
}

/** What a call asks for, in words: "Change: Movies". */
export const permissionLabel = (permission: string): string => {
  const [area, verb] = permission.split(':') as [Area, Verb]
  return areas[area] ? `${VERBS[verb]}: ${areas[area].label}` : (ASKS[permission] ?? permission)
}
const ASKS: Record<string, string> = {
  session: 'a sign-in',
  person: 'a person who is signed in',
  superadmin: 'a superadmin',
  feed: 'a feed key',
}

/** What only a superadmin may do, by the feature whose calls ask for one. */
export const superadminsAlone: Record<string, string> = {
  customers:
    'Add users with a subscription, change the plan of one or its dates, and choose which users roles for some cinemas see',
  payments: 'Renew a subscription by charging the stored card',
  privacy: "Export, erase and merge a person's data",
  roles: 'Add, edit and delete roles, superadmins and editors',
  'hero-banners': 'Add hero banners',
  vouchers: 'See and download the codes of vouchers',
  feed: 'Create, change and revoke feed keys',
  'service-tokens': 'Create and revoke service tokens',
  connections: 'See and test connections, refresh the schedule, resend emails',
  outbox: "Read the demo's outbox",
  approvals: 'Set which acts a second person must approve',
}

/**
 * A role that somebody has for some cinemas: '*' or single permissions, and the ids of the cinemas, those of whole states
 * among them.
 */
export type CinemaRole = {
  permissions: string[]
  cinemas: string[]
  states?: number[] | undefined
  pointsLimit?: number | undefined
}

/** The signed-in person as far as rights go: '*' or single permissions for all cinemas, and what they may at some besides. */
export type Rights = { userType: string; permissions: readonly string[]; cinemaRoles?: CinemaRole[] | undefined }

/** Where somebody may do a thing: in the whole chain, or with what belongs to these cinemas. */
export type Scope = 'chain' | readonly string[]

/** The user types of programs: one that calls with a feed key, and one that calls with a service token. */
export const FEED_KEY = 'feed'
export const SERVICE_TOKEN = 'token'
export const isProgram = ({ userType }: Rights) => userType === FEED_KEY || userType === SERVICE_TOKEN

export const isAdmin = (userType: string) => userType.toLowerCase().includes('admin')
export const isSuperadmin = (userType: string) => userType.toLowerCase().replace(/\s/g, '') === 'superadmin'

/** Points that one line of their ledger holds at most, and that a new role lets its people move at once. */
export const POINTS_MOST = 1_000_000
export const POINTS_LIMIT = 10_000

/**
 * How many points a person awards, redeems or takes back at once: as their role says, superadmins what a line holds. Of
 * several roles for some cinemas that allow it the least, as customers belong to many cinemas.
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

const NO_PERSON = 'That is for people: a service token has no account'

/** What a call asks for, one by one. */
export const permissionsOf = (permission: string | readonly string[]): readonly string[] =>
  typeof permission === 'string' ? [permission] : permission

/**
 * Why a person may not do a thing, in words for a tooltip; undefined when they may, which takes each permission of a list.
 * The server refuses by the same rule.
 */
export const refusal = (me: Rights | undefined, permission: string | readonly string[]): string | undefined =>
  permissionsOf(permission)
    .map((one) => refusalOf(me, one))
    .find((reason) => reason !== undefined)

const refusalOf = (me: Rights | undefined, permission: string): string | undefined => {
  if (permission === 'public') return
  if (!me) return 'Sign in first'
  // A program is no person: its key is good for the feed, and nothing else is.
  if (permission === 'feed' || me.userType === FEED_KEY)
    return permission === me.userType ? undefined : 'That is for programs with a feed key alone'
  if (permission === 'person' && me.userType === SERVICE_TOKEN) return NO_PERSON
  if (permission === 'session' || permission === 'person' || isSuperadmin(me.userType)) return
  if (permission === 'superadmin') return 'Only a superadmin can do this'
  if (permission === MANAGE_PEOPLE && me.userType === SERVICE_TOKEN) return NO_PERSON
  if (allows(me.permissions, permission)) return
  const [area, verb] = permission.split(':') as [Area, Verb]
  if (me.cinemaRoles?.some(({ permissions }) => allows(permissions, permission)))
    return canBeAtCinemas(permission) ? undefined : NEEDS_CHAIN_SCOPE
  return `Your role does not allow you to ${VERBS[verb].toLowerCase()}: ${areas[area]?.label ?? area}`
}

/** Whether a role's permissions contain one. */
export const allows = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes(permission) || (permission !== MANAGE_PEOPLE && permissions.includes('*'))

/** Why a person may not make a call, as far as it is known before it is said what the call is about. */
export const refusalOfCall = (
  me: Rights | undefined,
  { permission, scope }: { permission: string | readonly string[]; scope?: 'chain' },
): string | undefined =>
  refusal(me, permission) ??
  (scope === 'chain' && me && scopeOf(me, permission) !== 'chain' ? NEEDS_CHAIN_SCOPE : undefined)

/**
 * Why a person may not do a thing wherever they may do another one: a screen of the other one may have something of any of
 * these cinemas.
 */
export function refusalWherever(me: Rights, permission: string, other: string): string | undefined {
  const reason = refusal(me, permission)
  if (reason) return reason
  const [scope, otherScope] = [scopeOf(me, permission), scopeOf(me, other)]
  if (scope === 'chain' || (otherScope !== 'chain' && otherScope.every((id) => scope.includes(id)))) return
  return otherScope === 'chain' ? NEEDS_CHAIN_SCOPE : OTHER_CINEMA
}

/** Why somebody who may do it at some cinemas may not do it. */
export const NEEDS_CHAIN_SCOPE = 'That concerns the whole chain, and your role is for some of its cinemas'
export const OTHER_CINEMA = 'That belongs to a cinema that your role is not for'

/** Whether a permission allows anything to somebody who has it for some cinemas. */
export function canBeAtCinemas(permission: string): boolean {
  const [area, verb] = permission.split(':') as [Area, Verb]
  const at = placeOf(area)
  return at === 'cinema' || at === 'any' || at === 'people' || (at === 'see' && verb !== 'write')
}
const placeOf = (area: Area) => (areas[area] as { at?: 'cinema' | 'see' | 'any' | 'people' } | undefined)?.at

/** Where somebody may do what takes these permissions, whom nothing refuses it (`refusal`). */
export function scopeOf(me: Rights, permission: string | readonly string[]): Scope {
  let scope: Scope = 'chain'
  for (const one of permissionsOf(permission)) {
    const its = scopeOfOne(me, one)
    if (its === 'chain') continue
    scope = scope === 'chain' ? its : scope.filter((id) => its.includes(id))
  }
  return scope
}

/** What somebody may do for the whole chain, without their roles for some cinemas. */
export const withChainRights = ({ userType, permissions: everywhere }: Rights): Rights => ({
  userType,
  permissions: everywhere,
})

/** The cinemas that somebody has anything to do with: those of their roles, where none of these is for all. */
export function cinemasOf({ userType, permissions: everywhere, cinemaRoles = [] }: Rights): Scope {
  if (isSuperadmin(userType) || everywhere.length || !cinemaRoles.length) return 'chain'
  return cinemasIn(cinemaRoles)
}
const cinemasIn = (cinemaRoles: readonly CinemaRole[]) => [...new Set(cinemaRoles.flatMap(({ cinemas }) => cinemas))]

function scopeOfOne(me: Rights, permission: string): Scope {
  const [area] = permission.split(':') as [Area]
  return placeOf(area) === 'cinema' ? grantedAt(me, permission) : 'chain'
}

/** Where somebody has a permission, whom nothing refuses it: also one to see what all cinemas share. */
export const grantedAt = (me: Rights, permission: string): Scope =>
  isSuperadmin(me.userType) || allows(me.permissions, permission)
    ? 'chain'
    : cinemasIn(me.cinemaRoles?.filter(({ permissions }) => allows(permissions, permission)) ?? [])
