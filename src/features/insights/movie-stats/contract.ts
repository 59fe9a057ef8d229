import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, paging, PosId, SearchTerm, sorting, TABLE_ROWS } from '#contract/atoms.ts'
import { amounts, counts } from '#contract/filter.ts'
import { atCinemas, ofCinemas } from '#features/programming/cinemas/contract.ts'
import { rangeChecks, rangeFields, upTo } from '#contract/range.ts'
import { ADVICE, DAYPARTS } from './rules.ts'

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

const permission = 'analytics:read'
const filter = {
  ...rangeFields,
  ...atCinemas,
  search: SearchTerm,
  tickets_sold: counts(),
  revenue: amounts(),
  showings: counts(),
  /** Percent; empty where no seats are known. */
  occupancy: counts({ canBeEmpty: true }),
  likes: counts(),
  dislikes: counts(),
  sort: sorting('movie_name', 'tickets_sold', 'revenue', 'showings', 'occupancy', 'likes', 'dislikes'),
}

/** A cinema week of a film. */
export const FilmWeek = z.object({
  from: Day,
  until: Day,
  /** Which week it is since the film opened; null where that is not known. */
  number: z.nullable(z.int()),
  ...figures,
  /** Tickets in percent of the week before; of the running week its days that are over, of the same days then. */
  change: z.nullable(z.number()),
  is_running: z.boolean(),
})
export type FilmWeek = z.infer<typeof FilmWeek>

/** A film at a cinema in a cinema week. */
export const FilmAtCinema = z.object({
  cinema_id: z.string(),
  cinema_name: z.string(),
  tickets_sold: z.int(),
  change: z.nullable(z.number()),
  showings: z.int(),
  occupancy: z.nullable(z.number()),
  /** Seats sold for each showing of the film, and of everything that the cinema showed. */
  per_showing: z.nullable(z.number()),
  cinema_per_showing: z.nullable(z.number()),
  /** Showings in the week after. */
  next_showings: z.int(),
  advice: z.nullable(z.enum(ADVICE)),
})
export type FilmAtCinema = z.infer<typeof FilmAtCinema>

export const movieStats = allOfBusinessDays(
  endpoints('movieStats', {
    list: {
      method: 'GET',
      path: '/analytics/movies-stats',
      permission,
      summary: 'Get figures per movie in a period: tickets, revenue, occupancy and likes, with totals',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...paging(TABLE_ROWS), ...filter, up_to: upTo }).check(...rangeChecks),
      reply: z.object({
        movies: z.array(MovieStat),
        totalCount: z.int(),
        totals: z.object(figures),
        /** Of tickets at these cinemas; nothing before it can be compared with. */
        first_sale_on: z.nullable(Day),
      }),
    },
    csv: {
      method: 'GET',
      path: '/analytics/movies-stats.csv',
      permission: 'analytics:export',
      summary: 'Export the figures per movie as CSV',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...filter, columns: ColumnChoice }).check(...rangeChecks),
      stream: 'text/csv',
    },
    film: {
      method: 'GET',
      path: '/analytics/movies-stats/{id}',
      permission,
      summary: 'Get a movie’s figures per cinema week; for one week also by cinema and time of day',
      allowReplica: true,
      ...ofCinemas,
      params: z.object({ id: PosId }),
      query: z.object({
        ...atCinemas,
        /** Any day of the week; without it, the running one from its second day, or the one before while only that gives advice. */
        week: z.optional(Day),
      }),
      reply: z.object({
        movie_id: z.string(),
        movie_name: z.string(),
        small_poster: z.nullable(z.string()),
        opens_on: z.nullable(Day),
        likes: z.int(),
        dislikes: z.int(),
        /** The last ones, newest first. */
        weeks: z.array(FilmWeek),
        /** What the rest is of. */
        week: z.object({ from: Day, until: Day }),
        cinemas: z.array(FilmAtCinema),
        dayparts: z.array(
          z.object({
            daypart: z.enum(DAYPARTS),
            showings: z.int(),
            seats_sold: z.int(),
            occupancy: z.nullable(z.number()),
          }),
        ),
      }),
    },
  }),
)
