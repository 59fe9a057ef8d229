import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Output } from '#contract/endpoint.ts'
import { addDays, daysAsInstants, momentOn, type Day, type Zones } from '#contract/time.ts'
import { percentage } from '#features/insights/analytics/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAmount, isCount } from '#server/db/filter.ts'
import { sortOf } from '#server/db/page.ts'
import { listOf } from '#server/db/rows.ts'
import { hasTerms } from '#server/db/search.ts'
import type { movieStats, MovieStat } from '../contract.ts'
import { NOT_RECORDED } from '../rules.ts'
import { json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

type Query = Omit<Output<(typeof movieStats)['csv']['query']>, 'columns'>
/** `up_to`: of the last day what happened before it. */
export type Filter = Query & { up_to?: string | undefined; env: Zones; now: Date }
type Totals = Output<(typeof movieStats)['list']['reply']>['totals']
const sumsRow = { tickets: number, kobo: number, showings: number, occupied: number, seats: number }
type Sums = RowOf<typeof sumsRow>
const row = {
  movie: orNull(json<Sums & Pick<MovieStat, 'movie_id' | 'movie_name' | 'likes' | 'dislikes'> & { poster: string }>()),
}

const occupancy = sql`case when seats > 0 then occupied::float8 / seats end`
const keys: Record<string, SQL> = {
  movie_name: sql`movie_name collate "und-x-icu"`,
  tickets_sold: sql`tickets`,
  revenue: sql`kobo`,
  showings: sql`showings`,
  occupancy,
  likes: sql`likes`,
  dislikes: sql`dislikes`,
}

/**
 * What the movies did that sold a ticket or were shown, the best sold first unless sorted; all of them, or a page. Sales are
 * read from the roll-up by movie and day (schema.sql).
 */
export async function statsOf(
  db: Db,
  { start_date, end_date, up_to, cinemas, search, sort = '-tickets_sold', env, now, ...figures }: Filter,
  page?: { limit: number; offset: number },
): Promise<{ movies: MovieStat[]; totalCount: number; totals: Totals; first_sale_on: Day | null }> {
  const [from, midnight] = daysAsInstants(start_date, end_date, env.dayZone)
  const until = up_to === undefined ? midnight : momentOn(end_date, up_to, env)
  const begun = until < now ? until : now
  const lastFullDay = up_to === undefined ? end_date : addDays(end_date, -1)
  const ofThese = (cinema: SQL) => (cinemas ? sql`and ${cinema} = any(${listOf(cinemas, 'text')})` : sql``)
  const { by, descending } = sortOf(sort)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const sums = sql`coalesce(sum(tickets), 0)::bigint as tickets, coalesce(sum(kobo), 0)::bigint as kobo,
    coalesce(sum(showings), 0)::bigint as showings, coalesce(sum(occupied), 0)::bigint as occupied, coalesce(sum(seats), 0)::bigint as seats`
  const { rows } = await query(db, { ...row, ...sumsRow, n: number, first: orNull(text) })`
    with done as (
      select movie_id, count as tickets, kobo, 0 as showings, 0 as occupied, 0 as seats from movie_days
      where day between ${start_date} and ${lastFullDay} ${ofThese(sql`cinema_id`)}
      ${up_to === undefined ? sql`` : sql`union all ${partOfDay(end_date, until, ofThese(sql`p.cinema_id`))}`}
      union all
      select s.movie_id, 0, 0, 1, case when k.seats > 0 then greatest(0, k.seats - s.seats_available) else 0 end, k.seats
      from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
      where s.cancelled_at is null and s.starts_at >= ${from.toISOString()} and s.starts_at < ${begun.toISOString()}
        ${ofThese(sql`s.cinema_id`)}
    ), movie as materialized (
      select d.*, case when d.movie_id = '' then ${NOT_RECORDED} else coalesce(nullif(m.title, ''), m.name, d.movie_id) end as movie_name,
        coalesce(m.poster_small, '') as poster, coalesce(m.likes, 0) as likes, coalesce(m.dislikes, 0) as dislikes
      from (select movie_id, ${sums} from done group by movie_id) d left join movies m on m.id = d.movie_id
    ), found as materialized (
      select * from movie
      where ${allOf([
        search ? hasTerms(sql`fold(movie_name || ' ' || movie_id)`, search) : undefined,
        isCount(figures.tickets_sold, sql`tickets`),
        isAmount(figures.revenue, sql`kobo`),
        isCount(figures.showings, sql`showings`),
        isCount(figures.occupancy, sql`100 * (${occupancy})`),
        isCount(figures.likes, sql`likes`),
        isCount(figures.dislikes, sql`dislikes`),
      ])}
    )
    select t.*, to_jsonb(f) as movie,
      (select min(day) from movie_days where true ${ofThese(sql`cinema_id`)}) as first
    from (select count(*) as n, ${sums} from found) t left join (
      select *, row_number() over (order by ${keys[by]!} ${direction} nulls last,
        movie_name collate "und-x-icu", movie_id) as place
      from found order by place ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    ) f on true
    order by f.place`
  return {
    movies: rows.flatMap(({ movie }) =>
      movie
        ? {
            movie_id: movie.movie_id,
            movie_name: movie.movie_name,
            small_poster: movie.poster || null,
            ...toFigures(movie),
            likes: movie.likes,
            dislikes: movie.dislikes,
          }
        : [],
    ),
    totalCount: rows[0]!.n,
    totals: toFigures(rows[0]!),
    first_sale_on: rows[0]!.first,
  }
}

/** The rows of `done` that a day sold before an instant: no roll-up knows the hour. */
const partOfDay = (day: Day, before: Date, ofThese: SQL) => sql`
  select coalesce(l.movie_id, ''), l.quantity, l.kobo, 0, 0, 0
  from purchases p join purchase_lines l on l.purchase_id = p.id
  where p.day = ${day} and p.at < ${before.toISOString()} and l.kind = 'ticket' ${ofThese}
  union all
  select refunded_movie(p.id, l.show_day, case r.source when 'marquee' then l.n end), -l.quantity, -l.kobo, 0, 0, 0
  from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
  where r.day = ${day} and r.at < ${before.toISOString()} and l.kind = 'ticket' ${ofThese}`

const toFigures = ({ tickets, kobo, showings, occupied, seats }: Sums): Totals => ({
  tickets_sold: tickets,
  revenue: toNaira(kobo),
  showings,
  occupancy: percentage(occupied, seats),
})
