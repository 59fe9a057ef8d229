import { Chart } from '#web/charts/Chart.tsx'
import { count, percent } from '#web/charts/formats.ts'
import { Headline, Metric, Metrics } from '#web/charts/Metric.tsx'
import { WhenVisible } from '#web/charts/WhenVisible.tsx'
import { show } from '#web/charts/labels.ts'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { useChosen, useSeesChain } from './address.ts'
import { ChartFile } from './ChartFile.tsx'
import { begun, firstDay, onDays, onMonths, sum, fresh } from './figures.ts'
import { OnlyOfChain } from './OnlyOfChain.tsx'
import { MonthPicker, YearPicker } from './Pickers.tsx'
import { RangedHeadline } from './RangedHeadline.tsx'
import { Pair, Section } from './Section.tsx'
import { active, inactive, mobile, only, web } from './series.ts'
import { Subscribers } from './Subscribers.tsx'
import { TrendChart } from './TrendChart.tsx'
import { useRanged } from './useRanged.ts'
import { useChainTotals } from './useTotals.ts'

/** Who the customers are, how many come, and how they visit. */
export const UsersTab = () =>
  useSeesChain() ? (
    <>
      <Customers />
      <Section title="Subscribers and sign-ups" ofChain controls={<YearPicker />}>
        <Pair>
          <Subscribers />
          <SignUps />
        </Pair>
      </Section>
      <Section
        title="Visits"
        ofChain
        controls={
          <>
            <MonthPicker />
            <YearPicker />
          </>
        }
      >
        <WhenVisible>
          <Visits />
        </WhenVisible>
      </Section>
      <Section title="By day" ofChain>
        <WhenVisible>
          <UsersTrend />
        </WhenVisible>
      </Section>
    </>
  ) : (
    <OnlyOfChain />
  )

function Customers() {
  const reading = useChainTotals()
  const all = reading.data
  return (
    <Section title="Customers" ofChain>
      <Metrics label="Customers" reading={reading}>
        <Metric
          label="Total online customers"
          info={DEFINITIONS.users}
          value={all && count.full(all.total_number_of_reg_users!)}
        />
        <Metric
          label="Active users"
          info={DEFINITIONS.activeUsers}
          value={all && count.full(all.subscription_statistics!.active)}
        />
        <Metric
          label="Unsubscribed users"
          info={DEFINITIONS.inactiveUsers}
          value={all && count.full(all.subscription_statistics!.inactive)}
        />
        <Metric
          label="Repeat users"
          info={DEFINITIONS.repeatUsers}
          value={all && show(percent, all.percentage_returning_customer)}
        />
      </Metrics>
    </Section>
  )
}

function SignUps() {
  const { year, now } = useChosen()
  const reading = useRead(analytics.newSignups, { query: { year } })
  const rows = begun(fresh(reading), year, now)
  const total = rows && sum(rows.map((row) => row.count))
  return (
    <Chart
      title="Total users breakdown"
      info={DEFINITIONS.signups}
      kind="bars"
      series={only('Sign-ups')}
      file={<ChartFile of="Total users breakdown" chainChart="sign-ups" year={year} />}
      points={onMonths(rows, year, (row) => row.count, now)}
      format={count}
      rows="Month"
      reading={reading}
      empty="No sign-ups in this year"
      headline={<Headline value={total === undefined ? undefined : count.full(total)} note={`registered in ${year}`} />}
    />
  )
}

function Visits() {
  const { month, now } = useChosen()
  const reading = useRead(analytics.usersVisit, { query: { date: firstDay(month) } })
  const rows = fresh(reading)
  const total = rows && sum(rows.map(({ visit_count }) => visit_count.web + visit_count.mobile))
  return (
    <Chart
      title="Usage by web and mobile app"
      info={DEFINITIONS.visits}
      kind="bars"
      series={[web, mobile]}
      file={<ChartFile of="Usage by web and mobile app" chainChart="visits" {...month} />}
      points={onDays(rows, ({ visit_count }) => [visit_count.web, visit_count.mobile], now)}
      format={count}
      rows="Date"
      total
      reading={reading}
      empty="No visits this month"
      headline={<Headline value={total === undefined ? undefined : count.full(total)} note="visits in the month" />}
    />
  )
}

/** Each on an axis of its own: beside all who are not, those who are subscribed would be a flat line. */
function UsersTrend() {
  const { trend, now } = useChosen()
  const ranged = useRanged(analytics.users, trend)
  const { data, reading, problem } = ranged
  const at = ranged.ends ?? `at the end, ${ranged.note}`
  const chart = { kind: 'lines', format: count, reading, problem } as const
  const headline = { ranged, format: count }
  return (
    <>
      <TrendChart
        {...chart}
        title="Active users"
        info={DEFINITIONS.activeUsers}
        series={[active]}
        points={onDays(data, ({ activeUsers }) => [activeUsers], now)}
        csv={analytics.usersCsv}
        headline={
          <RangedHeadline {...headline} figure={(rows) => rows.at(-1)?.activeUsers} note={`active subscribers ${at}`} />
        }
      />
      <Chart
        {...chart}
        title="Inactive users"
        info={DEFINITIONS.inactiveUsers}
        series={[inactive]}
        points={onDays(data, ({ inactiveUsers }) => [inactiveUsers], now)}
        rows="Date"
        headline={
          problem ? undefined : (
            <RangedHeadline
              {...headline}
              figure={(rows) => rows.at(-1)?.inactiveUsers}
              isNeutral
              note={`not subscribed ${at}`}
            />
          )
        }
      />
    </>
  )
}
