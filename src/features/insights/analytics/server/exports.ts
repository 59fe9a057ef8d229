import type { Output } from '#contract/endpoint.ts'
import { scopeOf } from '#contract/permissions.ts'
import { clockOf, showDay, showInstant, type Day } from '#contract/time.ts'
import { inSentence } from '#features/programming/cinemas/rules.ts'
import { placesOf } from '#features/programming/cinemas/server/public.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { analytics, CinemaFigures, CinemaRow, CubeRow, MonthRow, SalesRow } from '../contract.ts'
import { comparedOf, isBeforeSales, type Compared, type CompareTo } from '../compared-rules.ts'
import { fileOf } from '#features/programming/cinemas/file-rules.ts'
import { DAYPARTS } from '../rules.ts'
import { byCinema, byTime, rangeOf } from './by-cinema.ts'
import * as figures from './figures.ts'
import { fullMonth } from './periods.ts'
import { firstSaleOf, onceAfter } from './store.ts'

type Call<K extends keyof typeof analytics> = Pick<Context<(typeof analytics)[K]>, 'me' | 'query' | 'write'>
type Exporting = Pick<Context<typeof analytics.salesCsv>, 'me' | 'write'>
type Row<K extends 'churnRate' | 'redemptionRate' | 'users'> = Output<(typeof analytics)[K]['reply']>[number]
type File<R> = {
  /** As in its name, as its line says it, and as the audit log does. */
  file: string
  title: string
  columns: readonly CsvColumn<R>[]
  rows: readonly R[] | AsyncIterable<readonly R[]>
  start: Day
  end: Day
  more?: readonly string[]
}

const date = { id: 'date', title: 'Date', cell: (row: { date: string }) => showDay(row.date) }
/** A rate that has nothing to divide by is an empty cell, and so is an amount that is not known. */
const percent = (rate: number | null | undefined) => rate?.toFixed(2) ?? ''
const money = (amount: number | null | undefined) => amount?.toFixed(2) ?? ''
const running = <R>(isRunning: (row: R) => boolean): CsvColumn<R> => ({
  id: 'in_progress',
  title: 'In progress',
  cell: (row) => (isRunning(row) ? 'Yes' : ''),
})

/** Sends a file whose name and first line say of which cinemas and days it is, and notes it in the audit log. */
async function sent<R>({ me, write }: Exporting, at: figures.At, { rows, columns, ...file }: File<R>) {
  const places = await placesOf(at.db, at.cinemas, scopeOf(me, 'analytics:export'))
  const { name, about } = fileOf({ ...file, places })
  const title = file.title[0]!.toLowerCase() + file.title.slice(1)
  const what = `the ${title}${places ? ` of ${inSentence(places)}` : ''}, ${showDay(file.start)} to ${showDay(file.end)}`
  return exportRows(write, { name, what, columns, rows, about })
}

const CHANNELS = { all: 'All', web: 'Web', mobile: 'Mobile', not_specified: 'Not specified' } as const
const KINDS = ['tickets', 'concessions', 'subscriptions', 'total'] as const
type Of<T> = keyof T & string

const salesColumns: CsvColumn<SalesRow>[] = (Object.keys(CHANNELS) as Of<typeof CHANNELS>[]).flatMap((channel) =>
  KINDS.flatMap((kind): CsvColumn<SalesRow>[] => {
    const field = `${channel}_${kind}` as const
    const title = `${CHANNELS[channel]}, ${kind}`
    return [
      { id: field, title: `${title} sold`, cell: (row) => row[field], adds: true },
      {
        id: `${field}_revenue`,
        title: `${title} revenue (naira)`,
        cell: (row) => money(row[`${field}_revenue`]),
        adds: true,
      },
    ]
  }),
)
const cubeColumns: CsvColumn<CubeRow>[] = [
  { id: 'payments', title: 'Payments', cell: (row) => row.payments, adds: true },
  { id: 'paid', title: 'Paid (naira)', cell: (row) => money(row.paid), adds: true },
  { id: 'refunded', title: 'Refunded (naira)', cell: (row) => money(row.refunded), adds: true },
  { id: 'net', title: 'Cube revenue (naira)', cell: (row) => money(row.net), adds: true },
]
const churnColumns: CsvColumn<Row<'churnRate'>>[] = [
  { id: 'churnRate', title: 'Churn rate (%)', cell: (row) => percent(row.churnRate) },
]
const redemptionColumns: CsvColumn<Row<'redemptionRate'>>[] = [
  { id: 'redemptionRate', title: 'Redemption rate (%)', cell: (row) => percent(row.redemptionRate) },
]
const usersColumns: CsvColumn<Row<'users'>>[] = [
  { id: 'activeUsers', title: 'Active users', cell: (row) => row.activeUsers },
  { id: 'inactiveUsers', title: 'Inactive users', cell: (row) => row.inactiveUsers },
]

type Ranged = { start_date: Day; end_date: Day; compare: CompareTo }
type Daily<R> = Omit<File<R>, 'rows' | 'start' | 'end' | 'more'> & {
  /** Columns that stand again with what the day that it is compared with had. */
  compares: readonly string[]
  /** Of figures that are known up to this moment. */
  byHour?: true
  rowsOf: (at: figures.At, range: figures.Range & { up_to?: string | undefined }) => Promise<R[]>
}

/** Days of a range beside those that they are compared with. */
const daily =
  <R extends { date: Day }>({ compares, byHour, rowsOf, columns, ...file }: Daily<R>) =>
  async (call: Exporting & { query: Ranged }, at: figures.At) => {
    const { start_date: start, end_date: end, compare: to } = call.query
    const clock = byHour && clockOf(at.now, figures.zonesOf(at).zone)
    const compared = comparedOf({ start, end }, { today: at.today, clock, to })
    const isThere = compared && !isBeforeSales(compared, await firstSaleOf(at.db, at.cinemas))
    const [rows, before] = await Promise.all([
      rowsOf(at, { start_date: start, end_date: end }),
      isThere
        ? rowsOf(at, { start_date: compared.before.start, end_date: compared.before.end, up_to: compared.until })
        : [],
    ])
    // A month may have days that the other has not.
    const baseOf = new Map(
      rows.map((row, index) => [row.date, row.date <= (compared?.now.end ?? '') ? before[index] : undefined]),
    )
    return sent(call, at, {
      ...file,
      columns: [
        date,
        ...columns,
        running<R>((row) => row.date === at.today),
        { id: 'compared_with', title: 'Compared with', cell: ({ date: day }) => showIf(baseOf.get(day)?.date) },
        ...columns
          .filter(({ id }) => compares.includes(id))
          .map(({ id, title, cell, adds }): CsvColumn<R> => ({
            ...(adds && { adds }),
            id: `${id}_then`,
            title: `${title}, earlier`,
            cell: (row) => {
              const base = baseOf.get(row.date)
              return base && cell(base)
            },
          })),
      ],
      rows,
      start,
      end,
      more: isThere ? [comparisonOf(compared)] : [],
    })
  }
const showIf = (day: Day | undefined) => day && showDay(day)

/** What is compared with what, in a file's first line. */
const comparisonOf = ({ now, before, until }: Compared) => {
  const at = until === undefined ? '' : ` ${until}`
  return `${showDay(now.start)} to ${showDay(now.end)}${at} compared with ${showDay(before.start)} to ${showDay(before.end)}${at}`
}

export const exportSales = daily({
  file: 'sales-overview',
  title: 'Sales overview',
  columns: salesColumns,
  compares: ['all_tickets', 'all_total_revenue'],
  byHour: true,
  rowsOf: figures.salesAndRevenue,
})
export const exportCubes = daily({
  file: 'cube-revenue',
  title: 'Cube revenue',
  columns: cubeColumns,
  compares: ['net'],
  byHour: true,
  rowsOf: figures.cubeRevenue,
})
export const exportChurn = daily({
  file: 'churn-rate',
  title: 'Churn rate',
  columns: churnColumns,
  compares: ['churnRate'],
  rowsOf: figures.churnRate,
})
export const exportRedemption = daily({
  file: 'redemption-rate',
  title: 'Redemption rate',
  columns: redemptionColumns,
  compares: ['redemptionRate'],
  rowsOf: figures.redemptionRate,
})
export const exportUsers = daily({
  file: 'users',
  title: 'Active and inactive users',
  columns: usersColumns,
  compares: ['activeUsers', 'inactiveUsers'],
  rowsOf: figures.users,
})

type Line = { cells: Record<string, string | number>; isRunning: boolean }
type Chart = {
  title: string
  /** Which cells add up over the lines. */
  adds: (title: string) => boolean
  of: 'month' | 'year' | 'now'
  lines: (at: figures.At, year: number, month: number) => Promise<Line[]>
}

/**
 * A chart over the months of a year: each of the three figures where it has a title. `isStanding` of what stands at the end of
 * each month, which does not add up.
 */
const yearly = (
  title: string,
  { amount, count, rate, isStanding }: { amount?: string; count?: string; rate?: string; isStanding?: true },
  rowsOf: (at: figures.At, year: number) => Promise<MonthRow[]>,
): Chart => ({
  title,
  adds: (cell) => !isStanding && (cell === amount || cell === count),
  of: 'year',
  lines: async (at, year) =>
    (await rowsOf(at, year)).map((row) => {
      const month = `${year}-${String(row.month).padStart(2, '0')}`
      return {
        isRunning: at.today.startsWith(month),
        cells: {
          Month: `${month.slice(5)}/${year}`,
          ...(amount && { [amount]: money(row.total) }),
          ...(count && { [count]: row.count }),
          ...(rate && { [rate]: percent(row.rate) }),
        },
      }
    }),
})
/** Days of a month, by channel. */
const monthly = <R extends { date: Day }>(
  title: string,
  cells: (row: R) => Line['cells'],
  rowsOf: (at: figures.At, year: number, month: number) => Promise<R[]>,
): Chart => ({
  title,
  adds: (cell) => cell !== 'Date',
  of: 'month',
  lines: async (at, year, month) =>
    (await rowsOf(at, year, month)).map((row) => ({
      isRunning: row.date === at.today,
      cells: { Date: showDay(row.date), ...cells(row) },
    })),
})

type ByChannel = Output<(typeof analytics)['ticketCount']['reply']>[number]
const byChannel = (unit: string, show: (value: number) => string | number) => (row: ByChannel) => ({
  [`Web${unit}`]: show(row.web),
  [`Mobile${unit}`]: show(row.mobile),
  [`Not specified${unit}`]: show(row.not_specified),
  [`Total${unit}`]: show(row.total),
})

const CHARTS: Record<string, Chart> = {
  tickets: monthly(
    'Tickets by day',
    byChannel('', (value) => value),
    (at, year, month) => figures.ticketsByDay(at, { year, monthIndex: month - 1 }, 'count'),
  ),
  'ticket-revenue': monthly('Ticket revenue by day', byChannel(' (naira)', money), (at, year, month) =>
    figures.ticketsByDay(at, { year, monthIndex: month - 1 }, 'revenue'),
  ),
  'concession-discounts': yearly(
    'Concession discounts by month',
    {
      amount: 'Discounts (naira)',
      count: 'Concessions with a discount',
      rate: 'Share of subscribers’ concessions (%)',
    },
    figures.concessionDiscounts,
  ),
  'recurring-revenue': yearly(
    'Monthly recurring revenue',
    { amount: 'Recurring revenue (naira)', count: 'Subscriptions', isStanding: true },
    figures.recurringRevenue,
  ),
  'cancelled-revenue': yearly(
    'Cancelled recurring revenue by month',
    { amount: 'Cancelled recurring revenue (naira)', count: 'Subscriptions that ended' },
    figures.cancelledRevenue,
  ),
  'churn-by-month': yearly(
    'Churn rate by month',
    { count: 'Subscriptions that ended', rate: 'Churn rate (%)' },
    figures.customerChurn,
  ),
  'sign-ups': yearly('Sign-ups by month', { count: 'Sign-ups' }, figures.signups),
  'plan-redemption': yearly(
    'Redemption rate of plans by month',
    { count: 'Plan tickets used', rate: 'Redemption rate (%)' },
    figures.subscriptionRedemption,
  ),
  visits: monthly(
    'Visits by day',
    ({ visit_count: { web, mobile } }: Output<(typeof analytics)['usersVisit']['reply']>[number]) => ({
      Web: web,
      Mobile: mobile,
    }),
    (at, year, month) => figures.visits(at, firstOf(year, month)),
  ),
  subscribers: {
    title: 'Subscribers',
    adds: () => false,
    of: 'now',
    lines: async (at) => {
      const { active, inactive } = (await figures.dashboard(at)).subscription_statistics!
      const share = (part: number) => percent(active + inactive ? (100 * part) / (active + inactive) : null)
      return [
        { isRunning: false, cells: { Part: 'Active', Number: active, 'Share (%)': share(active) } },
        { isRunning: false, cells: { Part: 'Inactive', Number: inactive, 'Share (%)': share(inactive) } },
      ]
    },
  },
}

const firstOf = (year: number, month: number): Day => `${year}-${String(month).padStart(2, '0')}-01`

async function chart(
  call: Exporting & { query: { chart: string; year?: number | undefined; month?: number | undefined } },
  at: figures.At,
) {
  const { chart: id, year = Number(at.today.slice(0, 4)), month = Number(at.today.slice(5, 7)) } = call.query
  const { title, of, adds, lines } = CHARTS[id]!
  const rows = await lines(at, year, month)
  const [start, end] =
    of === 'now'
      ? [at.today, at.today]
      : of === 'month'
        ? fullMonth(firstOf(year, month))
        : [firstOf(year, 1), fullMonth(firstOf(year, 12))[1]]
  const [first, ...more] = Object.keys(rows[0]?.cells ?? {})
  const column = (title: string): CsvColumn<Line> => ({
    id: title,
    title,
    cell: ({ cells }) => cells[title],
    ...(adds(title) && { adds: true }),
  })
  return sent(call, at, {
    file: id,
    title,
    columns: [
      ...(first === undefined ? [] : [column(first)]),
      ...more.map(column),
      ...(of === 'now' ? [] : [running<Line>(({ isRunning }) => isRunning)]),
    ],
    rows,
    start,
    end,
  })
}
export const exportChart = (call: Call<'chartCsv'>, at: figures.At) => chart(call, at)
export const exportChainChart = (call: Call<'chainChartCsv'>, at: figures.At) => chart(call, at)

const FIGURES: [keyof CinemaFigures, string, (value: number | null) => string | number | null][] = [
  ['tickets', 'Tickets sold', (value) => value],
  ['revenue', 'Revenue (naira)', money],
  ['ticket_revenue', 'Ticket revenue (naira)', money],
  ['concession_revenue', 'Concession revenue (naira)', money],
  ['spend_per_head', 'Spend per head (naira)', money],
  ['concessions_per_ticket', 'Concessions per ticket (naira)', money],
  ['occupancy', 'Occupancy (%)', percent],
  ['showings', 'Showings', (value) => value],
  ['refunds', 'Refunds', (value) => value],
  ['refunded', 'Refunded (naira)', money],
]
const cinemaColumns: CsvColumn<CinemaRow>[] = [
  { id: 'rank', title: 'Rank', cell: ({ rank }) => rank },
  { id: 'cinema_id', title: 'Cinema ID', cell: (row) => row.cinema_id },
  { id: 'cinema_name', title: 'Cinema', cell: (row) => row.cinema_name },
  { id: 'state', title: 'State', cell: ({ state }) => state },
  ...(
    [
      ['now', ''],
      ['before', ', previous period'],
      ['year_before', ', previous year'],
    ] as const
  ).flatMap(([when, text]) =>
    FIGURES.map(([id, title, show]): CsvColumn<CinemaRow> => ({
      id: `${when}_${id}`,
      title: `${title}${text}`,
      cell: (row) => (row[when] ? show(row[when][id]) : ''),
    })),
  ),
]

export async function exportByCinema(call: Call<'byCinemaCsv'>, at: figures.At, scope: readonly string[] | undefined) {
  const { cinemas, total, days, compared } = await byCinema(at, call.query, scope)
  const of = (base: typeof compared.before) => (base ? [comparisonOf({ ...base, until: base.until })] : [])
  const file = await sent(call, at, {
    file: 'by-cinema',
    title: 'Cinemas',
    columns: cinemaColumns,
    rows: cinemas,
    ...days,
    more: [...of(compared.before), ...of(compared.year_before)],
  })
  const totals = async () => Object.fromEntries(FIGURES.map(([id, title]) => [title, total.now[id]]))
  return { ...file, totals }
}

type Times = Awaited<ReturnType<typeof byTime>>
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayColumns: CsvColumn<Times['weekdays'][number]>[] = [
  { id: 'weekday', title: 'Weekday', cell: ({ weekday }) => WEEKDAYS[weekday] },
  { id: 'days', title: 'Complete days', cell: ({ days }) => days },
  { id: 'tickets', title: 'Tickets sold', cell: ({ tickets }) => tickets, adds: true },
  { id: 'revenue', title: 'Revenue (naira)', cell: ({ revenue }) => money(revenue), adds: true },
  { id: 'average', title: 'Revenue a day (naira)', cell: ({ revenue, days }) => money(days ? revenue / days : null) },
]
const daypartColumns: CsvColumn<Times['dayparts'][number]>[] = [
  { id: 'daypart', title: 'Show begins', cell: (row) => DAYPARTS.find(({ id }) => id === row.daypart)!.label },
  { id: 'showings', title: 'Showings', cell: ({ showings }) => showings, adds: true },
  { id: 'occupied', title: 'Seats taken', cell: ({ occupied }) => occupied, adds: true },
  { id: 'seats', title: 'Seats', cell: ({ seats }) => seats, adds: true },
  { id: 'occupancy', title: 'Occupancy (%)', cell: ({ occupancy }) => percent(occupancy) },
]

export async function exportByTime(call: Call<'byTimeCsv'>, at: figures.At, scope: readonly string[] | undefined) {
  const { weekdays, dayparts } = await byTime(at, call.query, scope)
  const range = rangeOf(call.query, at)
  return call.query.chart === 'weekdays'
    ? sent(call, at, {
        file: 'by-weekday',
        title: 'Revenue by weekday',
        columns: weekdayColumns,
        rows: weekdays,
        ...range,
      })
    : sent(call, at, {
        file: 'by-daypart',
        title: 'Occupancy by time of show',
        columns: daypartColumns,
        rows: dayparts,
        ...range,
      })
}

const AT_ONCE = 2000

/** All of them, a piece at a time: they may be millions. */
export async function exportOneTime(
  call: Call<'oneTimeCsv'>,
  at: figures.At,
  visible: (page: readonly figures.OneTime[]) => figures.OneTime[],
) {
  const columns: CsvColumn<figures.OneTime>[] = [
    { id: 'name', title: 'Name', cell: (row) => row.customer_name },
    { id: 'email', title: 'Email', cell: (row) => row.customer_email },
    { id: 'transaction', title: 'Transaction', cell: (row) => row.payment.transaction_id },
    { id: 'ticket', title: 'Ticket', cell: (row) => row.ticket_purchase },
    { id: 'concession', title: 'Concession', cell: (row) => row.concession_purchase },
    { id: 'at', title: 'Date', cell: (row) => showInstant(row.at, figures.zonesOf(at).zone) },
  ]
  async function* pages() {
    for await (const page of inPages((after: Parameters<typeof onceAfter>[2]) =>
      onceAfter(at.db, at.cinemas, after, AT_ONCE),
    ))
      yield visible(page.map(figures.oneTime))
  }
  const first = await firstSaleOf(at.db, at.cinemas)
  return sent(call, at, {
    file: 'one-time-purchases',
    title: 'One-time purchases',
    columns,
    rows: pages(),
    start: first ?? at.today,
    end: at.today,
  })
}
