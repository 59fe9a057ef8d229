import { Chart } from '#web/charts/Chart.tsx'
import { count, percent } from '#web/charts/formats.ts'
import { Headline } from '#web/charts/Metric.tsx'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS, percentage } from '../rules.ts'
import { useChosen, useSeesChain } from './address.ts'
import { ChartFile } from './ChartFile.tsx'
import { begun, firstDay, onDays, onMonths, sum, fresh } from './figures.ts'
import { OnlyOfChain } from './OnlyOfChain.tsx'
import { YearPicker } from './Pickers.tsx'
import { RangedHeadline } from './RangedHeadline.tsx'
import { Section } from './Section.tsx'
import { only } from './series.ts'
import { TrendChart } from './TrendChart.tsx'
import { useRanged } from './useRanged.ts'

/** How many of the tickets that were sold, or that a plan gives, are used. */
export function RedemptionTab() {
  const seesChain = useSeesChain()
  return (
    <>
      {seesChain && (
        <Section title="By month" ofChain controls={<YearPicker />}>
          <ByMonth />
        </Section>
      )}
      <Section title="By day">
        <Trend />
      </Section>
      {!seesChain && <OnlyOfChain />}
    </>
  )
}

function ByMonth() {
  const { year, now } = useChosen()
  const reading = useRead(analytics.subscriptionRedemption, { query: { date: firstDay({ year, month: 1 }) } })
  const rows = begun(fresh(reading), year, now)
  const used = rows && sum(rows.map((row) => row.count))
  return (
    <Chart
      title="Redemption rate by month"
      info={DEFINITIONS.subscriptionRedemption}
      kind="bars"
      series={only('Redemption rate')}
      file={<ChartFile of="Redemption rate by month" chainChart="plan-redemption" year={year} />}
      points={onMonths(rows, year, ({ rate }) => rate, now)}
      format={percent}
      rows="Month"
      reading={reading}
      empty="No plan tickets used in this year"
      headline={
        <Headline value={used === undefined ? undefined : count.full(used)} note={`plan tickets used in ${year}`} />
      }
    />
  )
}

type Day = { redeemed: number; sold: number }

function Trend() {
  const { trend, now } = useChosen()
  const ranged = useRanged(analytics.redemptionRate, trend)
  const { data, reading, problem } = ranged
  const rate = (rows: readonly Day[]) =>
    percentage(sum(rows.map(({ redeemed }) => redeemed)), sum(rows.map(({ sold }) => sold)))
  // The shows of a day that still runs are yet to come.
  const complete = data?.filter(({ date }) => date < now || data.length === 1)
  return (
    <TrendChart
      title="Redemption rate"
      info={DEFINITIONS.redemptionRate}
      kind="area"
      series={only('Redemption rate')}
      points={onDays(complete, ({ redemptionRate }) => [redemptionRate], now)}
      format={percent}
      reading={reading}
      problem={problem}
      csv={analytics.redemptionCsv}
      headline={<RangedHeadline ranged={ranged} figure={rate} format={percent} rate="gained" />}
    />
  )
}
