import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
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
import { WhenNear } from '#web/charts/WhenNear.tsx'
import { dates } from '#web/date-words.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { periodOf, type Period } from '../compared-rules.ts'
import { analytics, type CinemaFigures, type CinemaRow } from '../contract.ts'
import { DAYPARTS, DEFINITIONS } from '../rules.ts'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import { againstOf } from './against.ts'
import { changeOf, pointsOf, wordsOf } from './figures.ts'
import { named, stepped } from './periods.ts'
import { Pair, Section } from './Section.tsx'
import { only } from './series.ts'

type Answer = Output<typeof analytics.byCinema.reply>
type Against = Pick<CinemaRow, 'now' | 'before' | 'year_before'>

const PERIOD_OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Cinema week' },
  { value: 'weekend', label: 'Weekend' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const satisfies { value: Period; label: string }[]

/** Cinemas side by side: which sells best and worst in a period, and how that was before. */
export function CinemasTab() {
  const { period, day, now, place, sort, set } = useChosen()
  const query = { period, ...(day !== now && { date: day }), ...place }
  const reading = useRead(analytics.byCinema, { query: { ...query, ...(sort && { sort }) } })
  const data = reading.isPlaceholderData ? undefined : reading.data
  const columns = useColumns()
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
          columns={columnsOf(data, now).slice(0, columns)}
          reading={reading}
          rows={data?.cinemas}
          total={data?.cinemas.length}
          page={1}
          perPage={15}
          sort={sort ?? '-revenue'}
          onSort={(to) => set({ sort: to === '-revenue' ? undefined : to })}
          rowKey={({ cinema_id: id }) => id}
          onOpen={({ cinema_id: id }) => id && set({ cinemas: id, tab: undefined })}
          empty={{ title: 'No cinemas', text: 'Cinemas come from the point of sale.' }}
        />
      </Section>
      <Section title="By weekday and time of day">
        <WhenNear>
          <Times query={query} />
        </WhenNear>
      </Section>
    </>
  )
}

/** How many columns there is room for; on a phone a row is a card, which has all. */
function useColumns() {
  const now = { getInitialValueInEffect: false } as const
  const isMiddle = useMediaQuery('(min-width: 641px) and (max-width: 1340px)', false, now)
  const isNarrow = useMediaQuery('(min-width: 641px) and (max-width: 1120px)', false, now)
  return isNarrow ? 5 : isMiddle ? 7 : undefined
}

/** From period to period; none begins after today. */
function Stepper() {
  const { period, day, now, set } = useChosen()
  const range = periodOf(period, day)
  const go = (to: Day) => {
    const { start, end } = periodOf(period, to)
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
  const whole = (amount: number) => naira.full(Math.round(amount))
  return (
    <Metrics label="Cinemas together" reading={{ ...reading, data }}>
      <Metric label="Revenue" info={DEFINITIONS.revenue} value={value('revenue', whole)} {...card('revenue')} />
      <Metric
        label="Tickets"
        info={DEFINITIONS.ticketsSold}
        value={value('tickets', count.full)}
        {...card('tickets')}
      />
      <Metric
        label="Spend per head"
        info={DEFINITIONS.spendPerHead}
        value={value('spend_per_head', whole)}
        {...card('spend_per_head')}
      />
      <Metric
        label="Concessions per ticket"
        info={DEFINITIONS.concessionsPerTicket}
        value={value('concessions_per_ticket', whole)}
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
  words: (value: number | null) => string = amount,
): Column<CinemaRow> => ({
  id,
  title,
  sort: id,
  info: <Info of={title} text={definition} />,
  numeric: true,
  cell: ({ now }) => words(now[id]),
})

function columnsOf(data: Answer | undefined, today: Day): Column<CinemaRow>[] {
  const against = (base: 'before' | 'year_before', title: string, sort: string): Column<CinemaRow> => {
    const of = data?.compared[base]
    const words = data && of && wordsOf({ ...of, until: of.until }, data.days, today)
    return {
      id: base,
      title,
      sort,
      numeric: true,
      ...(words && { info: <Info of={title} text={`Revenue of ${words.days}`} /> }),
      cell: (row) => <Moved row={row} base={base} days={words?.days} />,
    }
  }
  return [
    {
      id: 'cinema_name',
      title: 'Cinema',
      sort: 'cinema_name',
      main: true,
      width: '24%',
      cell: ({ rank, cinema_name: name }) => (
        <span className={styles.named}>
          <span className={styles.rank}>{rank === null ? '' : `${rank}. `}</span>
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
    against('before', 'vs before', 'change'),
    against('year_before', 'vs year before', 'year_change'),
    { id: 'tickets', title: 'Tickets', sort: 'tickets', numeric: true, cell: ({ now }) => count.full(now.tickets) },
    figure('spend_per_head', 'Per head', DEFINITIONS.spendPerHead),
    figure('occupancy', 'Occupancy', DEFINITIONS.occupancy, (share) => show(percent, share)),
    figure('concessions_per_ticket', 'Concessions', DEFINITIONS.concessionsPerTicket),
    figure('refunded', 'Refunded', DEFINITIONS.refunded),
  ]
}

/** How its revenue moved, or why that is not known. */
function Moved({ row, base, days }: { row: CinemaRow; base: keyof Omit<Against, 'now'>; days: string | undefined }) {
  const before = row[base]
  if (!before)
    return <span className={styles.rank}>{row.first_sale_on ? `since ${showDay(row.first_sale_on)}` : '–'}</span>
  const change = changeOf(row.now.revenue, before.revenue)
  return change ? <Pill change={change} days={days} /> : '–'
}

/** A Friday. */
const FRIDAY = '2026-11-27'

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
        points={data?.weekdays.map(({ weekday, days, revenue }, at) => {
          const name = dates().weekday(addDays(FRIDAY, at))
          return { id: String(weekday), label: name, short: name, values: [days ? revenue / days : null] }
        })}
        format={wholeNaira}
        rows="Weekday"
        reading={reading}
        empty="No day of this period is over, or nothing was sold"
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
        empty="No showing of this period has begun"
      />
    </Pair>
  )
}

const wholeNaira = { ...naira, full: (value: number) => naira.full(Math.round(value)) }
