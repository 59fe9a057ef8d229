import { addReviews, reviewsReportedOtherwise } from '#features/programming/movies/server/public.ts'
import { listOf } from '#server/db/rows.ts'
import { byId, outcomesOf, rejected, utc, type Ingester } from './ingest-context.ts'
import { query, text } from '#server/db/query.ts'

/** Stores customers' reviews of movies. */
export const ingestReviews: Ingester<'reviews'> = async (at, lines) => {
  const { db, source } = at
  const movieIds = listOf([...new Set(lines.map((line) => line.movie_id))], 'text')
  // Locks movies by id, as everywhere, because their likes and dislikes are updated.
  const movies = await query(db, { id: text })`
    select id from movies where id = any(${movieIds}) order by id for no key update`
  const known = new Set(movies.rows.map(({ id }) => id))
  const good = lines.filter((line) => known.has(line.movie_id))
  const rows = byId(good).map((line) => ({ ...line, at: utc(line.at) }))
  const fresh = await addReviews(db, source, rows)
  const outcomes = await outcomesOf(good, fresh, rows, (reported) => reviewsReportedOtherwise(db, source, reported))
  const byLine = new Map(good.map((line, index) => [line, outcomes[index]!]))
  return lines.map((line) => byLine.get(line) ?? rejected(`movie_id ${line.movie_id} is not a movie of the chain`))
}
