import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentProps } from 'react'
import * as z from 'zod/mini'
import { ofBusinessDays } from '#contract/business-day.ts'
import { Day } from '#contract/atoms.ts'
import { counted } from '#contract/counted.ts'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { CinemaChoice } from '#features/programming/cinemas/contract.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { paths as moviePaths } from '#features/programming/movies/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Info } from '#web/charts/Info.tsx'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { dates } from '#web/date-names.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { cinemaWeekDays, showDay, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { movieStats, type FilmAtCinema, type FilmWeek } from '../contract.ts'
import { ADVICE, ADVICE_LABELS, DAYPART_LABELS, MEANINGS, type Advice } from '../rules.ts'
import styles from './Film.module.css'
import { paths } from './paths.ts'

/** What a movie's page and its reviews take. */
const SEES_MOVIES: RequiredPermission = 'movies:read'

const Reviews = lazy(async () => ({
  default: (await import('#features/programming/movies/web/ReviewsRecord.tsx')).Reviews,
}))

const inAddress = ofBusinessDays(z.object({ cinemas: CinemaChoice, week: Day }))

const share = (value: number | null) => (value === null ? '–' : percent.full(value))
const each = (value: number | null) => (value === null ? '–' : count.full(Math.round(value * 10) / 10))
const signed = (change: number) =>
  `${Math.round(change) === 0 ? '' : change < 0 ? '−' : '+'}${Math.abs(change).toFixed(0)}%`
const Change = ({ change }: { change: number | null }) =>
  change === null ? (
    '–'
  ) : (
    <span data-tone={toneOf(change)} className={styles.moved}>
      {signed(change)}
    </span>
  )
const toneOf = (change: number) => (Math.round(change) === 0 ? 'neutral' : change < 0 ? 'bad' : 'good')
const asChange = ({ change }: FilmWeek): ComponentProps<typeof Metric>['change'] =>
  change === null ? undefined : { text: signed(change), tone: toneOf(change) }
/** Which week the figures are of, and with what its tickets are compared. */
const comparisonLabel = ({ change, number, is_running: isRunning }: FilmWeek) => {
  if (change !== null) return isRunning ? 'vs same days last week' : 'vs week before'
  return number === 1 ? 'first week on show' : 'none the week before'
}

const TONES = { hold: 'good', watch: 'warn', drop: 'bad' } as const satisfies Record<Advice, string>
const AdvicePill = ({ of }: { of: Advice | null }) =>
  of === null ? '–' : <StatusPill tone={TONES[of]}>{ADVICE_LABELS[of]}</StatusPill>

const weekLabel = ({ number }: FilmWeek) => (number === null ? 'Before it opened' : `Week ${number}`)
const weekName = (week: FilmWeek) => (
  <span className={styles.week}>
    {weekLabel(week)}
    <span>
      {showDay(week.from)} – {showDay(week.until)}
      {week.is_running && ', so far'}
    </span>
  </span>
)

const weekColumns: Column<FilmWeek>[] = [
  { id: 'week', title: 'Week', main: true, cell: weekName },
  { id: 'tickets', title: 'Tickets sold', numeric: true, cell: (row) => count.full(row.tickets_sold) },
  {
    id: 'change',
    title: 'Change',
    numeric: true,
    side: true,
    info: <Info of="Change" text={`Cinema weeks, ${cinemaWeekDays}. ${MEANINGS.weeks}.`} />,
    cell: (row) => <Change change={row.change} />,
  },
  { id: 'revenue', title: 'Revenue', numeric: true, cell: (row) => showNaira(row.revenue) },
  { id: 'showings', title: 'Showings', numeric: true, cell: (row) => count.full(row.showings) },
  {
    id: 'occupancy',
    title: 'Occupancy',
    numeric: true,
    info: <Info of="Occupancy" text={MEANINGS.occupancy} />,
    cell: (row) => share(row.occupancy),
  },
]

const cinemaColumns: Column<FilmAtCinema>[] = [
  { id: 'cinema', title: 'Cinema', main: true, width: '24%', cell: (row) => row.cinema_name },
  { id: 'tickets', title: 'Tickets sold', numeric: true, cell: (row) => count.full(row.tickets_sold) },
  { id: 'change', title: 'Change', numeric: true, cell: (row) => <Change change={row.change} /> },
  { id: 'showings', title: 'Showings', numeric: true, cell: (row) => count.full(row.showings) },
  { id: 'occupancy', title: 'Occupancy', numeric: true, cell: (row) => share(row.occupancy) },
  {
    id: 'per_showing',
    title: 'Each showing',
    numeric: true,
    info: <Info of="Each showing" text={MEANINGS.perShowing} />,
    cell: (row) => each(row.per_showing),
  },
  {
    id: 'cinema_per_showing',
    title: 'Cinema’s average',
    numeric: true,
    cell: (row) => each(row.cinema_per_showing),
  },
  { id: 'next_showings', title: 'Next week', numeric: true, cell: (row) => counted(row.next_showings, 'showing') },
  {
    id: 'advice',
    title: 'Advice',
    side: true,
    info: <Info of="Advice" text={MEANINGS.advice} />,
    cell: (row) => <AdvicePill of={row.advice} />,
  },
]

/** A film's figures: its weeks with the drop, its cinemas, its times of day, and what people say. */
export function FilmPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const me = useMe()
  const [{ cinemas, week: chosen }, setAddress] = useAddress(inAddress)
  const reading = useRead(movieStats.film, { params: { id }, query: { cinemas: cinemas?.join(), week: chosen } })
  const { data } = reading
  const week = data?.weeks.find(({ from }) => from === data.week.from)
  if (reading.error && !data)
    return (
      <Page title="Movie figures" back={paths.stats}>
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      </Page>
    )
  const days = data && dates.span(data.week.from, data.week.until)
  return (
    <Page
      title={data?.movie_name ?? 'Movie figures'}
      isLoading={!data}
      back={paths.stats}
      note={data ? noteOf(data) : '\u00a0'}
      actions={
        <>
          {!refusal(me, SEES_MOVIES) && (
            <Button component={Link} to={moviePaths.edit(id)} variant="default">
              Open movie
            </Button>
          )}
          <PlacePicker
            permission={movieStats.film.permission}
            chosen={cinemas}
            onChange={(to) => setAddress({ cinemas: to })}
          />
        </>
      }
    >
      <Metrics label="Chosen week" reading={reading}>
        <Metric
          label="Tickets sold"
          info={MEANINGS.tickets}
          value={data && count.full(week?.tickets_sold ?? 0)}
          change={week && asChange(week)}
          note={week && comparisonLabel(week)}
        />
        <Metric
          label="Revenue"
          info={MEANINGS.revenue}
          value={data && naira.full(Math.round(week?.revenue ?? 0))}
          note={week && weekLabel(week)}
        />
        <Metric
          label="Occupancy"
          info={MEANINGS.occupancy}
          value={data && share(week?.occupancy ?? null)}
          note={week && weekLabel(week)}
        />
        <Metric label="Hold over" info={MEANINGS.advice} value={undefined} {...(data && adviceOf(data.cinemas))} />
      </Metrics>
      <section className={styles.part} aria-label="Weeks on show">
        <h2>Weeks on show</h2>
        <List
          label="Weeks on show"
          columns={weekColumns}
          reading={reading}
          rows={data?.weeks}
          total={data?.weeks.length}
          page={1}
          perPage={6}
          rowKey={(row) => row.from}
          onOpen={(row) => setAddress({ week: row.from })}
          empty={{
            title: 'Not shown yet',
            text: 'Weeks appear here once a ticket is sold or a showing has started',
          }}
        />
      </section>
      <section className={styles.part} aria-label="Cinemas">
        <h2>
          Cinemas <span>{days}</span>
        </h2>
        <List
          label="Cinemas"
          columns={cinemaColumns}
          reading={reading}
          rows={data?.cinemas}
          total={data?.cinemas.length}
          page={1}
          perPage={6}
          rowKey={(row) => row.cinema_id}
          empty={{ title: 'Not shown in this week', text: 'Choose another week above' }}
        />
      </section>
      <div className={styles.pair}>
        <Card title="Time of day" actions={<Info of="Time of day" text={MEANINGS.dayparts} />}>
          <ul className={styles.dayparts}>
            {data?.dayparts.map(({ daypart, showings, seats_sold: sold, occupancy }) => (
              <li key={daypart}>
                <span>{DAYPART_LABELS[daypart]}</span>
                <span className={styles.bar} aria-hidden>
                  <i style={{ width: `${occupancy ?? 0}%` }} />
                </span>
                <b>{share(occupancy)}</b>
                <span>
                  {counted(showings, 'showing')}, {count.full(sold)} sold
                </span>
              </li>
            ))}
          </ul>
        </Card>
        {!refusal(me, SEES_MOVIES) && (
          <Card title="Reviews" className={styles.reviews}>
            <Suspense fallback={<Skeleton height={240} />}>
              <Reviews movieId={id} first="disliked" />
            </Suspense>
          </Card>
        )}
      </div>
    </Page>
  )
}

const noteOf = ({ opens_on: opens, movie_id: id }: { opens_on: string | null; movie_id: string }) =>
  opens ? `${id} · opened ${showDay(opens)}` : id

/** At how many cinemas it holds, beside the others. */
function adviceOf(cinemas: readonly FilmAtCinema[]): { value: string; note: string } {
  const many = (of: Advice) => cinemas.filter(({ advice }) => advice === of).length
  const judged = ADVICE.reduce((sum, one) => sum + many(one), 0)
  if (!judged) return { value: '–', note: 'Too few showings yet' }
  return { value: `${many('hold')} of ${judged}`, note: `cinemas · ${many('watch')} to watch, ${many('drop')} to drop` }
}
