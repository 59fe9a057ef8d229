/** External systems that Marquee calls, in the order of their screen. */
export const CONNECTIONS = [
  'point-of-sale',
  'movie-database',
  'object-storage',
  'mail',
  'payments',
  'push',
  'short-links',
] as const
/** Maximum number of unreadable records stored per connection. */
export const MOST_UNREAD = 200
export type ConnectionName = (typeof CONNECTIONS)[number]
