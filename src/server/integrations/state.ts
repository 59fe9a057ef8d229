import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** What a connection to the outside last did; `reason` is in words for staff. Instants are ISO text. */
export type IntegrationState = { lastSuccessAt: string | null; failingSince: string | null; reason: string | null }

export type IntegrationName = 'point-of-sale' | 'movie-database'

/** It answered: a failure before is over. */
export const noteSuccess = (db: Db, name: IntegrationName, now: Date) =>
  db.execute(sql`
    insert into integration_states (name, last_success_at) values (${name}, ${now.toISOString()})
    on conflict (name) do update set last_success_at = excluded.last_success_at, failing_since = null, reason = null`)

/** It gave no answer: the first failure's time stands, the latest reason is kept. */
export const noteFailure = (db: Db, name: IntegrationName, now: Date, reason: string) =>
  db.execute(sql`
    insert into integration_states (name, failing_since, reason) values (${name}, ${now.toISOString()}, ${reason})
    on conflict (name) do update set
      failing_since = coalesce(integration_states.failing_since, excluded.failing_since), reason = excluded.reason`)

export async function integrationState(db: Db, name: IntegrationName): Promise<IntegrationState> {
  const found = await db.execute<{ last: string | null; failing: string | null; reason: string | null }>(sql`
    select last_success_at as last, failing_since as failing, reason from integration_states where name = ${name}`)
  const row = found.rows[0]
  const iso = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)
  return { lastSuccessAt: iso(row?.last), failingSince: iso(row?.failing), reason: row?.reason ?? null }
}
