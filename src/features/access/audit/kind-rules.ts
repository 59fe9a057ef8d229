/** Kinds and areas of audit log entries, by their action `feature.call`. */

/** Kinds by the name of the call: the first match applies, else “Changed”. */
const ACTION_KINDS = [
  ['refused', 'Denied', /^.+\.refused$/],
  ['signed-in', 'Signed in', /^(login|confirm)$/],
  ['signed-out', 'Signed out', /^(logout|endSessions?|endOthers)$/],
  ['opened', 'Viewed', /^(fetch|codes|booking|guestBookings|member)$/],
  ['exported', 'Exported', /(^csv|Csv|^export.*)$/],
  ['deleted', 'Deleted', /^(remove|delete|retire|erase|revoke|void|forget|cancel)/],
  ['created', 'Created', /^(create|add|award|book|invite|linkUpload|reissue|send|upload)/],
  ['changed', 'Changed', /^/],
] as const

export type ActionKind = (typeof ACTION_KINDS)[number][0]
export const ACTION_KIND_NAMES = ACTION_KINDS.map(([kind]) => kind) as [ActionKind, ...ActionKind[]]
export const ACTION_KIND_LABELS = Object.fromEntries(ACTION_KINDS.map(([kind, label]) => [kind, label])) as Record<
  ActionKind,
  string
>

/** Areas with their label, as in the sidebar, and their features. */
const AREAS = {
  movies: ['Movies', 'movies', 'movieStats', 'catalogue', 'programme'],
  'hero-banners': ['Hero banners', 'hero-banners'],
  promotions: ['Promotions', 'promotions', 'landing-page'],
  concessions: ['Concessions', 'concessions', 'edibles', 'price-changes', 'margin'],
  merchandise: ['Merchandise', 'merchandise'],
  tickets: ['Tickets Log', 'tickets'],
  'kids-club': ['Kids Klub', 'kids-club'],
  events: ['FH+ Event', 'events'],
  notifications: ['Notifications', 'notifications', 'audiences'],
  'referral-links': ['Referral links', 'referral-links'],
  users: ['Users', 'customers', 'privacy'],
  points: ['Points', 'points'],
  tiers: ['Membership Tiers', 'tiers'],
  payments: ['Payments', 'payments', 'payment-logs', 'reconciliation', 'day-close'],
  cubes: ['Cube bookings', 'cubes'],
  vouchers: ['Bulk vouchers', 'vouchers'],
  categories: ['Categories', 'categories'],
  media: ['Images and files', 'media'],
  analytics: ['Analytics', 'analytics'],
  admins: ['Admin Settings', 'admins', 'roles'],
  account: [
    'Sign-in and accounts',
    'session',
    'account',
    'factors',
    'single-sign-on',
    'invitations',
    'alerts',
    'views',
    'bulk-actions',
    'reports',
    'imports',
  ],
  connections: [
    'Connections',
    'connections',
    'cinemas',
    'mail',
    'outbox',
    'search',
    'calendar',
    'recently-deleted',
    'demo',
  ],
  programs: ['Feed keys and service tokens', 'feed', 'service-tokens'],
  'error-logs': ['Error Logs', 'error-logs'],
  approvals: ['Approvals', 'approvals'],
  audit: ['Audit log', 'audit'],
} as const

export type Area = keyof typeof AREAS
export const AREA_NAMES = Object.keys(AREAS) as [Area, ...Area[]]
export const areaLabel = (area: Area): string => AREAS[area][0]

export const actionKindOf = (action: string): ActionKind => {
  const call = action.slice(action.indexOf('.') + 1)
  return ACTION_KINDS.find(([, , fits]) => fits.test(call))![0]
}

/** Returns the area of an action; undefined if its feature has none. */
export const areaOf = (action: string): Area | undefined => {
  const feature = action.split('.')[0]!
  return AREA_NAMES.find((area) => (AREAS[area].slice(1) as string[]).includes(feature))
}
