import { lazy, Suspense } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { Segments } from '#web/charts/Segments.tsx'
import { changeOf } from '#web/charts/compared.ts'
import { Card } from '#web/ui/Card.tsx'
import { addDays } from '#contract/time.ts'
import { analytics, type SalesRow } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { lastDays, useChosen, useSeesChain } from './address.ts'
import { FileButton, FilePlace } from './FileButton.tsx'
import { rangeQuery, byKind, FOR_ALL, onDays, stepOf, sum, type Channel, type Range } from './figures.ts'
import { Pair, Section } from './Section.tsx'
import { kindSeries } from './series.ts'
import { StartEnd } from './StartEnd.tsx'
import { useRanged } from './useRanged.ts'

// What draws it comes after the revenue beside it.
const Subscribers = lazy(async () => ({ default: (await import('./Subscribers.tsx')).Subscribers }))

const CHANNEL_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'web', label: 'Web' },
  { value: 'mobile', label: 'Mobile' },
] as const satisfies { value: Channel; label: string }[]

const quickRanges = (today: string): Record<'week' | 'yesterday' | 'today', Range> => ({
  week: lastDays(7, today),
  yesterday: lastDays(1, addDays(today, -1)),
  today: lastDays(1, today),
})
const QUICK_OPTIONS = [
  { value: 'week', label: 'Last 7 days' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'today', label: 'Today' },
] as const

const CARDS = [
  { field: 'total_revenue', label: 'Revenue', info: DEFINITIONS.revenue, format: naira },
  { field: 'tickets', label: 'Tickets', info: DEFINITIONS.ticketsSold, format: count },
  { field: 'tickets_revenue', label: 'Ticket sales', info: DEFINITIONS.revenue, format: naira },
  { field: 'concessions_revenue', label: 'Concession sales', info: DEFINITIONS.revenue, format: naira },
  { field: 'subscriptions_revenue', label: 'Subscription sales', info: DEFINITIONS.revenue, format: naira },
] as const

/** Core 2, sales overview: some days by channel, by what was sold, and what they are compared with. */
export function SalesOverview() {
  const { channel, overview: range, now, compare, place, set } = useChosen()
  const seesChain = useSeesChain()
  const step = stepOf(range)
  const { data, value, base, note, days, reading, problem } = useRanged(analytics.salesAndRevenue, range, {
    step,
    byHour: true,
  })
  const rows = step === 'day' ? 'Date' : 'Month'
  const quick = quickRanges(now)
  const chosen = QUICK_OPTIONS.find(({ value }) => quick[value].start === range.start && quick[value].end === range.end)
  const choose = ({ start, end }: Range) => set({ start_date: start, end_date: end })
  const total = (rows: readonly SalesRow[], field: (typeof CARDS)[number]['field']) =>
    sum(rows.map((row) => row[`${channel}_${field}`]))

  return (
    <Section
      title="Sales overview"
      controls={
        <>
          <Segments
            label="Channel"
            options={CHANNEL_OPTIONS}
            value={channel}
            onChange={(to) => set({ channel: to === 'all' ? undefined : to })}
          />
          <Segments
            label="Days"
            options={QUICK_OPTIONS}
            value={chosen?.value}
            onChange={(value) => choose(quick[value])}
          />
          <StartEnd of="Sales overview" range={range} problem={problem} onChange={choose} />
          {problem ? (
            <FilePlace />
          ) : (
            <FileButton endpoint={analytics.salesCsv} query={{ ...rangeQuery(range), compare, ...place }} />
          )}
        </>
      }
    >
      {!problem && (
        <Metrics label="Sales overview" reading={reading}>
          {CARDS.map(({ field, label, info, format }) => (
            <Metric
              key={field}
              label={label}
              info={info}
              value={value && format.full(Math.round(total(value, field)))}
              change={value && base && changeOf(total(value, field), total(base, field))}
              note={note}
              days={days}
            />
          ))}
        </Metrics>
      )}
      <Pair>
        <Chart
          title="Revenue breakdown"
          info={DEFINITIONS.revenue}
          kind="bars"
          series={kindSeries}
          points={onDays(data, byKind(channel, 'revenue'), now, step)}
          format={naira}
          rows={rows}
          total
          reading={reading}
          problem={problem}
          empty="No sales in this period"
        />
        {seesChain && (
          <Suspense fallback={<Card title="Subscribers">{null}</Card>}>
            <Subscribers {...(place.cinemas && { note: FOR_ALL })} />
          </Suspense>
        )}
      </Pair>
      <Chart
        title="Sales breakdown"
        info="Tickets, concessions and subscriptions sold, minus refunds on the day of the refund"
        kind="bars"
        series={kindSeries}
        points={onDays(data, byKind(channel, 'number'), now, step)}
        format={count}
        rows={rows}
        total
        reading={reading}
        problem={problem}
        empty="No sales in this period"
      />
    </Section>
  )
}
