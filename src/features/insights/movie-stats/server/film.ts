import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, dayOf, daysAsInstants, daysBetween, weekdayOf, type Day } from '#contract/time.ts'
import { percentage } from '#features/insights/analytics/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Env } from '#server/env.ts'
import type { FilmAtCinema, FilmWeek, movieStats } from '../contract.ts'
import { adviceOf, changeFrom, DAYPART_FROM, DAYPARTS, WEEKS_AHEAD, WEEKS_LISTED } from '../rules.ts'
import { json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

type Film = Output<(typeof movieStats)['film']['reply']>
type Query = {
  cinemas?: string[] | undefined
  week?: Day | undefined
  env: Pick<Env, 'zone' | 'dayZone' | 'weekBegins'>
  now: Date
}
/** Seats of showings, as far as the point of sale says how many there are. */
const OCCUPIED = sql`case when k.seats > 0 then greatest(0, k.seats - s.seats_available) else 0 end`
const per = (part: number, showings: number) => (showings ? part / showings : null)

/** A film by week, and one of its weeks by cinema and by time of day; undefined where there is no such film. */
export async function filmOf(db: Db, id: string, { week, ...requested }: Query): Promise<Film | undefined> {
  const found = await query(db, { name: text, poster: text, opens_on: orNull(text), likes: number, dislikes: number })`
    select coalesce(nullif(title, ''), name) as name, poster_small as poster, opens_on, likes, dislikes
    from movies where id = ${id}`
  const film = found.rows[0]
  if (!film) return
  const { from, ...chosen } = await chosenWeek(db, id, week, requested)
  return {
    movie_id: id,
    movie_name: film.name,
    small_poster: film.poster || null,
    opens_on: film.opens_on,
    likes: film.likes,
    dislikes: film.dislikes,
    weeks: await weeksOf(db, id, film.opens_on, requested),
    week: { from, until: addDays(from, 6) },
    ...chosen,
  }
}

type Week = Pick<Film, 'cinemas' | 'dayparts'> & { from: Day }

/** The week of a day; without one the last that says something: the running one from its second day, as soon as it gives any advice. */
async function chosenWeek(db: Db, id: string, day: Day | undefined, requested: Omit<Query, 'week'>): Promise<Week> {
  const { dayZone, weekBegins } = requested.env
  const read = async (from: Day): Promise<Week> => ({ from, ...(await weekOf(db, id, from, requested)) })
  if (day) return read(cinemaWeek(day, weekBegins).from)
  const today = dayOf(requested.now, dayZone)
  const thisWeek = cinemaWeek(today, weekBegins).from
  const last = () => read(addDays(thisWeek, -7))
  if (today === thisWeek) return last()
  const isJudged = ({ cinemas }: Week) => cinemas.some(({ advice }) => advice !== null)
  const running = await read(thisWeek)
  if (isJudged(running)) return running
  const before = await last()
  return isJudged(before) ? before : running
}

const sumsRow = { tickets: number, kobo: number, showings: number, occupied: number, seats: number }

async function weeksOf(
  db: Db,
  id: string,
  opens: Day | null,
  { cinemas, env: { dayZone, weekBegins }, now }: Query,
): Promise<FilmWeek[]> {
  const today = dayOf(now, dayZone)
  const thisWeek = cinemaWeek(today, weekBegins).from
  const daysOver = daysBetween(thisWeek, today)
  const ofThese = (cinema: SQL) => (cinemas ? sql`and ${cinema} = any(${listOf(cinemas, 'text')})` : sql``)
  const { rows } = await query(db, { ...sumsRow, from: text, so_far: number })`
    with done as (
      select day, count as tickets, kobo, 0 as showings, 0 as occupied, 0 as seats from movie_days
      where movie_id = ${id} ${ofThese(sql`cinema_id`)}
      union all
      select (s.starts_at at time zone ${dayZone})::date, 0, 0, 1, ${OCCUPIED}, k.seats
      from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
      where s.movie_id = ${id} and s.cancelled_at is null and s.starts_at < ${now.toISOString()}
        ${ofThese(sql`s.cinema_id`)}
    ), by_week as (
      select *, (extract(dow from day)::int + ${7 - weekdayOf(thisWeek)}) % 7 as nth from done
    )
    select (day - nth)::text as from, sum(tickets)::bigint as tickets, sum(kobo)::bigint as kobo,
      sum(showings)::int as showings, sum(occupied)::bigint as occupied, sum(seats)::bigint as seats,
      coalesce(sum(tickets) filter (where nth < ${daysOver}), 0)::bigint as so_far
    from by_week group by day - nth order by day - nth desc limit ${WEEKS_LISTED + 1}`
  const opening = opens && cinemaWeek(opens, weekBegins).from
  // A film that comes round again has weeks of its last time: what was sold ahead of this time is of it.
  const isOfThisTime = ({ from }: { from: Day }) => opening === null || from >= addDays(opening, -7 * WEEKS_AHEAD)
  const ofThisTime = rows.some(isOfThisTime) ? rows.filter(isOfThisTime) : rows
  return ofThisTime.slice(0, WEEKS_LISTED).map(({ from, tickets, kobo, showings, occupied, seats, so_far }) => {
    const isRunning = from === thisWeek
    const before = rows.find((row) => row.from === addDays(from, -7))
    const number = opening === null ? 0 : daysBetween(opening, from) / 7 + 1
    const change = isRunning ? changeFrom(before?.so_far ?? 0, so_far) : changeFrom(before?.tickets ?? 0, tickets)
    return {
      from,
      until: addDays(from, 6),
      number: number >= 1 ? number : null,
      tickets_sold: tickets,
      revenue: toNaira(kobo),
      showings,
      occupancy: percentage(occupied, seats),
      // Before the first week there was nothing to fall from.
      change: number === 1 ? null : change,
      is_running: isRunning,
    }
  })
}

const atCinemaRow = {
  cinema_id: text,
  cinema_name: text,
  tickets: number,
  so_far: number,
  so_far_before: number,
  showings: number,
  occupied: number,
  seats: number,
  all_showings: number,
  all_occupied: number,
  next_showings: number,
  dayparts: orNull(json<Record<string, { showings: number; occupied: number; seats: number }>>()),
}
type AtCinema = RowOf<typeof atCinemaRow>

/** A week of a film, by cinema, those with the most tickets first, and by time of day. */
async function weekOf(
  db: Db,
  id: string,
  from: Day,
  { cinemas, env: { zone, dayZone, weekBegins }, now }: Query,
): Promise<Pick<Film, 'cinemas' | 'dayparts'>> {
  const today = dayOf(now, dayZone)
  const isRunning = cinemaWeek(today, weekBegins).from === from
  // Days that can be compared: those that are over.
  const over = isRunning ? today : addDays(from, 7)
  const before = addDays(from, -7)
  const [starts, ends] = daysAsInstants(from, addDays(from, 6), dayZone)
  const [, nextEnds] = daysAsInstants(from, addDays(from, 13), dayZone)
  const ofThese = (cinema: SQL) => (cinemas ? sql`and ${cinema} = any(${listOf(cinemas, 'text')})` : sql``)
  const hour = sql`extract(hour from s.starts_at at time zone ${zone})::int`
  const daypart = sql`case
    when ${hour} >= ${DAYPART_FROM.late} or ${hour} < ${DAYPART_FROM.morning} then 'late'
    when ${hour} >= ${DAYPART_FROM.evening} then 'evening'
    when ${hour} >= ${DAYPART_FROM.afternoon} then 'afternoon' else 'morning' end`
  const { rows } = await query(db, atCinemaRow)`
    with sold as (
      select cinema_id, sum(count) filter (where day >= ${from}) as tickets,
        sum(count) filter (where day >= ${from} and day < ${over}) as so_far,
        sum(count) filter (where day < ${addDays(over, -7)}) as so_far_before
      from movie_days
      where movie_id = ${id} and day between ${before} and ${addDays(from, 6)} ${ofThese(sql`cinema_id`)}
      group by cinema_id
    ), begun as materialized (
      select s.cinema_id, s.movie_id = ${id} as is_film, ${daypart} as daypart, count(*) as showings,
        sum(${OCCUPIED}) as occupied, sum(k.seats) as seats
      from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
      where s.cancelled_at is null and s.starts_at >= ${starts.toISOString()}
        and s.starts_at < least(${ends.toISOString()}::timestamptz, ${now.toISOString()}) ${ofThese(sql`s.cinema_id`)}
      group by 1, 2, 3
    ), house as (
      select cinema_id, sum(showings) filter (where is_film) as showings, sum(occupied) filter (where is_film) as occupied,
        sum(seats) filter (where is_film) as seats, sum(showings) as all_showings, sum(occupied) as all_occupied,
        jsonb_object_agg(daypart, jsonb_build_object('showings', showings, 'occupied', occupied, 'seats', seats))
          filter (where is_film) as dayparts
      from begun group by cinema_id
    ), coming as (
      select cinema_id, count(*) as showings from showtimes s
      where s.movie_id = ${id} and s.cancelled_at is null
        and s.starts_at >= ${ends.toISOString()} and s.starts_at < ${nextEnds.toISOString()} ${ofThese(sql`s.cinema_id`)}
      group by cinema_id
    )
    select c.id as cinema_id, c.name as cinema_name, coalesce(d.tickets, 0)::int as tickets,
      coalesce(d.so_far, 0)::int as so_far, coalesce(d.so_far_before, 0)::int as so_far_before,
      coalesce(h.showings, 0)::int as showings, coalesce(h.occupied, 0)::int as occupied, coalesce(h.seats, 0)::int as seats,
      coalesce(h.all_showings, 0)::int as all_showings, coalesce(h.all_occupied, 0)::int as all_occupied,
      coalesce(n.showings, 0)::int as next_showings, h.dayparts
    from cinemas c left join sold d on d.cinema_id = c.id left join house h on h.cinema_id = c.id
      left join coming n on n.cinema_id = c.id
    where d.cinema_id is not null or h.showings > 0 or n.cinema_id is not null
    order by coalesce(d.tickets, 0) desc, c.name collate "und-x-icu", c.id`
  return {
    cinemas: rows.map(toCinema),
    dayparts: DAYPARTS.map((name) => {
      const those = rows.flatMap((row) => row.dayparts?.[name] ?? [])
      const sum = (of: 'showings' | 'occupied' | 'seats') => those.reduce((all, one) => all + one[of], 0)
      return {
        daypart: name,
        showings: sum('showings'),
        seats_sold: sum('occupied'),
        occupancy: percentage(sum('occupied'), sum('seats')),
      }
    }),
  }
}

const toCinema = (row: AtCinema): FilmAtCinema => ({
  cinema_id: row.cinema_id,
  cinema_name: row.cinema_name,
  tickets_sold: row.tickets,
  change: changeFrom(row.so_far_before, row.so_far),
  showings: row.showings,
  occupancy: percentage(row.occupied, row.seats),
  per_showing: per(row.occupied, row.showings),
  cinema_per_showing: per(row.all_occupied, row.all_showings),
  next_showings: row.next_showings,
  advice: adviceOf(
    { showings: row.showings, occupied: row.occupied },
    { showings: row.all_showings, occupied: row.all_occupied },
  ),
})
