import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { addDays, showDay, type Day } from '#contract/time.ts'
import { useRead } from '#web/api/queries.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Info } from '#web/charts/Info.tsx'
import { show } from '#web/charts/labels.ts'
import { Metric, Metrics, Pill } from '#web/charts/Metric.tsx'
import { Segments } from '#web/charts/Segments.tsx'
import { WhenVisible } from '#web/charts/WhenVisible.tsx'
import { changeOf, moveOf, pointsOf, comparisonText } from '#web/charts/compared.ts'
import { config } from '#web/config.ts'
import { dates } from '#web/date-names.ts'
import { useSort } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { periodOf, type CompareTo, type Period } from '../compared-rules.ts'
import { analytics, type CinemaFigures, type CinemaRow } from '../contract.ts'
import { DAYPARTS, DEFINITIONS } from '../rules.ts'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import { againstOf } from './against.ts'
import { named, stepped } from './periods.ts'
import { Pair, Section } from './Section.tsx'
import { only } from './series.ts'

type Answer = Output<typeof analytics.byCinema.reply>
type Base = 'before' | 'year_before'

const PERIOD_OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Cinema week' },
  { value: 'weekend', label: 'Weekend' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const satisfies { value: Period; label: string }[]

/** Cinemas side by side: which sells best and worst in a period, and how that was before. */
export function CinemasTab() {
  const { period, day, now, place, sort, compare, set } = useChosen()
  const sortBy = useSort()
  const query = { period, ...(day !== now && { date: day }), ...place }
  const reading = useRead(analytics.byCinema, { query: { ...query, ...(sort && { sort }) } })
  const data = reading.isPlaceholderData ? undefined : reading.data
  return (
    <>
      <Section
        title="Cinemas"
        controls={
          <>
            <Segments
              label="Period"
              options={PERIOD_OPTIONS}
              value={period}
              onChange={(to) => set({ period: to === 'week' ? undefined : to })}
            />
            <Stepper />
            <ExportButton endpoint={analytics.byCinemaCsv} query={{ ...query, ...(sort && { sort }) }} />
          </>
        }
      >
        <Totals data={data} reading={reading} />
        <List
          label="Cinemas"
          columns={columnsOf(data, now, comparedOnCard(sort, compare))}
          reading={reading}
          rows={data?.cinemas}
          total={data?.cinemas.length}
          page={1}
          perPage={15}
          sort={sort}
          defaultSort="-revenue"
          onSort={sortBy}
          rowKey={({ cinema_id: id }) => id}
          onOpen={({ cinema_id: id }) => id && set({ cinemas: id, tab: undefined })}
          empty={{ title: 'No cinemas', text: 'Cinemas are imported from the point of sale' }}
        />
      </Section>
      <Section title="By weekday and time of day">
        <WhenVisible>
          <Times query={query} />
        </WhenVisible>
      </Section>
    </>
  )
}

/** From period to period; none begins after today. */
function Stepper() {
  const { period, day, now, set } = useChosen()
  const range = periodOf(period, day, config.weekBegins)
  const go = (to: Day) => {
    const { start, end } = periodOf(period, to, config.weekBegins)
    set({ day: start <= now && now <= end ? undefined : to })
  }
  const next = stepped(period, range, 1)
  return (
    <span className={styles.stepper}>
      <ActionIcon variant="subtle" color="gray" aria-label="Earlier" onClick={() => go(stepped(period, range, -1))}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span className={styles.stepped} aria-live="polite">
        {named(period, range)}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label="Later" disabled={next > now} onClick={() => go(next)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </span>
  )
}

type TotalsProps = { data: Answer | undefined; reading: { error: Error | null; refetch: () => unknown } }

/** All of them together, against what is chosen on the page. */
function Totals({ data, reading }: TotalsProps) {
  const { compare, now } = useChosen()
  const { base, note = '', days } = (data && againstOf(data, compare, now)) ?? {}
  const value = (what: keyof CinemaFigures, write: (value: number) => string) =>
    data && (data.total.now[what] === null ? '–' : write(data.total.now[what]))
  const card = (what: keyof CinemaFigures, isRate = false) => ({
    change: data && base && (isRate ? pointsOf : changeOf)(data.total.now[what], base[what]),
    note,
    days,
  })
  const rounded = (amount: number) => naira.full(Math.round(amount))
  return (
    <Metrics label="Cinemas together" reading={{ ...reading, data }}>
      <Metric label="Revenue" info={DEFINITIONS.revenue} value={value('revenue', rounded)} {...card('revenue')} />
      <Metric
        label="Tickets"
        info={DEFINITIONS.ticketsSold}
        value={value('tickets', count.full)}
        {...card('tickets')}
      />
      <Metric
        label="Spend per head"
        info={DEFINITIONS.spendPerHead}
        value={value('spend_per_head', rounded)}
        {...card('spend_per_head')}
      />
      <Metric
        label="Concessions per ticket"
        short="Concessions/ticket"
        info={DEFINITIONS.concessionsPerTicket}
        value={value('concessions_per_ticket', rounded)}
        {...card('concessions_per_ticket')}
      />
      <Metric
        label="Occupancy"
        info={DEFINITIONS.occupancy}
        value={value('occupancy', percent.full)}
        {...card('occupancy', true)}
      />
    </Metrics>
  )
}

const amount = (value: number | null) => (value === null ? '–' : naira.full(Math.round(value)))

type Figure = 'spend_per_head' | 'occupancy' | 'concessions_per_ticket' | 'refunded'

const figure = (
  id: Figure,
  title: string,
  definition: string,
  {
    text = amount,
    ...column
  }: { text?: (value: number | null) => string } & Pick<Column<CinemaRow>, 'short' | 'yields' | 'card'> = {},
): Column<CinemaRow> => ({
  id,
  title,
  sort: id,
  info: <Info of={title} text={definition} />,
  numeric: true,
  ...column,
  cell: ({ now }) => text(now[id]),
})

/** A card has room for one: that by which the cinemas are sorted, else that with which the page compares. */
const comparedOnCard = (sort: string | undefined, compare: CompareTo): Base => {
  if (sort?.endsWith('year_change')) return 'year_before'
  return sort?.endsWith('change') || compare !== 'year' ? 'before' : 'year_before'
}

function columnsOf(data: Answer | undefined, today: Day, onCard: Base): Column<CinemaRow>[] {
  const against = (base: Base, title: string, short: string, sort: string): Column<CinemaRow> => {
    const of = data?.compared[base]
    const text = data && of && comparisonText({ ...of, until: of.until }, data.days, today)
    return {
      id: base,
      title,
      short,
      sort,
      numeric: true,
      ...(text && { info: <Info of={title} text={`Revenue of ${text.days}`} /> }),
      card: () => base === onCard,
      cell: (row) => changeIn(row, base, text?.days),
    }
  }
  return [
    {
      id: 'cinema_name',
      title: 'Cinema',
      sort: 'cinema_name',
      main: true,
      cell: ({ rank, now, cinema_name: name }) => (
        <span className={styles.named}>
          <span className={styles.rank}>{rank === null || (rank === 1 && now.revenue === 0) ? '' : `${rank}. `}</span>
          {name}
        </span>
      ),
    },
    {
      id: 'revenue',
      title: 'Revenue',
      sort: 'revenue',
      numeric: true,
      side: true,
      cell: ({ now }) => amount(now.revenue),
    },
    against('before', 'vs previous', 'vs previous', 'change'),
    against('year_before', 'vs previous year', 'vs year', 'year_change'),
    { id: 'tickets', title: 'Tickets', sort: 'tickets', numeric: true, cell: ({ now }) => count.full(now.tickets) },
    figure('spend_per_head', 'Per head', DEFINITIONS.spendPerHead, { yields: 'second' }),
    figure('occupancy', 'Occupancy', DEFINITIONS.occupancy, {
      short: 'Full',
      text: (share) => show(percent, share),
      yields: 'second',
    }),
    figure('concessions_per_ticket', 'Concessions', DEFINITIONS.concessionsPerTicket, {
      short: 'Snacks',
      yields: 'first',
    }),
    figure('refunded', 'Refunded', DEFINITIONS.refunded, {
      yields: 'first',
      card: ({ now }) => now.refunded !== 0,
    }),
  ]
}

/** How its revenue moved, or why that is not known. */
function changeIn(row: CinemaRow, base: Base, days: string | undefined) {
  const before = row[base]
  if (!before)
    return <span className={styles.rank}>{row.first_sale_on ? `since ${showDay(row.first_sale_on)}` : '–'}</span>
  const change = moveOf(changeOf(row.now.revenue, before.revenue))
  return change ? <Pill change={change} days={days} /> : '–'
}

const A_SUNDAY = '2026-11-22'

type Query = { period: Period; date?: Day; cinemas?: string }

function Times({ query }: { query: Query }) {
  const reading = useRead(analytics.byTime, { query })
  const data = reading.isPlaceholderData ? undefined : reading.data
  return (
    <Pair>
      <Chart
        title="Revenue by weekday"
        info={DEFINITIONS.byWeekday}
        file={
          <ExportButton
            of="Revenue by weekday"
            endpoint={analytics.byTimeCsv}
            query={{ ...query, chart: 'weekdays' }}
          />
        }
        kind="bars"
        series={only('Revenue a day')}
        points={data?.weekdays.map(({ weekday, days, revenue }) => {
          const name = dates.weekday(addDays(A_SUNDAY, weekday))
          return { id: String(weekday), label: name, short: name, values: [days ? revenue / days : null] }
        })}
        format={roundedNaira}
        rows="Weekday"
        reading={reading}
        empty="No sales on complete days of this period"
      />
      <Chart
        title="Occupancy by time of show"
        info={DEFINITIONS.occupancy}
        file={
          <ExportButton
            of="Occupancy by time of show"
            endpoint={analytics.byTimeCsv}
            query={{ ...query, chart: 'dayparts' }}
          />
        }
        kind="bars"
        series={only('Occupancy')}
        points={data?.dayparts.map(({ daypart, occupancy }) => {
          const { label, short } = DAYPARTS.find(({ id }) => id === daypart)!
          return { id: daypart, label, short, values: [occupancy] }
        })}
        format={percent}
        rows="Show begins"
        reading={reading}
        empty="No showing of this period has started"
      />
    </Pair>
  )
}

const roundedNaira = { ...naira, full: (value: number) => naira.full(Math.round(value)) }
