import type { Policy } from '#server/db/policies.ts'

export const policy: Policy = {
  rows: { movies: 'shared', movie_cast: 'shared', movie_sources: 'shared', reviews: 'shared' },
}
