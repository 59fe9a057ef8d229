/** The outside systems that the back office speaks with, in the order of their screen. */
export const CONNECTIONS = [
  'point-of-sale',
  'movie-database',
  'object-storage',
  'mail',
  'payments',
  'push',
  'short-links',
] as const
/** Records that cannot be read are kept of a connection at most so many. */
export const MOST_UNREAD = 200
export type ConnectionName = (typeof CONNECTIONS)[number]
