import { dayOf, showDay } from '#contract/time.ts'
import { csvReply, inPages, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { Db } from '#server/db/connect.ts'
import type { movies } from '../contract.ts'
import {
  countSelected,
  moviesComingSoon,
  moviesShown,
  rowsAfter,
  type Listed,
  type ListFilter,
  type Selection,
} from './list.ts'

const EXPORT_PAGE = 5000

const rows = (db: Db, selection: Selection) => inPages<Listed>((after) => rowsAfter(db, selection, after, EXPORT_PAGE))

const id: CsvColumn<Listed> = { title: 'ID', cell: (row) => row.id }
const genre: CsvColumn<Listed> = { title: 'Genre', cell: (row) => row.genre }
const database: CsvColumn<Listed> = { title: 'Database', cell: (row) => (row.has_details ? 'Linked' : 'Missing') }
const status: CsvColumn<Listed> = { title: 'Status', cell: (row) => (row.is_approved ? 'Approved' : 'Not approved') }

const listColumns: CsvColumn<Listed>[] = [
  id,
  { title: 'Database Title', cell: (row) => (row.has_details ? row.title : '') },
  { title: 'Rosetta Title', cell: (row) => row.name },
  genre,
  database,
  { title: 'Likes', cell: (row) => row.likes },
  { title: 'Dislikes', cell: (row) => row.dislikes },
  { title: 'Reviews', cell: (row) => row.likes + row.dislikes },
  status,
]

const comingSoonColumns: CsvColumn<Listed>[] = [
  { title: 'Movie Title', cell: (row) => row.title || row.name },
  genre,
  { title: 'Release Date', cell: (row) => row.coming_soon_date && showDay(row.coming_soon_date) },
  id,
  status,
  database,
]

/** All Movies as a file, named by its range. */
export async function exportList({ db, write }: Context<typeof movies.listCsv>, filter: ListFilter, cinema: string) {
  const selection = moviesShown(filter)
  const total = await countSelected(db, selection)
  const name = `movies-${filter.start_date}-to-${filter.end_date}.csv`
  const summary = `Exported ${total} movies of ${cinema}, ${showDay(filter.start_date)} to ${showDay(filter.end_date)}`
  await write(({ record }) => record({ entity: 'export', id: name, summary }))
  return csvReply(name, listColumns, rows(db, selection), total)
}

/** Coming Soon as a file, named by its day. */
export async function exportComingSoon({ db, query, app, now, write }: Context<typeof movies.comingSoonCsv>) {
  const selection = moviesComingSoon(query)
  const total = await countSelected(db, selection)
  const name = `coming-soon-${dayOf(now, app.env.zone)}.csv`
  await write(({ record }) => record({ entity: 'export', id: name, summary: `Exported ${total} coming-soon movies` }))
  return csvReply(name, comingSoonColumns, rows(db, selection), total)
}
