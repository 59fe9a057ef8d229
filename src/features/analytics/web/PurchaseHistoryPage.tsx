import { dates } from '#web/date-words.ts'
import { useRead } from '#web/api/queries.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { analytics, type MonthRow } from '../contract.ts'
import { DEFINITIONS, FIRST_YEAR } from '../rules.ts'
import { AverageRedemption } from './AverageRedemption.tsx'
import { useChosen } from './address.ts'
import { FiguresPage } from './FiguresPage.tsx'
import { begun, changeOf, firstDay, onMonths, sum, fresh } from './figures.ts'
import { OneTimePurchases } from './OneTimePurchases.tsx'
import { YearPicker } from './Pickers.tsx'
import { Pair, Section } from './Section.tsx'
import { only } from './series.ts'

/** Core 2, Purchase history analytics. */
export const PurchaseHistoryPage = () => (
  <FiguresPage title="Purchase History Analytics">
    <ConcessionDiscounts />
    <AverageRedemption />
    <OneTimePurchases />
  </FiguresPage>
)

/** What subscribers saved on concessions. A running year is compared with the same whole months of the one before. */
function ConcessionDiscounts() {
  const { year, now, place } = useChosen()
  const reading = useRead(analytics.subscribedConcessionPurchase, { query: { year, ...place } })
  const earlier = useRead(
    analytics.subscribedConcessionPurchase,
    { query: { year: year - 1, ...place } },
    { enabled: year > FIRST_YEAR },
  )
  const rows = begun(fresh(reading), year, now)
  const before = fresh(earlier)
  const isRunning = now.startsWith(String(year))
  const whole = isRunning ? Number(now.slice(5, 7)) - 1 : 12
  const until = (of: readonly MonthRow[], value: (row: MonthRow) => number) =>
    sum(of.filter(({ month }) => month <= whole).map(value))
  const change = (value: (row: MonthRow) => number) =>
    year === FIRST_YEAR ? null : before && rows ? changeOf(until(rows, value), until(before, value)) : undefined
  const [first, last] = [1, Math.max(1, whole)].map((month) => dates().monthShort(firstDay({ year, month })))
  const months = `${first}–${last}`
  const note = whole === 12 ? `vs ${year - 1}` : `${months}, vs ${months} ${year - 1}`
  const chart = { rows: 'Month', reading, info: DEFINITIONS.concessionDiscount, empty: 'No discount in this year' }
  return (
    <Section title="Subscriber concession discounts" controls={<YearPicker />}>
      <Metrics label="Subscriber concession discounts" reading={reading}>
        <Metric
          label="Discount usage"
          info={DEFINITIONS.concessionDiscount}
          value={rows && count.full(sum(rows.map((row) => row.count)))}
          change={change((row) => row.count)}
          note={note}
        />
        <Metric
          label="Discounts given"
          info={DEFINITIONS.concessionDiscount}
          value={rows && naira.full(Math.round(sum(rows.map((row) => row.total))))}
          change={change((row) => row.total)}
          note={note}
        />
      </Metrics>
      <Pair>
        <Chart
          {...chart}
          title="Discounts by month"
          kind="bars"
          series={only('Discounts')}
          points={onMonths(rows, year, ({ total }) => total)}
          format={naira}
        />
        <Chart
          {...chart}
          title="Share of concessions with a discount"
          kind="area"
          series={only('Share')}
          points={onMonths(rows, year, ({ rate }) => rate)}
          format={percent}
        />
      </Pair>
    </Section>
  )
}
