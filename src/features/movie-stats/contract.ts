import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, paging, SearchTerm, sorting, TABLE_ROWS } from '#contract/atoms.ts'
import { atCinemas, ofCinemas, rangeChecks, rangeFields } from '../analytics/contract.ts'

const figures = {
  tickets_sold: z.int(),
  revenue: z.number(),
  showings: z.int(),
  /** Percent; null where no seats are known. */
  occupancy: z.nullable(z.number()),
}

/** What a movie did in a range of days; `movie_id` is empty for sales whose movie was not reported. */
export const MovieStat = z.object({
  movie_id: z.string(),
  movie_name: z.string(),
  small_poster: z.nullable(z.string()),
  ...figures,
  likes: z.int(),
  dislikes: z.int(),
})
export type MovieStat = z.infer<typeof MovieStat>

const may = 'analytics:read'
const filter = {
  ...rangeFields,
  ...atCinemas,
  search: SearchTerm,
  sort: sorting('movie_name', 'tickets_sold', 'revenue', 'showings', 'occupancy', 'likes', 'dislikes'),
}

export const movieStats = endpoints('movieStats', {
  list: {
    method: 'GET',
    path: '/analytics/movies-stats',
    may,
    summary: 'What each movie did in a range of days: tickets, revenue, occupancy, likes; and all of them together',
    mayLag: true,
    ...ofCinemas,
    query: z.object({ ...paging(TABLE_ROWS), ...filter }).check(...rangeChecks),
    reply: z.object({ movies: z.array(MovieStat), totalCount: z.int(), totals: z.object(figures) }),
  },
  csv: {
    method: 'GET',
    path: '/analytics/movies-stats.csv',
    may: 'analytics:export',
    summary: 'The same as CSV',
    mayLag: true,
    ...ofCinemas,
    query: z.object({ ...filter, columns: ColumnChoice }).check(...rangeChecks),
    stream: 'text/csv',
  },
})
