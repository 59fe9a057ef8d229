import { addMonths } from '#contract/time.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { changeOf, pointsOf } from '#web/charts/compared.ts'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Info } from '#web/charts/Info.tsx'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { CINEMA_WEEKS, DateRange, LAST_MONTH, LATELY } from '#web/form/DateRange.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showNaira, businessToday } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { movieStats, type MovieStat } from '../contract.ts'
import { MEANINGS } from '../rules.ts'
import { paths } from './paths.ts'
import { useBase } from './useBase.ts'

const share = (occupancy: number | null) => (occupancy === null ? '–' : percent.full(occupancy))
const info = (of: string, text: string) => <Info of={of} text={text} />

const columns: Column<MovieStat>[] = [
  {
    id: 'movie_name',
    title: 'Movie',
    sort: 'movie_name',
    main: true,
    width: '30%',
    cell: (row) => <Thumb src={row.small_poster} title={row.movie_name} subtitle={row.movie_id} />,
  },
  {
    id: 'tickets_sold',
    title: 'Tickets sold',
    short: 'Tickets',
    sort: 'tickets_sold',
    numeric: true,
    cell: (row) => count.full(row.tickets_sold),
  },
  {
    id: 'revenue',
    title: 'Revenue',
    sort: 'revenue',
    numeric: true,
    side: true,
    cell: (row) => showNaira(row.revenue),
  },
  { id: 'showings', title: 'Showings', sort: 'showings', numeric: true, cell: (row) => count.full(row.showings) },
  {
    id: 'occupancy',
    title: 'Occupancy',
    sort: 'occupancy',
    info: info('Occupancy', MEANINGS.occupancy),
    numeric: true,
    cell: (row) => share(row.occupancy),
  },
  {
    id: 'likes',
    title: 'Likes',
    card: false,
    sort: 'likes',
    info: info('Likes', MEANINGS.likes),
    numeric: true,
    cell: (row) => count.full(row.likes),
  },
  {
    id: 'dislikes',
    title: 'Dislikes',
    sort: 'dislikes',
    numeric: true,
    card: false,
    cell: (row) => count.full(row.dislikes),
  },
]

const FILTERS = [
  { name: 'tickets_sold', label: 'Tickets sold' },
  { name: 'revenue', label: 'Revenue' },
  { name: 'showings', label: 'Showings' },
  { name: 'occupancy', label: 'Occupancy (%)', none: 'No seats reported' },
  { name: 'likes', label: 'Likes' },
  { name: 'dislikes', label: 'Dislikes' },
]

/** Movies stats (core 2, page titles): what each movie did in a range of days, at one cinema or all. */
export function MoviesStatsPage() {
  const list = useList(movieStats.list, {
    label: 'Movies stats',
    rows: (data) => data.movies,
    query: ({ start_date, end_date: end = businessToday(), cinemas }) => ({
      start_date: start_date ?? addMonths(end, -1),
      end_date: end,
      cinemas: cinemas?.join(),
    }),
  })
  const { cinemas } = list.address
  const { start_date: start, end_date: end } = list.filter
  const totals = list.reading.isPlaceholderData ? undefined : list.data?.totals
  const { base, ...texts } = useBase(list.filter, list.reading)
  return (
    <ListScreen
      {...list}
      title="Movies stats"
      above={
        // Why they cannot be read stands in the list's place.
        !(list.reading.error && !list.data) && (
          <Metrics label="All movies in this period" reading={list.reading}>
            <Metric
              label="Tickets sold"
              info={MEANINGS.tickets}
              value={totals && count.full(totals.tickets_sold)}
              change={totals && base && changeOf(totals.tickets_sold, base.tickets_sold)}
              {...texts}
            />
            <Metric
              label="Revenue"
              info={MEANINGS.revenue}
              value={totals && naira.full(Math.round(totals.revenue))}
              change={totals && base && changeOf(totals.revenue, base.revenue)}
              {...texts}
            />
            <Metric
              label="Showings"
              info={MEANINGS.showings}
              value={totals && count.full(totals.showings)}
              change={totals && base && changeOf(totals.showings, base.showings, 'neither')}
              {...texts}
            />
            <Metric
              label="Average occupancy"
              info={MEANINGS.occupancy}
              value={totals && share(totals.occupancy)}
              change={totals && base && pointsOf(totals.occupancy, base.occupancy)}
              {...texts}
            />
          </Metrics>
        )
      }
      columns={columns}
      defaultSort="-tickets_sold"
      rowKey={(row) => row.movie_id}
      rowTo={(row) => (row.movie_id ? paths.film(row.movie_id) : undefined)}
      empty={{ title: 'No movies in this period', text: 'Choose other dates, or another cinema' }}
      searchLabel="Search by title or ID"
      filters={FILTERS}
      csv={{ endpoint: movieStats.csv, query: (columns) => ({ ...list.filter, columns }) }}
      controls={
        <>
          <PlacePicker
            permission={movieStats.list.permission}
            chosen={cinemas}
            onChange={(to) => list.setAddress({ cinemas: to })}
          />
          <DateRange
            now={businessToday()}
            label="Start and end date"
            start={start}
            end={end}
            onChange={(range) => list.setAddress({ start_date: range.start, end_date: range.end })}
            presets={[...CINEMA_WEEKS, LAST_MONTH, ...LATELY]}
          />
        </>
      }
    />
  )
}
