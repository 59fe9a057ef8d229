import { showCount } from '#contract/counted.ts'
import type * as z from 'zod/mini'
import { addMonths } from '#contract/time.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { CinemaPicker } from '#features/programming/cinemas/web/CinemaPicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { DateRange, LAST_MONTH, SOON } from '#web/form/DateRange.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import type { Filter } from '#web/list/filter-text.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant, today } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { movies, type MovieRow, type ScheduleState } from '../contract.ts'
import { paths } from './paths.ts'

const columns: Column<MovieRow>[] = [
  { id: 'movie_id', title: 'ID', sort: 'movie_id', cell: (row) => row.movie_id },
  {
    id: 'db_movie_title',
    title: 'Database Title',
    card: false,
    sort: 'db_movie_title',
    width: '17%',
    cell: (row) => row.movie_db_details.db_movie_title ?? '–',
  },
  {
    id: 'movie_name',
    title: 'Rosetta Title',
    sort: 'movie_name',
    main: true,
    width: '28%',
    cell: (row) => <Thumb src={row.small_poster} title={row.movie_name} />,
  },
  {
    id: 'genre',
    title: 'Genre',
    sort: 'genre',
    bare: true,
    width: '15%',
    yields: 'second',
    cell: (row) => row.genre || '–',
  },
  {
    id: 'database',
    title: 'Database',
    card: (row) => !row.movie_db_details.has_movie_db_details,
    cell: (row) => <DatabaseFlag linked={row.movie_db_details.has_movie_db_details} />,
  },
  {
    id: 'likes',
    title: 'Likes',
    sort: 'likes',
    numeric: true,
    card: false,
    yields: 'first',
    cell: (row) => showCount(likes(row)),
  },
  {
    id: 'dislikes',
    title: 'Dislikes',
    card: false,
    sort: 'dislikes',
    numeric: true,
    yields: 'first',
    cell: (row) => showCount(dislikes(row)),
  },
  {
    id: 'reviews',
    title: 'Reviews',
    sort: 'reviews',
    numeric: true,
    yields: 'second',
    cell: (row) => showCount(likes(row) + dislikes(row)),
  },
  {
    id: 'status',
    title: 'Status',
    sort: 'status',
    side: true,
    cell: (row) => <ApprovalPill approved={row.movie_db_details.is_available_for_display} />,
  },
]
const likes = (row: MovieRow) => row.reviewDetails.metadata.numberOfLikes
const dislikes = (row: MovieRow) => row.reviewDetails.metadata.numberOfDislikes

export const DatabaseFlag = ({ linked }: { linked: boolean }) => (
  <StatusPill tone={linked ? 'good' : 'neutral'} plain>
    {linked ? 'Linked' : 'Missing'}
  </StatusPill>
)
export const ApprovalPill = ({ approved }: { approved: boolean }) => (
  <StatusPill tone={approved ? 'good' : 'bad'}>{approved ? 'Approved' : 'Not approved'}</StatusPill>
)

export const LIST_FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: { approved: 'Approved', 'not-approved': 'Not approved' } },
  { name: 'database', label: 'Database', options: { linked: 'Linked', missing: 'Missing' } },
]
const FILTERS = [...LIST_FILTERS, { name: 'likes', label: 'Likes' }, { name: 'dislikes', label: 'Dislikes' }]

const EMPTY = { title: 'Empty Movie List', text: 'Please Filter for another movie' }

/** All Movies (core 2): what plays at a cinema in a range of days. */
export function MoviesPage() {
  const list = useList(movies.list, { label: 'Movies', rows: (data) => data.movies })
  const states = useRead(cinemas.list, {})
  const { setAddress } = list
  const { cinema_id, start_date, end_date } = list.filter
  // What the address leaves open the server chooses, and says what it chose.
  const range = list.data?.range
  const start = start_date ?? range?.start_date ?? addMonths(today(), -1)
  const end = end_date ?? range?.end_date ?? today()
  const schedule = list.data?.schedule

  return (
    <ListScreen
      {...list}
      title="All Movies"
      // Its line is there before its words are: nothing moves when they come.
      note={schedule ? <ScheduleNote {...schedule} /> : '\u00a0'}
      columns={columns}
      rowKey={(row) => row.movie_id}
      rowTo={(row) => paths.edit(row.movie_id)}
      empty={EMPTY}
      noMatch={EMPTY}
      searchLabel="Search by title or ID"
      filters={FILTERS}
      csv={{ endpoint: movies.listCsv }}
      controls={
        <>
          <CinemaPicker
            states={states.data}
            isFailed={Boolean(states.error)}
            cinemaId={cinema_id ?? range?.cinema_id ?? undefined}
            onChange={(id) => setAddress({ cinema_id: id })}
          />
          <DateRange
            label="Start and end date"
            start={start}
            end={end}
            onChange={(chosen) => setAddress({ start_date: chosen.start, end_date: chosen.end })}
            presets={[LAST_MONTH, ...SOON]}
          />
        </>
      }
    />
  )
}

/** How old the schedule is; and, while the point of sale does not answer, since when and why. */
function ScheduleNote({ as_of, failing_since, reason }: z.infer<typeof ScheduleState>) {
  if (failing_since)
    return (
      <span role="status" data-warns>
        {as_of
          ? `The point of sale has not responded since ${showInstant(failing_since)}: ${reason}. Showing its schedule from ${showInstant(as_of)}.`
          : `The point of sale has not responded since ${showInstant(failing_since)}: ${reason}`}
      </span>
    )
  return as_of && `Schedule as of ${showInstant(as_of)}`
}
