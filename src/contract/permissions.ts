/**
 * The areas a role can be given, each with read and write (decisions: Roles). An area joins the list with its feature.
 * The label is what staff read in the role matrix and in a refused button's reason.
 */
export const areas = {
  analytics: 'Analytics',
  movies: 'Movies',
  catalogue: 'Film catalogue',
  media: 'Images and files',
  customers: 'Users',
  'kids-club': 'Kids club',
  points: 'Points and loyalty',
  tiers: 'Membership tiers',
  payments: 'Payments',
  admins: 'Admin settings',
  'referral-links': 'Referral links',
  categories: 'Categories',
  vouchers: 'Bulk vouchers',
  'hero-banners': 'Hero banners',
  promotions: 'Promotions',
  notifications: 'Notifications',
  cubes: 'Cubes and their bookings',
  concessions: 'Concessions and combo deals',
  edible: 'Food and beverages',
  product: 'Merchandise',
  events: 'Events',
  tickets: 'Ticket log',
  'payment-logs': 'Payment logs',
  refunds: 'Refunds',
  'error-logs': 'Error logs',
  audit: 'Audit log',
} as const

export type Area = keyof typeof areas
export type Permission = `${Area}:${'read' | 'write'}`
export const permissions = Object.keys(areas).flatMap((area) => [`${area}:read`, `${area}:write`]) as Permission[]

/** The signed-in person as far as rights go; `permissions` holds '*' or single permissions. */
export type Rights = { userType: string; permissions: readonly string[] }

/** The user type of a program that calls with a feed key. */
export const FEED_KEY = 'feed'

export const isAdmin = (userType: string) => userType.toLowerCase().includes('admin')
export const isSuperadmin = (userType: string) => userType.toLowerCase().replace(/\s/g, '') === 'superadmin'

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
  if (may === 'session' || isSuperadmin(me.userType)) return
  if (may === 'superadmin') return 'Only a superadmin can do this'
  if (me.permissions.includes('*') || me.permissions.includes(may)) return
  const [area, verb] = may.split(':') as [Area, string]
  return `Your role does not allow you to ${verb === 'read' ? 'see' : 'change'}: ${areas[area] ?? area}`
}
