import { dates } from '#web/date-words.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Headline, Metric, Metrics } from '#web/charts/Metric.tsx'
import { WhenNear } from '#web/charts/WhenNear.tsx'
import { useRead } from '#web/api/queries.ts'
import { show } from '#web/charts/labels.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { useChosen, useSeesChain } from './address.ts'
import { average, begun, changeOf, onDays, onMonths, pointsOf, fresh } from './figures.ts'
import { OnlyOfChain } from './OnlyOfChain.tsx'
import { YearPicker } from './Pickers.tsx'
import { Pair, Section } from './Section.tsx'
import { lost, only } from './series.ts'
import { StartEnd } from './StartEnd.tsx'
import { TrendChart } from './TrendChart.tsx'
import { useRanged } from './useRanged.ts'

/** What subscriptions bring in, who leaves, and who of the new ones comes. */
export const SubscriptionsTab = () =>
  useSeesChain() ? (
    <>
      <YearOfSubscriptions />
      <Conversion />
      <Section title="Churn by day" ofChain>
        <WhenNear>
          <ChurnTrend />
        </WhenNear>
      </Section>
    </>
  ) : (
    <OnlyOfChain />
  )

function YearOfSubscriptions() {
  const { year } = useChosen()
  return (
    <Section title={`Subscriptions in ${year}`} ofChain controls={<YearPicker />}>
      <Pair>
        <RecurringRevenue />
        <CancelledRevenue />
      </Pair>
      <WhenNear>
        <ChurnByMonth />
      </WhenNear>
    </Section>
  )
}

function RecurringRevenue() {
  const { year, now } = useChosen()
  const reading = useRead(analytics.monthlyRecurringRevenue, { query: { year } })
  const rows = begun(fresh(reading), year, now)
  const last = rows?.at(-1)
  return (
    <Chart
      title="Revenue breakdown"
      info={DEFINITIONS.recurringRevenue}
      kind="bars"
      series={only('Recurring revenue')}
      points={onMonths(rows, year, ({ total }) => total)}
      format={naira}
      rows="Month"
      reading={reading}
      empty="No subscription was in force in this year"
      headline={
        <Headline
          value={rows && (last ? naira.full(Math.round(last.total)) : '–')}
          change={last && changeOf(last.total, rows?.at(-2)?.total)}
          note={last && rows!.length > 1 ? `${dates().months[last.month - 1]} vs previous month` : ''}
        />
      }
    />
  )
}

function CancelledRevenue() {
  const { year, now } = useChosen()
  const reading = useRead(analytics.cancelledRecurringRevenue, { query: { year } })
  const rows = begun(fresh(reading), year, now)
  const total = rows?.reduce((sum, row) => sum + row.total, 0)
  return (
    <Chart
      title="Churn MRR"
      info={DEFINITIONS.cancelledRevenue}
      kind="bars"
      series={lost('Cancelled recurring revenue')}
      points={onMonths(rows, year, (row) => row.total)}
      format={naira}
      rows="Month"
      reading={reading}
      empty="No subscription ended in this year"
      headline={
        <Headline value={total === undefined ? undefined : naira.full(Math.round(total))} note={`lost in ${year}`} />
      }
    />
  )
}

function ChurnByMonth() {
  const { year, now } = useChosen()
  const reading = useRead(analytics.customerChurnRate, { query: { year } })
  const rows = begun(fresh(reading), year, now)
  const whole = rows?.filter(({ month }) => `${year}-${String(month).padStart(2, '0')}` < now.slice(0, 7))
  const last = whole?.at(-1)
  return (
    <Chart
      title="Churn rate by month"
      info={DEFINITIONS.churnRate}
      kind="area"
      series={lost('Churn rate')}
      points={onMonths(rows, year, ({ rate }) => rate)}
      format={percent}
      rows="Month"
      reading={reading}
      empty="No subscription ended in this year"
      headline={
        <Headline
          value={whole && show(percent, last?.rate)}
          change={last && pointsOf(last.rate, whole?.at(-2)?.rate, 'down')}
          note={last ? `${dates().months[last.month - 1]} vs previous month` : 'No month of this year is over'}
        />
      }
    />
  )
}

function Conversion() {
  const { conversion: range, set } = useChosen()
  const { data, compared, words: note, reading, problem } = useRanged(analytics.conversionRate, range)
  return (
    <Section
      title="Subscription conversion rate"
      ofChain
      controls={
        <StartEnd
          of="Conversion"
          range={range}
          problem={problem}
          onChange={({ start, end }) => set({ conversion_start: start, conversion_end: end })}
        />
      }
    >
      {!problem && (
        <Metrics label="Subscription conversion rate" reading={reading}>
          <Metric
            label="Conversion rate"
            info={DEFINITIONS.conversionRate}
            value={data && show(percent, data.conversionRate)}
            change={compared && pointsOf(compared.now.conversionRate, compared.before.conversionRate)}
            note={note}
          />
          <Metric
            label="New sign-ups"
            info={DEFINITIONS.signups}
            value={data && count.full(data.newSignUpUsers)}
            change={compared && changeOf(compared.now.newSignUpUsers, compared.before.newSignUpUsers)}
            note={note}
          />
          <Metric
            label="New subscriptions"
            info={DEFINITIONS.conversionRate}
            value={data && count.full(data.newSubscriptionPurchase)}
            change={compared && changeOf(compared.now.newSubscriptionPurchase, compared.before.newSubscriptionPurchase)}
            note={note}
          />
        </Metrics>
      )}
    </Section>
  )
}

function ChurnTrend() {
  const { trend } = useChosen()
  const { data, compared, words, reading, problem } = useRanged(analytics.churnRate, trend)
  const rate = (rows: typeof data) => average(rows?.map(({ churnRate }) => churnRate))
  return (
    <TrendChart
      title="Churn rate"
      info={DEFINITIONS.churnRate}
      kind="area"
      series={lost('Churn rate')}
      points={onDays(data, ({ churnRate }) => [churnRate])}
      format={percent}
      reading={reading}
      problem={problem}
      csv={analytics.churnCsv}
      headline={
        <Headline
          value={data && show(percent, rate(data))}
          change={compared && pointsOf(rate(compared.now), rate(compared.before), 'down')}
          note={`daily average, ${words}`}
        />
      }
    />
  )
}
