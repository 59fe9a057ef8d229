import type pg from 'pg'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import { programme } from '#features/programming/programme/contract.ts'
import type { Case } from '../compare.ts'
import { ZONE } from '../seeding.ts'
import { cinemaOf } from './seed.ts'

/** How many showings there are. */
export async function sizeOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from showtimes')
  return rows[0]!.n
}

export function cases(): Case[] {
  const today = dayOf(new Date(), ZONE)
  const week = cinemaWeek(today, 'friday').from
  const at = (path: string, query: Record<string, string> = {}) =>
    `/api${path}${Object.keys(query).length ? '?' : ''}${new URLSearchParams(query)}`
  const days = (start_date: Day, end_date: Day) => ({ start_date, end_date })
  const day = addDays(week, 7)
  return [
    {
      name: 'board of this week',
      path: at(programme.board.path, { week, page: '1', perPage: '50' }),
      bare: board(week, ''),
    },
    {
      name: 'board of a cinema',
      path: at(programme.board.path, { week, page: '1', perPage: '50', cinemas: cinemaOf(3) }),
      bare: board(week, cinemaOf(3)),
    },
    { name: 'what waits for approval', path: at(programme.waiting.path), bare: waiting(week) },
    {
      name: 'schedule of a day, all cinemas',
      path: at(programme.schedule.path, days(day, day)),
      bare: schedule(day, day, ''),
    },
    {
      name: 'schedule of a week, one cinema',
      path: at(programme.schedule.path, { ...days(week, addDays(week, 6)), cinemas: cinemaOf(3) }),
      bare: schedule(week, addDays(week, 6), cinemaOf(3)),
    },
  ]
}

type Answer = (pool: pg.Pool) => Promise<unknown>
const of = (cinema: string) => (cinema ? `and s.cinema_id = '${cinema}'` : '')
const inRange = (from: Day, until: Day) =>
  `s.starts_at >= '${startOfDay(from, ZONE).toISOString()}' and s.starts_at < '${startOfDay(addDays(until, 1), ZONE).toISOString()}'`

const board =
  (from: Day, cinema: string): Answer =>
  async (pool) => {
    const until = addDays(from, 6)
    const opens = `m.opens_on between '${from}' and '${until}'`
    const { rows } = await pool.query<object>(
      `with shown as (
         select s.movie_id, count(*)::int as showings, count(distinct s.cinema_id)::int as cinemas,
           sum(k.seats - s.seats_available)::int as taken,
           coalesce(sum(k.seats - s.seats_available) filter (where s.starts_at > now()), 0)::int as advance
         from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
         where s.cancelled_at is null and ${inRange(from, until)} ${of(cinema)} group by s.movie_id
       )
       select m.id as movie_id, m.title as movie_title, m.name as movie_name, m.poster_small as small_poster,
         m.opens_on::text, ${opens} as is_opening, coalesce(s.cinemas, 0) as cinemas, coalesce(s.showings, 0) as showings,
         coalesce(s.advance, 0) as advance, coalesce(s.taken, 0) as taken, m.censor_rating as rating,
         m.has_details as is_entered,
         array_remove(array[case when m.poster = '' then 'artwork' end, case when m.censor_rating = 'TBC' then 'rating' end,
           case when not exists (select from movie_cast c where c.movie_id = m.id) then 'cast' end], null) as lacks,
         m.is_approved as is_available_for_display
       from movies m left join shown s on s.movie_id = m.id
       where m.deleted_at is null and (s.movie_id is not null ${cinema ? '' : `or ${opens} and m.pos_listed_since is not null`})
       order by is_opening desc, showings desc, m.title, m.id`,
    )
    return { films: rows.slice(0, 50), totalCount: rows.length, week: { from, until } }
  }

const waiting =
  (week: Day): Answer =>
  async (pool) => {
    const next = addDays(week, 7)
    const { rows } = await pool.query<{ from: Day }>(
      `select case when s.starts_at < '${startOfDay(next, ZONE).toISOString()}' then '${week}' else '${next}' end as from,
         count(distinct s.movie_id)::int as titles, count(*)::int as showings
       from showtimes s join movies m on m.id = s.movie_id
       where s.cancelled_at is null and not m.is_approved and s.starts_at >= now() and ${inRange(week, addDays(next, 6))}
       group by 1 order by 1`,
    )
    return {
      weeks: [week, next].map((from) => rows.find((row) => row.from === from) ?? { from, titles: 0, showings: 0 }),
    }
  }

const schedule =
  (from: Day, until: Day, cinema: string): Answer =>
  async (pool) => {
    const [auditoriums, listed] = await Promise.all([
      pool.query<{ cinema_id: string; name: string; id: string; screen: string; seats: number }>(
        `select k.cinema_id, c.name, k.id, k.name as screen, k.seats from screens k join cinemas c on c.id = k.cinema_id
         ${cinema ? `where c.id = '${cinema}'` : ''} order by c.name, k.id`,
      ),
      pool.query<Record<string, string & number & boolean>>(
        `select s.cinema_id, s.id, s.movie_id, m.title, m.is_approved, s.screen_id, s.starts_at, s.ends_at,
           k.seats - s.seats_available as sold, s.seats_available as free
         from showtimes s join movies m on m.id = s.movie_id
         join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
         where s.cancelled_at is null and ${inRange(from, until)} ${of(cinema)}
         order by s.starts_at, s.screen_id, s.id`,
      ),
    ])
    const showings = Map.groupBy(listed.rows, (row) => row.cinema_id)
    const yesterday = startOfDay(addDays(dayOf(new Date(), ZONE), -1), ZONE)
    return {
      cinemas: [...Map.groupBy(auditoriums.rows, (row) => row.cinema_id)].map(([cinema_id, screens]) => ({
        cinema_id,
        cinema_name: screens[0]!.name,
        screens: screens.map(({ id, screen, seats }) => ({ id, name: screen, seats })),
        showings: (showings.get(cinema_id as never) ?? []).map((row) => ({
          id: row.id,
          movie_id: row.movie_id,
          movie_title: row.title,
          is_approved: row.is_approved,
          screen_id: row.screen_id,
          day: dayOf(row.starts_at!, ZONE),
          starts_at: new Date(row.starts_at!).toISOString(),
          ends_at: new Date(row.ends_at!).toISOString(),
          sold: row.sold,
          free: row.free,
          change: null,
          was: null,
        })),
      })),
      changed_since: yesterday.toISOString(),
      as_of: null,
    }
  }
