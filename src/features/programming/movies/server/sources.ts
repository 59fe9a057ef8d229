import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { ATTRIBUTIONS } from '#server/integrations/moviedb/port.ts'
import type { MovieRecord } from '../contract.ts'
import { IMPORT_FIELDS, type ImportField } from '../rules.ts'
import { movieSources } from './tables.ts'
import { query, text } from '#server/db/query.ts'

/** Where the fields of a movie came from (movie_sources). A row stands as long as the field's value is the taken one. */
export type Source = Omit<typeof movieSources.$inferSelect, 'movieId'>

/** In the order of the fields. */
export async function sourcesOf(db: Db, movieId: string): Promise<Source[]> {
  const { movieId: _, ...columns } = movieSources
  const found = await db
    .select({
      field: columns.field,
      source: columns.source,
      externalId: columns.externalId,
      importedAt: columns.importedAt,
    })
    .from(movieSources)
    .where(eq(movieSources.movieId, movieId))
  return found.sort((one, other) => IMPORT_FIELDS.indexOf(one.field) - IMPORT_FIELDS.indexOf(other.field))
}

/** Each field at most once. */
export async function keepSources(db: Db, movieId: string, sources: readonly Source[]): Promise<void> {
  if (!sources.length) return
  await db
    .insert(movieSources)
    .values(sources.map((source) => ({ movieId, ...source })))
    .onConflictDoUpdate({
      target: [movieSources.movieId, movieSources.field],
      set: {
        source: sql`excluded.source`,
        externalId: sql`excluded.external_id`,
        importedAt: sql`excluded.imported_at`,
      },
    })
}

export async function dropSources(db: Db, movieId: string, fields: readonly ImportField[]): Promise<void> {
  if (!fields.length) return
  await db.delete(movieSources).where(and(eq(movieSources.movieId, movieId), inArray(movieSources.field, [...fields])))
}

/** Movies with a field that was taken from the source before then, the oldest first. */
export async function moviesImportedBefore(
  db: Db,
  source: Source['source'],
  before: Date,
  { limit, evenRemoved = false }: { limit?: number; evenRemoved?: boolean },
): Promise<string[]> {
  const { rows } = await query(db, { id: text })`
    select m.id from movie_sources s join movies m on m.id = s.movie_id
    where s.source = ${source} and s.imported_at < ${before.toISOString()}
      ${evenRemoved ? sql`` : sql`and m.deleted_at is null`}
    group by m.id order by min(s.imported_at), m.id ${limit ? sql`limit ${limit}` : sql``}`
  return rows.map(({ id }) => id)
}

/** Sources and the words that must stand beside them, as the record answers them. */
export const sourcesReported = (sources: readonly Source[]): Pick<MovieRecord, 'sources' | 'attribution'> => ({
  sources: sources.map(({ field, source, externalId, importedAt }) => ({
    field,
    source,
    external_id: externalId,
    imported_at: importedAt.toISOString(),
  })),
  attribution: [...new Set(sources.map(({ source }) => ATTRIBUTIONS[source]))].join(' ') || null,
})
