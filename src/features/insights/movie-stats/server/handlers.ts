import { counted } from '#contract/counted.ts'
import { scopeOf } from '#contract/permissions.ts'
import { inSentence } from '#features/programming/cinemas/rules.ts'
import { namesOfChosen, placesOf } from '#features/programming/cinemas/server/public.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { movieStats, type MovieStat } from '../contract.ts'
import { fileOf } from '#features/programming/cinemas/file-rules.ts'
import { filmOf } from './film.ts'
import { statsOf } from './store.ts'

export const handlers = handle(movieStats, {
  list: async ({ db, query: { page, perPage, ...query }, app, now }) => {
    if (query.cinemas) await namesOfChosen(db, query.cinemas)
    return statsOf(db, { ...query, env: app.env, now }, sliceOf({ page, perPage }))
  },

  film: async ({ db, params: { id }, query: { cinemas, week }, app, now }) => {
    if (cinemas) await namesOfChosen(db, cinemas)
    const film = await filmOf(db, id, { cinemas, week, env: app.env, now })
    if (!film) throw notFound('movie')
    return film
  },

  csv: async ({ db, query: { columns: choice, ...query }, me, app, now, write }) => {
    const places = await placesOf(db, query.cinemas, scopeOf(me, movieStats.csv.permission))
    const { movies } = await statsOf(db, { ...query, env: app.env, now })
    const { name, about } = fileOf({
      file: 'movies-stats',
      title: 'Movies stats',
      places,
      start: query.start_date,
      end: query.end_date,
      more: query.search ? [`search: ${query.search}`] : [],
    })
    const at = places ? ` at ${inSentence(places)}` : ''
    const what = `the stats of ${counted(movies.length, 'movie')}${at}`
    return exportRows(write, { name, what, columns: csvColumns, choice, rows: movies, about })
  },
})

const csvColumns: CsvColumn<MovieStat>[] = [
  { id: 'movie_id', title: 'ID', cell: (row) => row.movie_id },
  { id: 'movie_name', title: 'Movie', cell: (row) => row.movie_name },
  { id: 'tickets_sold', title: 'Tickets sold', cell: (row) => row.tickets_sold, adds: true },
  { id: 'revenue', title: 'Revenue', cell: (row) => row.revenue.toFixed(2), adds: true },
  { id: 'showings', title: 'Showings', cell: (row) => row.showings },
  { id: 'occupancy', title: 'Occupancy (%)', cell: (row) => row.occupancy?.toFixed(1) },
  { id: 'likes', title: 'Likes', cell: (row) => row.likes },
  { id: 'dislikes', title: 'Dislikes', cell: (row) => row.dislikes },
]
