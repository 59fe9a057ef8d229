import { lazy, Suspense } from 'react'
import { config } from '#web/config.ts'
import { useRead } from '#web/api/queries.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { beforeSales, changeOf, comparisonText } from '#web/charts/compared.ts'
import { comparedOf, isBeforeSales, periodOf } from '../compared-rules.ts'
import { analytics, type MonthRow } from '../contract.ts'
import { FIRST_YEAR } from '#contract/range.ts'
import { DEFINITIONS } from '../rules.ts'
import { AverageRedemption } from './AverageRedemption.tsx'
import { useChosen } from './address.ts'
import { FiguresPage } from './FiguresPage.tsx'
import { ChartFile } from './ChartFile.tsx'
import { begun, fresh, onMonths, sum } from './figures.ts'
import { YearPicker } from './Pickers.tsx'
import { Pair, Section } from './Section.tsx'
import { only } from './series.ts'
import { useFirstSale } from './useTotals.ts'

// Its table comes when the figures above it are here.
const OneTimePurchases = lazy(async () => ({ default: (await import('./OneTimePurchases.tsx')).OneTimePurchases }))

/** Core 2, Purchase history analytics. */
export const PurchaseHistoryPage = () => (
  <FiguresPage title="Purchase History Analytics">
    <ConcessionDiscounts />
    <AverageRedemption />
    <Suspense>
      <OneTimePurchases />
    </Suspense>
  </FiguresPage>
)

/** What subscribers saved on concessions. The days of a running year that are over are compared with the same of the one before. */
function ConcessionDiscounts() {
  const { year, now, place } = useChosen()
  const call = analytics.subscribedConcessionPurchase
  const range = periodOf('year', `${year}-01-01`, config.weekBegins)
  const compared = comparedOf(range, { today: now, unit: 'year' })
  const firstSale = useFirstSale(call)
  const isEarly = compared && firstSale !== undefined && (year === FIRST_YEAR || isBeforeSales(compared, firstSale))
  const reading = useRead(call, { query: { year, ...place } })
  const counted = useRead(call, { query: { year, ...place, ...(compared && { last_day: compared.now.end }) } })
  const earlier = useRead(
    call,
    { query: { year: year - 1, ...place, last_day: compared?.before.end ?? now } },
    { enabled: compared !== undefined && firstSale !== undefined && !isEarly },
  )
  const rows = begun(fresh(reading), year, now)
  const value = fresh(counted)
  const base = isEarly ? undefined : fresh(earlier)
  const total = (of: readonly MonthRow[], what: 'count' | 'total') => sum(of.map((row) => row[what]))
  const text = compared && comparisonText(compared, range, now)
  const card = (what: 'count' | 'total') => ({
    change: value && base && changeOf(total(value, what), total(base, what)),
    note: !text ? 'so far today' : isEarly ? beforeSales(firstSale) : text.note,
    days: base && text?.days,
  })
  const chart = { rows: 'Month', reading, info: DEFINITIONS.concessionDiscount, empty: 'No discounts in this year' }
  return (
    <Section title="Subscriber concession discounts" controls={<YearPicker />}>
      <Metrics label="Subscriber concession discounts" reading={reading}>
        <Metric
          label="Discount usage"
          info={DEFINITIONS.concessionDiscount}
          value={value && count.full(total(value, 'count'))}
          {...card('count')}
        />
        <Metric
          label="Discounts given"
          info={DEFINITIONS.concessionDiscount}
          value={value && naira.full(Math.round(total(value, 'total')))}
          {...card('total')}
        />
      </Metrics>
      <Pair>
        <Chart
          {...chart}
          title="Discounts by month"
          file={<ChartFile of="Discounts by month" chart="concession-discounts" year={year} />}
          kind="bars"
          series={only('Discounts')}
          points={onMonths(rows, year, ({ total: naira }) => naira, now)}
          format={naira}
        />
        <Chart
          {...chart}
          title="Share of concessions with a discount"
          file={<ChartFile of="Share of concessions with a discount" chart="concession-discounts" year={year} />}
          kind="area"
          series={only('Share')}
          points={onMonths(rows, year, ({ rate }) => rate, now)}
          format={percent}
        />
      </Pair>
    </Section>
  )
}
