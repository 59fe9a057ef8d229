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
export type ConnectionName = (typeof CONNECTIONS)[number]
