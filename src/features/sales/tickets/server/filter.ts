import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { readChoice, type Choice } from '#contract/filter.ts'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { allOf, isAmount, isChosen } from '#server/db/filter.ts'
import type { tickets } from '../contract.ts'
import { number, text, type RowOf } from '#server/db/query.ts'

/** What the log is narrowed to, and its order. Every query of it names its rows `t`. */

export type Filter = Omit<Output<(typeof tickets)['csv']['query']>, 'columns'> & { zone: string }

/** Instants, of which the second is not included. */
export type Between = { from?: Date | undefined; until?: Date | undefined }
/** A row's place in the log. */
export const keyRow = { at: text, purchase_id: number, n: number }
export type Key = RowOf<typeof keyRow>

/** The days of payment as instants of the chain's zone. */
const paidBetween = ({ start_date: start, end_date: end, zone }: Filter): Between => ({
  from: start ? startOfDay(start, zone) : undefined,
  until: end ? startOfDay(addDays(end, 1), zone) : undefined,
})

export const isFilteredByShow = ({ show_start_date: start, show_end_date: end }: Filter) => Boolean(start ?? end)
export const isOfSeveralCinemas = ({ cinema_id: cinema }: Filter) =>
  cinema !== undefined && (readChoice(cinema) as Choice).values.length > 1
/** Whether the counts by day know all that is asked for. */
export const isByDay = ({ amount, movie_id: movie, refund }: Filter) => !amount && !movie && !refund
/** Days, of which both are included; one that is not said is far away. */
export const showDays = ({ show_start_date: start, show_end_date: end }: Filter): [Day, Day] => [
  start ?? '0001-01-01',
  end ?? '9999-12-31',
]

const isPaidBetween = ({ from, until }: Between) =>
  allOf([from && sql`t.at >= ${from.toISOString()}`, until && sql`t.at < ${until.toISOString()}`])
const isOfCinema = ({ cinema_id: cinema }: Filter) => isChosen(cinema, sql`t.cinema_id`)

export function conditionsOf(filter: Filter, between: Between = paidBetween(filter)): SQL {
  const [firstShow, lastShow] = showDays(filter)
  return allOf([
    isPaidBetween(between),
    isFilteredByShow(filter) ? sql`t.show_day between ${firstShow} and ${lastShow}` : undefined,
    isOfCinema(filter),
    isChosen(filter.channel, sql`t.channel`),
    isChosen(filter.movie_id, sql`t.movie_id`),
    isAmount(filter.amount, sql`t.kobo`),
    isChosen(filter.refund, sql`t.refund`),
  ])
}
/** What of it leaves lines that an index has in the order of the log. */
export const conditionsInOrder = (filter: Filter): SQL =>
  allOf([isPaidBetween(paidBetween(filter)), isOfSeveralCinemas(filter) ? undefined : isOfCinema(filter)])

/** The latest payment comes first unless it is asked for the other way about. */
export const isAscending = ({ sort }: Pick<Filter, 'sort'>) => sort === 'purchasDate'
export const directionOf = (filter: Pick<Filter, 'sort'>) => sql.raw(isAscending(filter) ? 'asc' : 'desc')
/** Of rows whose name is given by the query: the keys of the log's indexes. */
export const inOrder = (filter: Pick<Filter, 'sort'>, of = 't') => {
  const row = sql.raw(of)
  const direction = directionOf(filter)
  return sql`${row}.at ${direction}, ${row}.purchase_id ${direction}, ${row}.n ${direction}`
}
export const follows = (filter: Filter, { at, purchase_id, n }: Key): SQL =>
  sql`(t.at, t.purchase_id, t.n) ${sql.raw(isAscending(filter) ? '>' : '<')}
    (${at}::timestamptz, ${purchase_id}::bigint, ${n}::smallint)`
