import { addMonths, showDay } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Headline, Metric, Metrics } from '#web/charts/Metric.tsx'
import { WhenVisible } from '#web/charts/WhenVisible.tsx'
import { beforeSales, changeOf, pointsOf } from '#web/charts/compared.ts'
import { useRead } from '#web/api/queries.ts'
import { show } from '#web/charts/labels.ts'
import { analytics, type MonthRow } from '../contract.ts'
import { FIRST_YEAR } from '#contract/range.ts'
import { DEFINITIONS } from '../rules.ts'
import { useChosen, useSeesChain } from './address.ts'
import { ChartFile } from './ChartFile.tsx'
import { begun, firstDay, onDays, onMonths, fresh } from './figures.ts'
import { OnlyOfChain } from './OnlyOfChain.tsx'
import { YearPicker } from './Pickers.tsx'
import { RangedHeadline } from './RangedHeadline.tsx'
import { Pair, Section } from './Section.tsx'
import { lost, only } from './series.ts'
import { StartEnd } from './StartEnd.tsx'
import { TrendChart } from './TrendChart.tsx'
import { useRanged } from './useRanged.ts'
import { useChainTotals } from './useTotals.ts'

/** What subscriptions bring in, who leaves, and who of the new ones comes. */
export const SubscriptionsTab = () =>
  useSeesChain() ? (
    <>
      <YearOfSubscriptions />
      <Conversion />
      <Section title="Churn by day" ofChain>
        <WhenVisible>
          <ChurnTrend />
        </WhenVisible>
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
      <WhenVisible>
        <ChurnByMonth />
      </WhenVisible>
    </Section>
  )
}

/** What is in force now is compared with this day of the month or year before, the end of a month with the end of that one. */
function RecurringRevenue() {
  const { year, now, compare } = useChosen()
  const reading = useRead(analytics.monthlyRecurringRevenue, { query: { year } })
  const rows = begun(fresh(reading), year, now)
  const last = rows?.at(-1)
  const isNow = now.startsWith(String(year))
  const day = isNow ? now : `${year}-12-31`
  const base = addMonths(day, compare === 'year' ? -12 : -1)
  const baseYear = Number(base.slice(0, 4))
  const earlier = useRead(
    analytics.monthlyRecurringRevenue,
    { query: { year: baseYear, last_day: base } },
    { enabled: baseYear >= FIRST_YEAR },
  )
  const firstSale = useChainTotals().data?.first_sale_on
  const isEarly = firstSale != null && base < firstSale
  const before = isEarly ? undefined : fresh(earlier)?.at(-1)
  return (
    <Chart
      title="Monthly recurring revenue"
      info={DEFINITIONS.recurringRevenue}
      kind="bars"
      series={only('Recurring revenue')}
      file={<ChartFile of="Monthly recurring revenue" chainChart="recurring-revenue" year={year} />}
      points={onMonths(rows, year, ({ total }) => total, now)}
      format={naira}
      rows="Month"
      reading={reading}
      empty="No active subscriptions in this year"
      headline={
        <Headline
          value={rows && (last ? naira.full(Math.round(last.total)) : '–')}
          change={last && before && changeOf(last.total, before.total)}
          note={
            isEarly
              ? beforeSales(firstSale)
              : before
                ? `${isNow ? 'now' : `on ${showDay(day)}`} vs ${showDay(base)}`
                : ''
          }
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
      file={<ChartFile of="Churn MRR" chainChart="cancelled-revenue" year={year} />}
      points={onMonths(rows, year, (row) => row.total, now)}
      format={naira}
      rows="Month"
      reading={reading}
      empty="No subscriptions ended in this year"
      headline={
        <Headline value={total === undefined ? undefined : naira.full(Math.round(total))} note={`lost in ${year}`} />
      }
    />
  )
}

function ChurnByMonth() {
  const { year, now, compare } = useChosen()
  const reading = useRead(analytics.customerChurnRate, { query: { year } })
  const earlier = useRead(analytics.customerChurnRate, { query: { year: year - 1 } }, { enabled: year > FIRST_YEAR })
  const rows = begun(fresh(reading), year, now)
  /** So many months before one; undefined while it is not known, or where there is none. */
  const back = ({ month }: MonthRow, months: number): MonthRow | undefined =>
    month > months
      ? rows?.find((one) => one.month === month - months)
      : fresh(earlier)?.find((one) => one.month === month - months + 12)
  const complete = rows?.filter(({ month }) => `${year}-${String(month).padStart(2, '0')}` < now.slice(0, 7))
  const last = complete?.at(-1)
  const firstSale = useChainTotals().data?.first_sale_on
  const before = last && back(last, compare === 'year' ? 12 : 1)
  const beganOn = before && firstDay({ year: before.month < last.month ? year : year - 1, month: before.month })
  const isEarly = beganOn !== undefined && firstSale != null && beganOn < firstSale
  return (
    <Chart
      title="Churn rate by month"
      info={DEFINITIONS.churnRate}
      kind="area"
      series={lost('Churn rate')}
      file={<ChartFile of="Churn rate by month" chainChart="churn-by-month" year={year} />}
      points={onMonths(rows, year, ({ rate }) => rate, now)}
      format={percent}
      rows="Month"
      reading={reading}
      empty="No subscriptions ended in this year"
      headline={
        <Headline
          value={complete && show(percent, last?.rate)}
          change={before && !isEarly ? pointsOf(last.rate, before.rate, 'down') : undefined}
          note={
            !last
              ? 'No complete month in this year yet'
              : isEarly
                ? beforeSales(firstSale)
                : before
                  ? `${dates.months[last.month - 1]} vs ${dates.month(beganOn!)}`
                  : dates.months[last.month - 1]!
          }
        />
      }
    />
  )
}

function Conversion() {
  const { conversion: range, set } = useChosen()
  const { value, base, note, days, reading, problem } = useRanged(analytics.conversionRate, range)
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
            value={value && show(percent, value.conversionRate)}
            change={value && base && pointsOf(value.conversionRate, base.conversionRate)}
            note={note}
            days={days}
          />
          <Metric
            label="New sign-ups"
            info={DEFINITIONS.signups}
            value={value && count.full(value.newSignUpUsers)}
            change={value && base && changeOf(value.newSignUpUsers, base.newSignUpUsers)}
            note={note}
            days={days}
          />
          <Metric
            label="New subscriptions"
            info={DEFINITIONS.conversionRate}
            value={value && count.full(value.newSubscriptionPurchase)}
            change={value && base && changeOf(value.newSubscriptionPurchase, base.newSubscriptionPurchase)}
            note={note}
            days={days}
          />
        </Metrics>
      )}
    </Section>
  )
}

function ChurnTrend() {
  const { trend, now } = useChosen()
  const { data, reading, problem } = useRanged(analytics.churnRate, trend)
  // Of the days as one period: no mean of daily rates.
  const summary = useRanged(analytics.churnSummary, trend)
  return (
    <TrendChart
      title="Churn rate"
      info={DEFINITIONS.churnRate}
      kind="area"
      series={lost('Churn rate')}
      points={onDays(data, ({ churnRate }) => [churnRate], now)}
      format={percent}
      reading={reading}
      problem={problem}
      csv={analytics.churnCsv}
      headline={<RangedHeadline ranged={summary} figure={({ churnRate }) => churnRate} format={percent} rate="lost" />}
    />
  )
}
