import { sql } from 'drizzle-orm'
import { addDays, daysAsInstants, dayOf, startOfDay, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { CinemaProgramme, Showing } from '../contract.ts'
import type { Change } from '../rules.ts'
import { bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

type Query = { start_date: Day; end_date: Day; cinemas?: string[] | undefined; zone: string; now: Date }

/** What changed from the start of yesterday on is marked. */
export const changedSince = (now: Date, zone: string): Date => startOfDay(addDays(dayOf(now, zone), -1), zone)

const screenRow = { cinema_id: text, cinema: text, id: text, name: text, seats: number }
const row = {
  cinema_id: text,
  id: text,
  movie_id: text,
  title: text,
  is_approved: bool,
  screen_id: text,
  starts_at: text,
  ends_at: text,
  seats: number,
  seats_available: number,
  change: orNull(textOf<Change>()),
  previous_starts_at: orNull(text),
  was_screen: orNull(text),
  was_title: orNull(text),
}
type Row = RowOf<typeof row>

/**
 * The showings of some days in their screens, cinemas by name: those that stand, and those that were cancelled since
 * yesterday. One of a day that was known before is added; a day that has just come is new as a whole.
 */
export async function scheduleOf(db: Db, requested: Query): Promise<CinemaProgramme[]> {
  const [from, until] = daysAsInstants(requested.start_date, requested.end_date, requested.zone)
  const since = changedSince(requested.now, requested.zone).toISOString()
  const ofThese = requested.cinemas ? sql`and s.cinema_id = any(${listOf(requested.cinemas, 'text')})` : sql``
  const within = sql`s.starts_at >= ${from.toISOString()} and s.starts_at < ${until.toISOString()} ${ofThese}`
  const wasElsewhere = sql`(s.previous_movie_id, s.previous_screen_id, s.previous_starts_at) is distinct from
    (s.movie_id, s.screen_id, s.starts_at)`
  const { rows } = await query(db, row)`
    with shown as materialized (
      select * from showtimes s where s.cancelled_at is null and ${within}
      union all
      select * from showtimes s where s.cancelled_at >= ${since} and ${within}
    ), marked as (
      select s.*,
        case when s.cancelled_at is not null then 'cancelled'
          when s.changed_at >= ${since} and ${wasElsewhere} then 'moved'
          when s.added_at >= ${since} and bool_or(s.added_at is null or s.added_at < ${since})
            over (partition by s.cinema_id, (s.starts_at at time zone ${requested.zone})::date) then 'added' end as change
      from shown s
    )
    select s.cinema_id, s.id, s.movie_id, coalesce(nullif(m.title, ''), m.name) as title, m.is_approved, s.screen_id,
      s.starts_at, s.ends_at, k.seats, s.seats_available, s.change,
      case when s.change = 'moved' then s.previous_starts_at end as previous_starts_at,
      case when s.change = 'moved' then coalesce(was.name, s.previous_screen_id) end as was_screen,
      case when s.change = 'moved' then coalesce(nullif(w.title, ''), w.name, s.previous_movie_id) end as was_title
    from marked s
    join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
    join movies m on m.id = s.movie_id
    left join screens was on s.change = 'moved' and was.cinema_id = s.cinema_id and was.id = s.previous_screen_id
    left join movies w on s.change = 'moved' and w.id = s.previous_movie_id
    order by s.starts_at, s.screen_id, s.id`
  const showings = Map.groupBy(rows, (row) => row.cinema_id)
  const groups = await screensOf(db, requested.cinemas, [...showings.keys()])
  return [...Map.groupBy(groups, (screen) => screen.cinema_id)].map(([cinema_id, screens]) => ({
    cinema_id,
    cinema_name: screens[0]!.cinema,
    screens: screens.map(({ id, name, seats }) => ({ id, name, seats })),
    showings: (showings.get(cinema_id) ?? []).map((row) => toShowing(row, requested.zone)),
  }))
}

/** The screens of open cinemas, and of those that had showings, by the cinema's name. */
async function screensOf(db: Db, cinemas: readonly string[] | undefined, listed: readonly string[]) {
  const { rows } = await query(db, screenRow)`
    select k.cinema_id, c.name as cinema, k.id, k.name, k.seats
    from screens k join cinemas c on c.id = k.cinema_id
    where (c.closed_at is null or c.id = any(${listOf(listed, 'text')}))
      ${cinemas ? sql`and k.cinema_id = any(${listOf(cinemas, 'text')})` : sql``}
    order by c.name collate "und-x-icu", c.id, k.id`
  return rows
}

const toShowing = (row: Row, zone: string): Showing => ({
  id: row.id,
  movie_id: row.movie_id,
  movie_title: row.title,
  is_approved: row.is_approved,
  screen_id: row.screen_id,
  day: dayOf(row.starts_at, zone),
  starts_at: new Date(row.starts_at).toISOString(),
  ends_at: new Date(row.ends_at).toISOString(),
  sold: row.seats > 0 ? Math.max(0, row.seats - row.seats_available) : null,
  free: row.seats_available,
  change: row.change,
  was:
    row.previous_starts_at === null
      ? null
      : {
          starts_at: new Date(row.previous_starts_at).toISOString(),
          screen_name: row.was_screen!,
          movie_title: row.was_title!,
        },
})
