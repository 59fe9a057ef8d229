/**
 * The areas a role can be given (decisions: Roles), by the names of the sidebar, with what each permission of an area
 * allows, in words for people. What is not said here is no permission: a test holds that these are what the calls ask for.
 */
export const areas = {
  analytics: {
    label: 'Analytics',
    read: 'The dashboard, purchase history, churn and movie figures',
    export: 'Figures as CSV',
  },
  movies: {
    label: 'Movies',
    read: 'All movies, coming soon, reviews',
    write: 'Edit, show and hide movies',
    export: 'The lists as CSV',
  },
  catalogue: {
    label: 'Film catalogue',
    read: 'Search the movie database',
    write: 'Add, edit and delete catalogue films',
  },
  media: { label: 'Images and files', write: 'Upload images and videos' },
  customers: {
    label: 'Users',
    read: 'Users, guests, churn and profiles, with contact details',
    write: 'Edit profiles and cards, send reset links, clear tokens',
    export: 'Users, guests and churn as CSV',
  },
  'kids-club': {
    label: 'Kids Klub',
    read: 'Members with their guardians',
    write: 'Edit and remove members; to add one takes Users too',
    export: 'Members as CSV',
  },
  points: {
    label: 'Points',
    read: 'Members, tiers and the history of points',
    write: 'Award, redeem and reverse points, change tiers',
    export: 'Members as CSV',
  },
  tiers: {
    label: 'Membership Tiers',
    read: 'Plans with their subscribers',
    write: 'Add, price, edit and retire plans',
    export: 'Plans as CSV',
  },
  payments: { label: 'Stored cards', write: "Delete a customer's stored card" },
  admins: { label: 'Admin Settings', read: 'Admins, roles, and who can do what', export: 'Admins as CSV' },
  'referral-links': {
    label: 'Referral links',
    read: 'Links and their sales',
    write: 'Add, edit and delete links',
    export: 'Links as CSV',
  },
  categories: { label: 'Categories', read: 'Event categories', write: 'Add, rename and delete categories' },
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
  },
  cubes: {
    label: 'Cube bookings',
    read: 'Bookings with their guests, and the cubes',
    write: 'Book, reschedule, cancel and approve; edit cubes',
    export: 'Bookings as CSV',
  },
  concessions: {
    label: 'Concessions',
    read: 'What the counters sell, and combo deals',
    write: 'Prices, images, combo deals, on and off sale',
    export: 'Products and combo deals as CSV',
  },
  edible: { label: 'Food and beverages', read: 'Products with their sales', export: 'Products as CSV' },
  product: { label: 'Merchandise', read: 'Products with their sales', export: 'Products as CSV' },
  events: { label: 'FH+ Event', read: 'The events', write: 'Create, edit and delete events', export: 'Events as CSV' },
  tickets: { label: 'Tickets Log', read: 'Every ticket sold, with its buyer', export: 'The log as CSV' },
  'payment-logs': {
    label: 'Payment Logs',
    read: 'Payments, refunds and reconciliation',
    write: 'Run reconciliations and resolve mismatches',
    export: 'Payments as CSV',
  },
  refunds: { label: 'Refunds', write: 'Refund payments and cube bookings' },
  'error-logs': {
    label: 'Error Logs',
    read: 'Errors of the shop, the app and this office',
    write: 'Resolve, ignore and reopen errors',
    export: 'Errors as CSV',
  },
  audit: { label: 'Audit Log', read: 'Who did what and when', export: 'The log as CSV' },
} as const

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
export const permissionInWords = (may: string): string => {
  const [area, verb] = may.split(':') as [Area, Verb]
  return areas[area] ? `${VERBS[verb]}: ${areas[area].label}` : (ASKS[may] ?? may)
}
const ASKS: Record<string, string> = {
  session: 'a sign-in',
  person: 'a person who is signed in',
  superadmin: 'a superadmin',
  feed: 'a feed key',
}

/** What only a superadmin may do, by the feature whose calls ask for one. */
export const superadminsAlone: Record<string, string> = {
  customers: 'Add users with a subscription, and change the plan of one or its dates',
  payments: 'Renew a subscription by charging the stored card',
  privacy: "Export, erase and merge a person's data",
  admins: 'Add, edit and delete admins',
  roles: 'Add, edit and delete roles',
  'hero-banners': 'Add hero banners',
  vouchers: 'See and download the codes of vouchers',
  feed: 'Create, change and revoke feed keys',
  'service-tokens': 'Create and revoke service tokens',
  connections: 'See and test connections, refresh the schedule, resend letters',
  outbox: "Read the demo's outbox",
  approvals: 'Set which acts a second person must approve',
}

/** The signed-in person as far as rights go; `permissions` holds '*' or single permissions. */
export type Rights = { userType: string; permissions: readonly string[] }

/** The user types of programs: one that calls with a feed key, and one that calls with a service token. */
export const FEED_KEY = 'feed'
export const SERVICE_TOKEN = 'token'
export const isProgram = ({ userType }: Rights) => userType === FEED_KEY || userType === SERVICE_TOKEN

export const isAdmin = (userType: string) => userType.toLowerCase().includes('admin')
export const isSuperadmin = (userType: string) => userType.toLowerCase().replace(/\s/g, '') === 'superadmin'

/** Points that one line of their ledger holds at most, and that a new role lets its people move at once. */
export const POINTS_MOST = 1_000_000
export const POINTS_CEILING = 10_000

/** How many points a person awards, redeems or takes back at once: as their role says, superadmins what a line holds. */
export const ceilingOf = (userType: string, ofRole: number | null): number =>
  isSuperadmin(userType) ? POINTS_MOST : (ofRole ?? 0)

const NO_PERSON = 'That is for people: a service token has no account'

/** What a call asks for, one by one. */
export const asked = (may: string | readonly string[]): readonly string[] => (typeof may === 'string' ? [may] : may)

/**
 * Why a person may not do a thing, in words for a tooltip; undefined when they may, which takes each permission of a list.
 * The server refuses by the same rule.
 */
export const refusal = (me: Rights | undefined, may: string | readonly string[]): string | undefined =>
  asked(may)
    .map((one) => refusalOf(me, one))
    .find((reason) => reason !== undefined)

const refusalOf = (me: Rights | undefined, may: string): string | undefined => {
  if (may === 'public') return
  if (!me) return 'Sign in first'
  // A program is no person: its key is good for the feed, and nothing else is.
  if (may === 'feed' || me.userType === FEED_KEY)
    return may === me.userType ? undefined : 'That is for programs with a feed key alone'
  if (may === 'person' && me.userType === SERVICE_TOKEN) return NO_PERSON
  if (may === 'session' || may === 'person' || isSuperadmin(me.userType)) return
  if (may === 'superadmin') return 'Only a superadmin can do this'
  if (me.permissions.includes('*') || me.permissions.includes(may)) return
  const [area, verb] = may.split(':') as [Area, Verb]
  return `Your role does not allow you to ${VERBS[verb].toLowerCase()}: ${areas[area]?.label ?? area}`
}
