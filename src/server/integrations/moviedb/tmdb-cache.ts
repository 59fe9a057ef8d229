import { sql } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { atOnce, rowsIn, type Retention } from '../../retention.ts'
import { moviedbCache } from './tables.ts'
import { json, query } from '../../db/query.ts'

type MovieDatabaseCache = {
  /** Returns the stored value of the key, or stores the result of `fetch` for `forMs`. Undefined is not stored. */
  through: <T>(key: string, forMs: number, fetch: () => Promise<T | undefined>) => Promise<T | undefined>
}

/** Cache shared by all servers. An error of `fetch` is passed on and not stored. */
export const movieDatabaseCache = (db: Db, clock: Clock): MovieDatabaseCache => ({
  through: async <T>(key: string, forMs: number, fetch: () => Promise<T | undefined>) => {
    const found = await query(db, {
      value: json<T>(),
    })`select value from moviedb_cache where key = ${key} and expires_at > ${clock.now().toISOString()}`
    if (found.rows[0]) return found.rows[0].value
    const value = await fetch()
    if (value === undefined) return
    const now = clock.now()
    const expires = new Date(now.getTime() + forMs)
    await db.execute(sql`
      insert into moviedb_cache (key, value, fetched_at, expires_at)
      values (${key}, ${JSON.stringify(value)}::jsonb, ${now.toISOString()}, ${expires.toISOString()})
      on conflict (key) do update
      set value = excluded.value, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`)
    return value
  },
})

export const expiredAnswers: Retention = {
  name: 'answers of the movie database',
  before: atOnce,
  forget: rowsIn(moviedbCache, (before) => sql`${moviedbCache.expiresAt} <= ${before}`),
}
