import { counted } from '#contract/counted.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { fileOf, describeFilters } from '#features/programming/cinemas/file-rules.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { Db } from '#server/db/connect.ts'
import { countSelected, type Selection } from '#server/db/page.ts'
import type { movies } from '../contract.ts'
import { moviesComingSoon, listedMovies, rowsAfter, type Listed, type ListFilter } from './list.ts'

const EXPORT_PAGE = 5000

const rows = (db: Db, selection: Selection) => inPages<Listed>((after) => rowsAfter(db, selection, after, EXPORT_PAGE))

const id: CsvColumn<Listed> = { id: 'movie_id', title: 'ID', cell: (row) => row.id }
const genre: CsvColumn<Listed> = { id: 'genre', title: 'Genre', cell: (row) => row.genre }
const database: CsvColumn<Listed> = {
  id: 'database',
  title: 'Database',
  cell: (row) => (row.has_details ? 'Linked' : 'Missing'),
}
const status: CsvColumn<Listed> = {
  id: 'status',
  title: 'Status',
  cell: (row) => (row.is_approved ? 'Approved' : 'Not approved'),
}

const listColumns: CsvColumn<Listed>[] = [
  id,
  { id: 'db_movie_title', title: 'Database Title', cell: (row) => (row.has_details ? row.title : '') },
  { id: 'movie_name', title: 'Rosetta Title', cell: (row) => row.name },
  genre,
  database,
  { id: 'likes', title: 'Likes', cell: (row) => row.likes },
  { id: 'dislikes', title: 'Dislikes', cell: (row) => row.dislikes },
  { id: 'reviews', title: 'Reviews', cell: (row) => row.likes + row.dislikes },
  status,
]

const comingSoonColumns: CsvColumn<Listed>[] = [
  { id: 'movie_title', title: 'Movie Title', cell: (row) => row.title || row.name },
  genre,
  {
    id: 'is_coming_soon_date',
    title: 'Release Date',
    cell: (row) => row.opens_on && showDay(row.opens_on),
  },
  { ...id, id: 'rosetta_movie_id' },
  status,
  database,
]

const FILTERS = {
  search: 'search',
  status: 'status',
  database: 'database',
  likes: 'likes',
  dislikes: 'dislikes',
  opens: 'release date',
} as const

/** All Movies as a file, named by its cinema and range. */
export async function exportList(
  { db, query, write }: Context<typeof movies.listCsv>,
  filter: ListFilter,
  cinema: string,
) {
  const selection = listedMovies(filter)
  const total = await countSelected(db, selection)
  const { name, about } = fileOf({
    file: 'movies',
    title: 'Movies',
    places: [cinema],
    start: filter.start_date,
    end: filter.end_date,
    more: describeFilters(filter, FILTERS),
  })
  return exportRows(write, {
    name,
    what: `${counted(total, 'movie')} of ${cinema}, ${showDay(filter.start_date)} to ${showDay(filter.end_date)}`,
    columns: listColumns,
    choice: query.columns,
    rows: rows(db, selection),
    total,
    about,
  })
}

/** Coming Soon as a file, named by its day. */
export async function exportComingSoon({ db, query, app, now, write }: Context<typeof movies.comingSoonCsv>) {
  const today = dayOf(now, app.env.zone)
  const selection = moviesComingSoon(query, today)
  const total = await countSelected(db, selection)
  const { name, about } = fileOf({
    file: 'coming-soon',
    title: 'Coming soon',
    places: undefined,
    start: today,
    end: today,
    more: describeFilters(query, FILTERS),
  })
  return exportRows(write, {
    name,
    what: counted(total, 'coming-soon movie'),
    columns: comingSoonColumns,
    choice: query.columns,
    rows: rows(db, selection),
    total,
    about,
  })
}
