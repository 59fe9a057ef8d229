import { sql, type SQL } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isChosen } from '#server/db/filter.ts'
import { isScoped } from '#server/db/scoped.ts'
import {
  conditionsOf,
  directionOf,
  isAscending,
  isFilteredByShow,
  showDays,
  type Between,
  type Filter,
} from './filter.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/**
 * Where a page of the log begins, without walking there: the roll-up tells how many rows each day has, so that of what is
 * before the page at most a day's rows are passed over.
 */
export type Place = Between & { total: number; skipped: number }

/** What the roll-up has of a filter: of all cinemas together, of some, or of those whose lines somebody sees. */
function daysOf(db: Db, filter: Filter): SQL {
  const { cinema_id: cinema, channel, start_date: start, end_date: end } = filter
  const [firstShow, lastShow] = showDays(filter)
  return sql`ticket_log_days where ${allOf([
    isChosen(cinema, sql`cinema_id`) ?? (isScoped(db) ? undefined : sql`cinema_id = '*'`),
    isFilteredByShow(filter) ? sql`show_day between ${firstShow} and ${lastShow}` : sql`show_day = 'infinity'`,
    isChosen(channel, sql`channel`),
    start ? sql`day >= ${start}` : undefined,
    end ? sql`day <= ${end}` : undefined,
  ])}`
}

/** How many lines there are under a filter, looked up in the lines; undefined of more than `most`. */
export async function countLines(db: Db, filter: Filter, most: number): Promise<number | undefined> {
  const { rows } = await query(db, { n: number })`
    select count(*) as n from (select from ticket_log t where ${conditionsOf(filter)} limit ${most + 1}) x`
  return rows[0]!.n > most ? undefined : rows[0]!.n
}

const placedRow = { total: number, before: number, first: orNull(text), last: orNull(text) }

export async function placeOf(
  db: Db,
  filter: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Place> {
  // `first` is the day that the page begins on and `last` the one it ends on, in the order of the log.
  const [earliest, latest] = isAscending(filter) ? [sql`min`, sql`max`] : [sql`max`, sql`min`]
  const { rows } = await query(db, placedRow)`
    with days as (
      select day, sum(sum(lines)) over (order by day ${directionOf(filter)}) as upto
      from ${daysOf(db, filter)} group by day having sum(lines) > 0
    )
    select coalesce(max(upto), 0)::bigint as total,
      coalesce(max(upto) filter (where upto <= ${offset}), 0)::bigint as before,
      ${earliest}(day) filter (where upto > ${offset}) as first,
      coalesce(${earliest}(day) filter (where upto >= ${offset + limit}), ${latest}(day)) as last
    from days`
  const { total, before, first, last } = rows[0]!
  if (first === null || last === null) return { total, skipped: 0, until: new Date(0) }
  const [from, to] = first < last ? [first, last] : [last, first]
  return {
    total,
    skipped: offset - before,
    from: startOfDay(from, filter.zone),
    until: startOfDay(addDays(to, 1), filter.zone),
  }
}
