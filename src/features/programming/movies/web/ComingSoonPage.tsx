import { showDay } from '#contract/time.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { movies, type ComingSoonRow } from '../contract.ts'
import { ApprovalPill, DatabaseFlag, LIST_FILTERS } from './MoviesPage.tsx'
import { paths } from './paths.ts'

const columns: Column<ComingSoonRow>[] = [
  {
    id: 'movie_title',
    title: 'Movie Title',
    sort: 'movie_title',
    main: true,
    width: '32%',
    cell: (row) => <Thumb src={row.small_poster} title={row.movie_title} />,
  },
  { id: 'genre', title: 'Genre', sort: 'genre', bare: true, cell: (row) => row.genre || '–' },
  {
    id: 'is_coming_soon_date',
    title: 'Release Date',
    short: 'Opens',
    sort: 'is_coming_soon_date',
    cell: (row) => (row.is_coming_soon_date ? showDay(row.is_coming_soon_date) : 'Not set'),
  },
  { id: 'rosetta_movie_id', title: 'ID', sort: 'rosetta_movie_id', cell: (row) => row.rosetta_movie_id },
  {
    id: 'status',
    title: 'Status',
    sort: 'status',
    side: true,
    cell: (row) => <ApprovalPill approved={row.is_available_for_display} />,
  },
  {
    id: 'database',
    title: 'Database',
    card: (row) => !row.has_movie_db_details,
    cell: (row) => <DatabaseFlag linked={row.has_movie_db_details} />,
  },
]

const FILTERS = [...LIST_FILTERS, { name: 'opens', label: 'Release date', isComing: true }]

/** Coming Soon (core 2): paged on the server, 10 at a time. */
export function ComingSoonPage() {
  const list = useList(movies.comingSoon, { label: 'Coming soon', rows: (data) => data.movies })
  return (
    <ListScreen
      {...list}
      title="Coming Soon"
      columns={columns}
      rowKey={(row) => row.rosetta_movie_id}
      rowTo={(row) => paths.edit(row.rosetta_movie_id)}
      empty={{
        title: 'Nothing is coming soon',
        text: 'Upcoming movies appear here, whether marked by staff or announced by the point of sale',
      }}
      searchLabel="Search by title or ID"
      filters={FILTERS}
      csv={{ endpoint: movies.comingSoonCsv }}
    />
  )
}
