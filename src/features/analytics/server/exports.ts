import type { Output } from '#contract/endpoint.ts'
import { reachOf } from '#contract/permissions.ts'
import { showDay } from '#contract/time.ts'
import { inFileName, inSentence } from '#features/cinemas/rules.ts'
import { placesOf } from '#features/cinemas/server/public.ts'
import { csvReply, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { analytics, SalesRow } from '../contract.ts'
import { churnRate, redemptionRate, salesAndRevenue, users, type At } from './figures.ts'

type Exporting = Pick<Context<typeof analytics.salesCsv>, 'me' | 'query' | 'write'>
type Row<K extends 'churnRate' | 'redemptionRate' | 'users'> = Output<(typeof analytics)[K]['reply']>[number]

const date = { id: 'date', title: 'Date', cell: (row: { date: string }) => showDay(row.date) }
/** A rate that has nothing to divide by is an empty cell. */
const percent = (rate: number | null) => rate?.toFixed(2) ?? ''

const CHANNELS = { all: 'All', web: 'Web', mobile: 'Mobile', not_specified: 'Not specified' } as const
const KINDS = {
  tickets: 'tickets',
  concessions: 'concessions',
  subscriptions: 'subscriptions',
  total: 'total',
} as const
type Of<T> = keyof T & string

const salesColumns: CsvColumn<SalesRow>[] = [
  date,
  ...(Object.keys(CHANNELS) as Of<typeof CHANNELS>[]).flatMap((channel) =>
    (Object.keys(KINDS) as Of<typeof KINDS>[]).flatMap((kind): CsvColumn<SalesRow>[] => {
      const field = `${channel}_${kind}` as const
      const title = `${CHANNELS[channel]}, ${KINDS[kind]}`
      return [
        { id: field, title: `${title} sold`, cell: (row) => row[field] },
        {
          id: `${field}_revenue`,
          title: `${title} revenue (naira)`,
          cell: (row) => row[`${field}_revenue`].toFixed(2),
        },
      ]
    }),
  ),
]
const churnColumns: CsvColumn<Row<'churnRate'>>[] = [
  date,
  { id: 'churnRate', title: 'Churn rate (%)', cell: (row) => percent(row.churnRate) },
]
const redemptionColumns: CsvColumn<Row<'redemptionRate'>>[] = [
  date,
  { id: 'redemptionRate', title: 'Redemption rate (%)', cell: (row) => percent(row.redemptionRate) },
]
const usersColumns: CsvColumn<Row<'users'>>[] = [
  date,
  { id: 'activeUsers', title: 'Active users', cell: (row) => row.activeUsers },
  { id: 'inactiveUsers', title: 'Inactive users', cell: (row) => row.inactiveUsers },
]

/** A figure's rows as a file that is named by its cinemas and its range; a range is bounded, so its rows are too. */
const exporting =
  <R>(
    file: string,
    what: string,
    columns: readonly CsvColumn<R>[],
    rowsOf: (at: At, range: Exporting['query']) => Promise<R[]>,
  ) =>
  async ({ me, query, write }: Exporting, at: At) => {
    const rows = await rowsOf(at, query)
    const places = await placesOf(at.db, at.cinemas, reachOf(me, 'analytics:export'))
    const name = `${file}${inFileName(places)}_${query.start_date}_${query.end_date}.csv`
    const summary = `Exported the ${what}${places ? ` of ${inSentence(places)}` : ''}, ${showDay(query.start_date)} to ${showDay(query.end_date)}`
    await write(({ record }) => record({ entity: 'export', id: name, summary }))
    return csvReply(name, columns, [rows], rows.length)
  }

export const exportSales = exporting('sales-overview', 'sales overview', salesColumns, salesAndRevenue)
export const exportChurn = exporting('churn-rate', 'churn rate', churnColumns, churnRate)
export const exportRedemption = exporting('redemption-rate', 'redemption rate', redemptionColumns, redemptionRate)
export const exportUsers = exporting('users', 'active and inactive users', usersColumns, users)
