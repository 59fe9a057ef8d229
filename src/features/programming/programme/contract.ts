import * as z from 'zod/mini'
import { ColumnChoice, Day, Instant, paging, SearchTerm, sorting } from '#contract/atoms.ts'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { choice } from '#contract/filter.ts'
import { addDays } from '#contract/time.ts'
import { CinemaChoice } from '#features/programming/cinemas/contract.ts'
import { PART_NAMES } from '#features/programming/movies/part-rules.ts'
import { BOARD_ROWS, CHANGES, messages, SCHEDULE_DAYS } from './rules.ts'

/** A film of a cinema week. */
export const BoardRow = z.object({
  movie_id: z.string(),
  movie_title: z.string(),
  /** As the point of sale writes it. */
  movie_name: z.string(),
  small_poster: z.nullable(z.string()),
  opens_on: z.nullable(Day),
  /** It opens in this week. */
  is_opening: z.boolean(),
  cinemas: z.int(),
  showings: z.int(),
  /** Seats sold in the showings that have not begun, and in all of the week. */
  advance: z.int(),
  occupied: z.int(),
  rating: z.string(),
  /** Whether staff have saved anything about it. */
  is_entered: z.boolean(),
  lacks: z.array(z.enum(PART_NAMES)),
  is_available_for_display: z.boolean(),
})
export type BoardRow = z.infer<typeof BoardRow>

const permission = 'movies:read'
const boardFilter = {
  /** Any day of the cinema week; without it, this week. */
  week: z.optional(Day),
  cinemas: CinemaChoice,
  search: SearchTerm,
  status: z.optional(z.enum(['approved', 'not-approved'])),
  /** What a film lacks; `-` for those that lack nothing. */
  lacks: choice(PART_NAMES, `lacks must be one of ${PART_NAMES.join(', ')}`, { canBeEmpty: true }),
  opening: z.optional(z.enum(['yes', 'no'])),
  sort: sorting('movie_title', 'opens_on', 'cinemas', 'showings', 'advance', 'occupied', 'rating', 'status'),
}

/** What of a week waits for approval: showings that have not begun. */
const Waiting = z.object({ from: Day, titles: z.int(), showings: z.int() })

/** A showing in its screen. */
export const Showing = z.object({
  id: z.string(),
  movie_id: z.string(),
  movie_title: z.string(),
  is_approved: z.boolean(),
  screen_id: z.string(),
  day: Day,
  starts_at: Instant,
  ends_at: Instant,
  /** As last reported by the point of sale; null where it does not say how many seats the screen has. */
  sold: z.nullable(z.int()),
  free: z.int(),
  change: z.nullable(z.enum(CHANGES)),
  /** Of one that was moved: its start, screen and film before. */
  was: z.nullable(z.object({ starts_at: Instant, screen_name: z.string(), movie_title: z.string() })),
})
export type Showing = z.infer<typeof Showing>

const CinemaProgramme = z.object({
  cinema_id: z.string(),
  cinema_name: z.string(),
  screens: z.array(z.object({ id: z.string(), name: z.string(), seats: z.int() })),
  showings: z.array(Showing),
})
export type CinemaProgramme = z.infer<typeof CinemaProgramme>

/**
 * What plays in the chain's cinemas. All cinemas share the films; whoever has to do with some cinemas alone sees the
 * showings of these.
 */
export const programme = allOfBusinessDays(
  endpoints('programme', {
    board: {
      method: 'GET',
      path: '/programme/board',
      permission,
      summary: 'List movies that play or open in a cinema week with their missing details, most showings first',
      allowReplica: true,
      query: z.object({ ...paging(BOARD_ROWS), ...boardFilter }),
      reply: z.object({
        films: z.array(BoardRow),
        totalCount: z.int(),
        week: z.object({ from: Day, until: Day }),
      }),
    },
    boardCsv: {
      method: 'GET',
      path: '/programme/board.csv',
      permission: 'movies:export',
      summary: 'Export the programme of a cinema week as CSV',
      allowReplica: true,
      query: z.object({ ...boardFilter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    waiting: {
      method: 'GET',
      path: '/programme/waiting',
      permission,
      summary: 'Count unapproved movies with future showings in this and the next cinema week',
      allowReplica: true,
      reply: z.object({ weeks: z.array(Waiting) }),
    },
    schedule: {
      method: 'GET',
      path: '/programme/schedule',
      permission,
      summary: 'List showings by cinema and day, with seats sold and free, and changes since the day before',
      allowReplica: true,
      query: z.object({ start_date: Day, end_date: Day, cinemas: CinemaChoice }).check(
        z.refine(({ start_date, end_date }) => end_date >= start_date, {
          path: ['end_date'],
          error: messages.backwards,
        }),
        z.refine(({ start_date, end_date }) => end_date < start_date || end_date < addDays(start_date, SCHEDULE_DAYS), {
          path: ['end_date'],
          error: messages.tooLong,
        }),
      ),
      reply: z.object({
        cinemas: z.array(CinemaProgramme),
        /** The start of yesterday: what changed from then on is marked. */
        changed_since: Instant,
        as_of: z.nullable(Instant),
      }),
    },
  }),
)
