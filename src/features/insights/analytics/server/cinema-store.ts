import { sql, type SQL } from 'drizzle-orm'
import { addDays, startOfDay, type Day, type Zones } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { partOfDay, type Cinemas } from './store.ts'
import { bool, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** Queries of the figures by cinema, by weekday and by daypart. Money is kobo. */

/** Days of a range, the last of them up to an instant where it is not over. */
export type Span = { start: Day; end: Day; before?: Date | undefined }

const fullDaysOf = ({ start, end, before }: Span) => ({ start, end: before ? addDays(end, -1) : end })

export const knownRow = { id: text, name: text, state: text, closed: bool, first: orNull(text) }
export type Known = RowOf<typeof knownRow>

/**
 * The cinemas that figures can be of, with the day of their first sale; with `''` also what belongs to none.
 * @param among those that somebody sees or chose; all without
 */
export async function knownCinemas(db: Db, among: Cinemas): Promise<Known[]> {
  const chosen = among ? sql`where c.id = any(${listOf(among, 'text')})` : sql``
  const none = among ? sql`` : sql`union all select '', '', '', false`
  const { rows } = await query(db, knownRow)`
    select k.*, (select min(day) from cinema_sales_days d where d.cinema_id = k.id) as first from (
      select c.id, c.name, s.name as state, c.closed_at is not null as closed
      from cinemas c join states s on s.id = c.state_id ${chosen} ${none}
    ) k order by k.name, k.id`
  return rows
}

/** Of the span with that place among those asked for. */
const ofSpanRow = { n: number }
type OfSpan = RowOf<typeof ofSpanRow>
/** The rows of several spans in one statement: each span's plan is its own. */
const ofEach = (spans: readonly Span[], rowsOf: (span: Span) => SQL): SQL =>
  sql.join(
    spans.map((span, n) => sql`select ${n}::int as n, x.* from (${rowsOf(span)}) x`),
    sql` union all `,
  )

export const soldRow = { cinema_id: text, kind: text, count: number, kobo: number }
export type Sold = RowOf<typeof soldRow>

/** What each of some cinemas sold in each of some spans, by kind; refunds are a kind of their own besides. */
export async function soldAt(db: Db, ids: readonly string[], spans: readonly Span[]): Promise<(Sold & OfSpan)[]> {
  const kinds = ['ticket', 'concession', 'subscription', 'refund']
  const { rows } = await query(db, { ...soldRow, ...ofSpanRow })(
    ofEach(spans, (span) => {
      const { start, end } = fullDaysOf(span)
      const part = span.before
        ? sql`union all select cinema_id, kind, count, kobo from ${partOfDay(ids.includes('') ? undefined : ids, span.end, span.before)}
            where kind in ${kinds}`
        : sql``
      return sql`
        select cinema_id, kind, sum(count)::bigint as count, sum(kobo)::bigint as kobo from (
          select c.id as cinema_id, d.kind, d.count, d.kobo
          from unnest(${listOf(ids, 'text')}) c(id) cross join lateral (
            select kind, count, kobo from cinema_sales_days
            where cinema_id = c.id and day between ${start} and ${end} and kind in ${kinds}
          ) d
          ${part}
        ) y group by 1, 2`
    }),
  )
  return rows
}

const showingsRow = { cinema_id: text, showings: number, occupied: number, seats: number }
export type Showings = RowOf<typeof showingsRow>

/** How full the showings were that began in the days of each of some spans. */
export async function showingsAt(
  db: Db,
  ids: readonly string[],
  spans: readonly Span[],
  zone: string,
): Promise<(Showings & OfSpan)[]> {
  const { rows } = await query(db, { ...showingsRow, ...ofSpanRow })(
    ofEach(spans, (span) => {
      const [from, until] = instantsOf(span, zone)
      return sql`
        select s.cinema_id, ${HOW_FULL}
        from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
        where s.cancelled_at is null and s.cinema_id = any(${listOf(ids, 'text')})
          and s.starts_at >= ${from} and s.starts_at < ${until}
        group by 1`
    }),
  )
  return rows
}

const HOW_FULL = sql`count(*)::bigint as showings, coalesce(sum(k.seats), 0)::bigint as seats,
  coalesce(sum(case when k.seats > 0 then greatest(0, k.seats - s.seats_available) end), 0)::bigint as occupied`

const instantsOf = ({ start, end, before }: Span, zone: string) => [
  startOfDay(start, zone).toISOString(),
  (before ?? startOfDay(addDays(end, 1), zone)).toISOString(),
]

/** What was sold on each day of a range, of some cinemas together. */
export async function soldByDay(db: Db, ids: readonly string[], { start, end }: Span) {
  const { rows } = await query(db, { day: text, tickets: number, kobo: number })`
    select d.day, coalesce(sum(d.count) filter (where d.kind = 'ticket'), 0)::bigint as tickets, sum(d.kobo)::bigint as kobo
    from unnest(${listOf(ids, 'text')}) c(id) cross join lateral (
      select day, kind, count, kobo from cinema_sales_days
      where cinema_id = c.id and day between ${start} and ${end} and kind in ('ticket', 'concession', 'subscription')
    ) d group by 1`
  return rows
}

/** How full the showings were by the hour at which they began. */
export async function showingsByHour(db: Db, ids: readonly string[], span: Span, { zone, dayZone }: Zones) {
  const [from, until] = instantsOf(span, dayZone)
  const { rows } = await query(db, { showings: number, occupied: number, seats: number, hour: number })`
    select extract(hour from s.starts_at at time zone ${zone})::int as hour, ${HOW_FULL}
    from showtimes s join screens k on k.cinema_id = s.cinema_id and k.id = s.screen_id
    where s.cancelled_at is null and s.cinema_id = any(${listOf(ids, 'text')}) and s.starts_at >= ${from} and s.starts_at < ${until}
    group by 1`
  return rows
}
