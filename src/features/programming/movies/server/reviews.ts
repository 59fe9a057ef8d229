import type { Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import { query, text, present } from '#server/db/query.ts'

/** What a program tells of a review, under its own id. */
export type ReportedReview = { id: string; movie_id: string; name: string; liked: boolean; review: string; at: string }

const COLUMNS = 'id text, movie_id text, name text, liked boolean, review text, at timestamptz'

/**
 * Stores reviews of movies that are there; one that was reported before is passed over. @returns the ids of those that
 * are new
 */
export async function addReviews(db: Db, source: string, reviews: readonly ReportedReview[]): Promise<Set<string>> {
  const added = await query(db, { external_id: present(text) })`
    insert into reviews (source, external_id, movie_id, customer_name, liked, review, created_at)
    select ${source}, x.id, x.movie_id, x.name, x.liked, x.review, x.at
    from ${rowsOf(reviews, COLUMNS)}
    on conflict (source, external_id) where source is not null do nothing returning external_id`
  return new Set(added.rows.map((row) => row.external_id))
}

/** Which of these were reported differently before. */
export async function reviewsReportedOtherwise(
  db: Db,
  source: string,
  reviews: readonly ReportedReview[],
): Promise<string[]> {
  const { rows } = await query(db, { id: text })`
    select x.id from ${rowsOf(reviews, COLUMNS)} join reviews r on r.source = ${source} and r.external_id = x.id
    where (r.movie_id, r.liked, r.created_at) <> (x.movie_id, x.liked, x.at)`
  return rows.map(({ id }) => id)
}
