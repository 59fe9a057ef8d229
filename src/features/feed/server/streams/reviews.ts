import { sql } from 'drizzle-orm'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { byId, outcomesOf, refused, utc, type Take } from './taking.ts'

const COLUMNS = 'id text, movie_id text, name text, liked boolean, review text, at timestamptz'

/** What customers say of movies of the chain. */
export const takeReviews: Take<'reviews'> = async (at, lines) => {
  const { db, source } = at
  const told = listOf([...new Set(lines.map((line) => line.movie_id))], 'text')
  // Their likes and dislikes are counted in them: they are held in one order, as everywhere.
  const movies = await db.execute<{ id: string }>(sql`
    select id from movies where id = any(${told}) order by id for no key update`)
  const known = new Set(movies.rows.map(({ id }) => id))
  const good = lines.filter((line) => known.has(line.movie_id))
  const rows = byId(good).map((line) => ({ ...line, at: utc(line.at) }))
  const added = await db.execute<{ external_id: string }>(sql`
    insert into reviews (source, external_id, movie_id, customer_name, liked, review, created_at)
    select ${source}, x.id, x.movie_id, x.name, x.liked, x.review, x.at
    from ${rowsOf(rows, COLUMNS)}
    on conflict (source, external_id) where source is not null do nothing returning external_id`)
  const fresh = new Set(added.rows.map((row) => row.external_id))
  const outcomes = await outcomesOf(good, fresh, rows, async (told) => {
    const differing = await db.execute<{ id: string }>(sql`
      select x.id from ${rowsOf(told, COLUMNS)} join reviews r on r.source = ${source} and r.external_id = x.id
      where (r.movie_id, r.liked, r.created_at) <> (x.movie_id, x.liked, x.at)`)
    return differing.rows.map(({ id }) => id)
  })
  const byLine = new Map(good.map((line, index) => [line, outcomes[index]!]))
  return lines.map((line) => byLine.get(line) ?? refused(`movie_id ${line.movie_id} is no movie of the chain`))
}
