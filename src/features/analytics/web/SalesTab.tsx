import { dates } from '#web/date-words.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira } from '#web/charts/formats.ts'
import { Headline, Metric, Metrics } from '#web/charts/Metric.tsx'
import type { Format } from '#web/charts/types.ts'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS, FIRST_YEAR } from '../rules.ts'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import {
  changeOf,
  comparedDays,
  firstDay,
  fresh,
  isRunning,
  monthAsked,
  monthBefore,
  onDays,
  sum,
  sumUntil,
  WHOLE_DAYS,
} from './figures.ts'
import { ChannelTicks, MonthPicker, YearPicker } from './Pickers.tsx'
import { Pair, Section } from './Section.tsx'
import { channelSeries, channelValues } from './series.ts'
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
  const { month, now } = useChosen()
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
      {isRunning(month, now) && <p className={styles.aside}>{WHOLE_DAYS}</p>}
      <Pair>
        <MonthChart row={analytics.ticketCount} title="Sales breakdown" info={DEFINITIONS.ticketsSold} format={count} />
        <MonthChart
          row={analytics.ticketRevenue}
          title="Sales revenue breakdown"
          info={DEFINITIONS.revenue}
          format={naira}
        />
      </Pair>
    </Section>
  )
}

type ChartProps = {
  row: typeof analytics.ticketCount | typeof analytics.ticketRevenue
  title: string
  info: string
  format: Format
}

/** A running month is compared with the same days of the one before. */
function MonthChart({ row, title, info, format }: ChartProps) {
  const { month, channel, now, place } = useChosen()
  const reading = useRead(row, { query: { ...monthAsked(month), ...place } })
  const last = monthBefore(month)
  const hasEarlier = last.year >= FIRST_YEAR
  const earlier = useRead(row, { query: { ...monthAsked(last), ...place } }, { enabled: hasEarlier })
  const series = channelSeries[channel]
  const of = (values: Parameters<ReturnType<typeof channelValues>>[0]) =>
    channelValues(channel)(values).reduce((sum, value) => sum + value, 0)
  const rows = fresh(reading)
  const total = rows && sum(rows.map(of))
  const until = comparedDays(month, now)
  const before = fresh(earlier)
  return (
    <Chart
      title={title}
      info={`${info} Not specified: ${DEFINITIONS.notSpecified}`}
      kind="bars"
      series={series}
      points={onDays(rows, channelValues(channel))}
      format={format}
      rows="Date"
      total
      reading={reading}
      empty="Nothing was sold in this month"
      headline={
        <Headline
          value={total === undefined ? undefined : format.full(Math.round(total))}
          change={
            !hasEarlier
              ? null
              : rows && before
                ? changeOf(sumUntil(rows, until.now, of), sumUntil(before, until.before, of))
                : undefined
          }
          note={`vs ${isRunning(month, now) ? 'the same days of ' : ''}${dates().months[last.month - 1]}`}
        />
      }
    />
  )
}
