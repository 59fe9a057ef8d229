import { dates } from '#web/date-words.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira } from '#web/charts/formats.ts'
import { Headline, Metric, Metrics } from '#web/charts/Metric.tsx'
import type { Format } from '#web/charts/types.ts'
import { useRead } from '#web/api/queries.ts'
import { periodOf } from '../compared-rules.ts'
import { analytics, type SalesRow } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { useChosen } from './address.ts'
import { ChartFile } from './ChartFile.tsx'
import { changeOf, firstDay, fresh, monthAsked, onDays, sum } from './figures.ts'
import { ChannelTicks, MonthPicker, YearPicker } from './Pickers.tsx'
import { Pair, Section } from './Section.tsx'
import { channelSeries, channelValues } from './series.ts'
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
      title={`${dates().month(firstDay(month))}`}
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
    </Section>
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
  const reading = useRead(row, { query: { ...monthAsked(month), ...place } })
  const { value, base, note, days } = useRanged(analytics.salesAndRevenue, periodOf('month', firstDay(month)), {
    byHour: true,
    unit: 'month',
  })
  const total = (rows: readonly SalesRow[]) => sum(rows.map((row) => row[`${channel}_${field}`]))
  return (
    <Chart
      title={title}
      info={`${info} Not specified: ${DEFINITIONS.notSpecified}`}
      file={<ChartFile of={title} chart={chart} {...month} />}
      kind="bars"
      series={channelSeries[channel]}
      points={onDays(fresh(reading), channelValues(channel), now)}
      format={format}
      rows="Date"
      total
      reading={reading}
      empty="Nothing was sold in this month"
      headline={
        <Headline
          value={value && format.full(Math.round(total(value)))}
          change={value && base && changeOf(total(value), total(base))}
          note={note}
          days={days}
        />
      }
    />
  )
}
