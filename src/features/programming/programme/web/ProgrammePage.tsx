import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { counted, showCount } from '#contract/counted.ts'
import { addDays, showDay } from '#contract/time.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { PART_NAMES } from '#features/programming/movies/part-rules.ts'
import { paths as movies } from '#features/programming/movies/web/paths.ts'
import { Info } from '#web/charts/Info.tsx'
import { dates } from '#web/date-names.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import type { Filter } from '#web/list/filter-text.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { businessToday, cinemaWeek, cinemaWeekDays } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { programme, type BoardRow } from '../contract.ts'
import { LACK_LABELS, MEANINGS } from '../rules.ts'
import styles from './Programme.module.css'
import { Steps } from './Steps.tsx'

const columns: Column<BoardRow>[] = [
  {
    id: 'movie_title',
    title: 'Movie',
    sort: 'movie_title',
    main: true,
    width: '34%',
    cell: (row) => (
      <Thumb
        src={row.small_poster}
        title={row.movie_title}
        subtitle={row.movie_name === row.movie_title ? row.movie_id : row.movie_name}
      />
    ),
  },
  {
    id: 'opens_on',
    title: 'Opens',
    sort: 'opens_on',
    file: ['opens_on', 'is_opening'],
    cell: (row) =>
      row.opens_on === null ? (
        '–'
      ) : row.is_opening ? (
        <StatusPill tone="info">{showDay(row.opens_on)}</StatusPill>
      ) : (
        showDay(row.opens_on)
      ),
  },
  {
    id: 'cinemas',
    title: 'Cinemas',
    sort: 'cinemas',
    numeric: true,
    yields: 'second',
    cell: (row) => showCount(row.cinemas),
  },
  {
    id: 'showings',
    title: 'Showings',
    sort: 'showings',
    numeric: true,
    info: <Info of="Showings" text={MEANINGS.showings} />,
    cell: (row) => showCount(row.showings),
  },
  {
    id: 'advance',
    title: 'Advance sales',
    short: 'Advance',
    sort: 'advance',
    numeric: true,
    yields: 'second',
    info: <Info of="Advance sales" text={MEANINGS.advance} />,
    cell: (row) => showCount(row.advance),
  },
  {
    id: 'occupied',
    title: 'Seats sold',
    sort: 'occupied',
    numeric: true,
    optional: true,
    info: <Info of="Seats sold" text={MEANINGS.occupied} />,
    cell: (row) => showCount(row.occupied),
  },
  { id: 'rating', title: 'Rating', sort: 'rating', card: false, yields: 'second', cell: (row) => row.rating },
  {
    id: 'lacks',
    title: 'Missing',
    card: ({ lacks }) => lacks.length > 0,
    wide: true,
    cell: (row) => <Missing {...row} />,
  },
  {
    id: 'status',
    title: 'Status',
    sort: 'status',
    side: true,
    cell: ({ is_available_for_display: isApproved }) => (
      <StatusPill tone={isApproved ? 'good' : 'bad'} plain={isApproved}>
        {isApproved ? 'Approved' : 'Not approved'}
      </StatusPill>
    ),
  },
]

/** What is missing, each the way to where it is entered. */
function Missing({ movie_id: id, movie_title: title, is_entered: isEntered, lacks }: BoardRow) {
  if (lacks.length === 0) return <span className={styles.complete}>Nothing</span>
  const to = movies.edit(id)
  if (!isEntered)
    return (
      <Link to={to} className={styles.lack} aria-label={`Not entered yet: ${title}`}>
        Not entered yet
      </Link>
    )
  return (
    <span className={styles.lacks}>
      {lacks.map((lack) => (
        <Link
          key={lack}
          to={to}
          search={{ at: lack } as never}
          className={styles.lack}
          aria-label={`${LACK_LABELS[lack]} of ${title}`}
        >
          {LACK_LABELS[lack]}
        </Link>
      ))}
    </span>
  )
}

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'approved', label: 'Approved' },
      { value: 'not-approved', label: 'Not approved' },
    ],
  },
  {
    name: 'lacks',
    label: 'Missing',
    options: PART_NAMES.map((value) => ({ value, label: LACK_LABELS[value] })),
    none: 'Nothing',
  },
  {
    name: 'opening',
    label: 'Opens',
    options: [
      { value: 'yes', label: 'This week' },
      { value: 'no', label: 'Earlier' },
    ],
  },
]

/** The programme of a cinema week: what opens and what plays, what each film lacks, and whether it is approved. */
export function ProgrammePage() {
  const list = useList(programme.board, {
    label: 'Programme',
    rows: (data) => data.films,
    query: ({ week = businessToday(), cinemas }) => ({ week: cinemaWeek(week).from, cinemas: cinemas?.join() }),
  })
  const now = cinemaWeek(businessToday()).from
  const { address, setAddress } = list
  const week = cinemaWeek(list.filter.week)
  const films = list.reading.isPlaceholderData ? undefined : list.data?.films
  const step = (weeks: number) => {
    const to = addDays(week.from, 7 * weeks)
    return setAddress({ week: to === now ? undefined : to })
  }
  return (
    <ListScreen
      {...list}
      title="Programme"
      note={cinemaWeekDays}
      columns={columns}
      rowKey={(row) => row.movie_id}
      rowTo={(row) => movies.edit(row.movie_id)}
      empty={{
        title: 'Nothing is scheduled for this week yet',
        text: 'Movies appear here once the point of sale has a showing or an opening date in this week',
      }}
      searchLabel="Search by title or ID"
      filters={FILTERS}
      csv={{
        endpoint: programme.boardCsv,
        also: ['movie_id', 'movie_name'],
      }}
      controls={
        <>
          <Steps
            of="week"
            label={dates.span(week.from, week.until)}
            now="This week"
            onStep={step}
            onNow={() => setAddress({ week: undefined })}
          />
          <PlacePicker
            permission={programme.board.permission}
            chosen={address.cinemas}
            onChange={(to) => setAddress({ cinemas: to })}
          />
          <EnterAll ids={films?.filter((film) => film.lacks.length > 0).map((film) => film.movie_id)} />
        </>
      }
    />
  )
}

/** One film after the other that lacks something, as they stand here. */
function EnterAll({ ids }: { ids: readonly string[] | undefined }) {
  const navigate = useNavigate()
  const [first] = ids ?? []
  if (!first) return null
  return (
    <Button
      variant="default"
      onClick={() => void navigate({ to: movies.edit(first), search: { queue: ids!.join() } as never })}
    >
      Fill in {counted(ids!.length, 'film')}
    </Button>
  )
}
