import { config } from '#web/config.ts'
import { dates } from '#web/date-names.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import type { Format } from '#web/charts/types.ts'
import { useRead } from '#web/api/queries.ts'
import { periodOf } from '../compared-rules.ts'
import { analytics, type CubeRow, type SalesRow } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { placeFor, useChosen } from './address.ts'
import { ChartFile } from './ChartFile.tsx'
import { FileButton } from './FileButton.tsx'
import { rangeQuery, firstDay, fresh, monthQuery, onDays, sum } from './figures.ts'
import { ChannelTicks, MonthPicker, YearPicker } from './Pickers.tsx'
import { RangedHeadline } from './RangedHeadline.tsx'
import { Pair, Section } from './Section.tsx'
import { channelSeries, channelValues, only } from './series.ts'
import { useRanged } from './useRanged.ts'
import { useTotals } from './useTotals.ts'

/** What was taken in all, and what a month sold day by day. */
export const SalesTab = () => (
  <>
    <Revenue />
    <MonthSales />
  </>
)

function Revenue() {
  const reading = useTotals()
  const all = reading.data
  const card = (label: string, info: string, value: number | undefined) => (
    <Metric
      label={label}
      info={info}
      value={value === undefined ? undefined : naira.full(Math.round(value))}
      note="All time"
    />
  )
  return (
    <Section title="Revenue">
      <Metrics label="Revenue" reading={reading}>
        {card('Subscription revenue', DEFINITIONS.revenue, all?.total_subscription_revenue)}
        {card('Online revenue', DEFINITIONS.onlineRevenue, all?.total_online_revenue)}
        {card('Concession revenue', DEFINITIONS.revenue, all?.total_concession_revenue)}
        {card('Ticket revenue', DEFINITIONS.revenue, all?.total_ticket_purchase_revenue)}
      </Metrics>
    </Section>
  )
}

function MonthSales() {
  const { month } = useChosen()
  return (
    <Section
      title={`${dates.month(firstDay(month))}`}
      controls={
        <>
          <ChannelTicks />
          <MonthPicker />
          <YearPicker />
        </>
      }
    >
      <Pair>
        <MonthChart
          row={analytics.ticketCount}
          chart="tickets"
          field="tickets"
          title="Sales breakdown"
          info={DEFINITIONS.ticketsSold}
          format={count}
        />
        <MonthChart
          row={analytics.ticketRevenue}
          chart="ticket-revenue"
          field="tickets_revenue"
          title="Sales revenue breakdown"
          info={DEFINITIONS.ticketRevenue}
          format={naira}
        />
      </Pair>
      <CubeChart />
    </Section>
  )
}

/** Private screening rooms: a kind of their own, beside revenue and no part of it. */
function CubeChart() {
  const { month, now, compare, place } = useChosen()
  const range = periodOf('month', firstDay(month), config.weekBegins)
  const ranged = useRanged(analytics.cubeRevenue, range, {
    byHour: true,
    unit: 'month',
  })
  const total = (rows: readonly CubeRow[]) => sum(rows.map(({ net }) => net))
  return (
    <Chart
      title="Cube revenue"
      info={DEFINITIONS.cubeRevenue}
      file={
        <FileButton
          of="Cube revenue"
          endpoint={analytics.cubesCsv}
          query={{ ...rangeQuery(range), compare, ...placeFor(analytics.cubesCsv, place) }}
        />
      }
      kind="bars"
      series={only('Cubes')}
      points={onDays(ranged.data, ({ net }) => [net], now)}
      format={naira}
      rows="Date"
      total
      reading={ranged.reading}
      empty="No cube payments in this month"
      headline={<RangedHeadline ranged={ranged} figure={total} format={naira} />}
    />
  )
}

type ChartProps = {
  row: typeof analytics.ticketCount | typeof analytics.ticketRevenue
  chart: 'tickets' | 'ticket-revenue'
  field: 'tickets' | 'tickets_revenue'
  title: string
  info: string
  format: Format
}

/** A running month is compared with the same part of the other. */
function MonthChart({ row, chart, field, title, info, format }: ChartProps) {
  const { month, channel, now, place } = useChosen()
  const reading = useRead(row, { query: { ...monthQuery(month), ...place } })
  const ranged = useRanged(analytics.salesAndRevenue, periodOf('month', firstDay(month), config.weekBegins), {
    byHour: true,
    unit: 'month',
  })
  const total = (rows: readonly SalesRow[]) => sum(rows.map((row) => row[`${channel}_${field}`]))
  return (
    <Chart
      title={title}
      info={`${info}. Not specified: ${DEFINITIONS.notSpecified}.`}
      file={<ChartFile of={title} chart={chart} {...month} />}
      kind="bars"
      series={channelSeries[channel]}
      points={onDays(fresh(reading), channelValues(channel), now)}
      format={format}
      rows="Date"
      total
      reading={reading}
      empty="No sales in this month"
      headline={<RangedHeadline ranged={ranged} figure={total} format={format} />}
    />
  )
}
