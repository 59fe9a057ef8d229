import { sql, type SQL } from 'drizzle-orm'
import { readChoice } from '#contract/filter.ts'
import type { Output } from '#contract/endpoint.ts'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, dayOf, daysAsInstants, type Day } from '#contract/time.ts'
import type { Part } from '#features/programming/movies/part-rules.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf } from '#server/db/filter.ts'
import { sortOf } from '#server/db/page.ts'
import { listOf } from '#server/db/rows.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hasTerms } from '#server/db/search.ts'
import type { Env } from '#server/env.ts'
import type { BoardRow, programme } from '../contract.ts'
import { bool, json, number, orNull, query } from '#server/db/query.ts'

type Query = Omit<Output<(typeof programme)['boardCsv']['query']>, 'columns' | 'week'>
export type Filter = Query & { from: Day; zone: string; now: Date }
type Row = Omit<BoardRow, 'small_poster'> & { small_poster: string }

const icu = sql.raw('collate "und-x-icu"')

/** What a movie `m` lacks, in the order of the form. */
const LACKED: Record<Part, SQL> = {
  title: sql`m.title = ''`,
  text: sql`m.overview = '' or cardinality(m.genres) = 0`,
  artwork: sql`'' in (m.poster, m.poster_small, m.backdrop, m.backdrop_small)`,
  trailer: sql`m.trailer = ''`,
  facts: sql`m.release_year is null or m.runtime is null`,
  rating: sql`m.censor_rating = 'TBC'`,
  cast: sql`not exists (select from movie_cast c where c.movie_id = m.id)`,
}
const lacks = sql`array_remove(array[${sql.join(
  Object.entries(LACKED).map(([name, lacked]) => sql`case when ${lacked} then ${sql.raw(`'${name}'`)} end`),
  sql`, `,
)}], null)`

const keys: Record<string, SQL> = {
  movie_title: sql`movie_title ${icu}`,
  opens_on: sql`opens_on`,
  cinemas: sql`cinemas`,
  showings: sql`showings`,
  advance: sql`advance`,
  occupied: sql`occupied`,
  rating: sql`rating`,
  status: sql`is_available_for_display`,
}

function lacksCondition(requested: Query['lacks']): SQL | undefined {
  if (requested === undefined) return
  const chosen = readChoice(requested)
  if (chosen === 'some') return sql`lacks <> '{}'`
  const any = chosen.values.length ? isAnyOf(requested, (value) => sql`${value} = any(lacks)`) : undefined
  if (!chosen.orNone) return any
  return any ? sql`(${any} or lacks = '{}')` : sql`lacks = '{}'`
}

/**
 * The films of a cinema week: those that are shown in it, and of all cinemas also those that open in it, those that open
 * first and of them the most shown unless sorted; all, or a page.
 */
export async function boardOf(
  db: Db,
  { from, cinemas, search, status, lacks: lacked, opening, sort, zone, now }: Filter,
  page?: { limit: number; offset: number },
): Promise<{ films: BoardRow[]; totalCount: number }> {
  const until = addDays(from, 6)
  const [start, end] = daysAsInstants(from, until, zone)
  const isOpening = sql`coalesce(m.opens_on between ${from} and ${until}, false)`
  // Of a film that opens where somebody sees no showing of it, the openings tell.
  const alsoOpening =
    cinemas || isScoped(db)
      ? sql``
      : sql`union select m.id from movies m where m.opens_on between ${from} and ${until}
          and m.deleted_at is null and (m.is_coming_soon or m.pos_listed_since is not null)`
  const { by, descending } = sortOf(sort ?? '-showings')
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const conditions = [
    search ? hasTerms(sql`search_text`, search) : undefined,
    status && sql`is_available_for_display = ${status === 'approved'}`,
    opening && sql`is_opening = ${opening === 'yes'}`,
    lacksCondition(lacked),
  ]
  const { rows } = await query(db, { n: number, film: orNull(json<Row>()) })`
    with shown as materialized (
      select s.movie_id, count(*)::int as showings, count(distinct s.cinema_id)::int as cinemas,
        coalesce(sum(k.seats - s.seats_available) filter (where k.seats > s.seats_available), 0)::int as occupied,
        coalesce(sum(k.seats - s.seats_available)
          filter (where k.seats > s.seats_available and s.starts_at > ${now.toISOString()}), 0)::int as advance
      from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
      where s.cancelled_at is null and s.starts_at >= ${start.toISOString()} and s.starts_at < ${end.toISOString()}
        ${cinemas ? sql`and s.cinema_id = any(${listOf(cinemas, 'text')})` : sql``}
      group by s.movie_id
    ), film as materialized (
      select m.id as movie_id, coalesce(nullif(m.title, ''), m.name) as movie_title, m.name as movie_name, m.search_text,
        m.poster_small as small_poster, m.opens_on, ${isOpening} as is_opening, coalesce(s.cinemas, 0) as cinemas,
        coalesce(s.showings, 0) as showings, coalesce(s.advance, 0) as advance, coalesce(s.occupied, 0) as occupied,
        m.censor_rating as rating, m.has_details as is_entered, ${lacks} as lacks,
        m.is_approved as is_available_for_display
      from movies m left join shown s on s.movie_id = m.id
      where m.deleted_at is null and m.id in (select movie_id from shown ${alsoOpening})
    ), found as materialized (select * from film where ${allOf(conditions)})
    select t.n, to_jsonb(f) as film
    from (select count(*)::int as n from found) t left join (
      select *, row_number() over (order by ${sort ? sql`` : sql`is_opening desc,`} ${keys[by]!} ${direction} nulls last,
        movie_title ${icu}, movie_id) as place
      from found order by place ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    ) f on true
    order by f.place`
  return {
    films: rows.flatMap(({ film }) => (film ? [{ ...film, small_poster: film.small_poster || null }] : [])),
    totalCount: rows[0]!.n,
  }
}

/** Of a cinema week and the next: the films that are not approved, and their showings that have not begun. */
export async function waitingIn(db: Db, { dayZone: zone, weekBegins }: Pick<Env, 'dayZone' | 'weekBegins'>, now: Date) {
  const first = cinemaWeek(dayOf(now, zone), weekBegins).from
  const next = addDays(first, 7)
  const [start] = daysAsInstants(next, next, zone)
  const [, end] = daysAsInstants(next, addDays(next, 6), zone)
  const { rows } = await query(db, { is_next: bool, titles: number, showings: number })`
    select s.starts_at >= ${start.toISOString()} as is_next, count(distinct s.movie_id)::int as titles,
      count(*)::int as showings
    from showtimes s join movies m on m.id = s.movie_id
    where s.cancelled_at is null and s.starts_at >= ${now.toISOString()} and s.starts_at < ${end.toISOString()}
      and m.deleted_at is null and not m.is_approved
    group by 1`
  return [first, next].map((from) => {
    const found = rows.find((row) => row.is_next === (from === next))
    return { from, titles: found?.titles ?? 0, showings: found?.showings ?? 0 }
  })
}
