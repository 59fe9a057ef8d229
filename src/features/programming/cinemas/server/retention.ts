import { sql } from 'drizzle-orm'
import { retentionOf, rowsIn, type Retention } from '#server/retention.ts'
import { syncRuns } from './tables.ts'

/** All but the last complete one and what failed since: those tell how old the schedule is. */
export const oldRuns: Retention = {
  name: 'sync runs',
  before: retentionOf('schedules'),
  forget: rowsIn(
    syncRuns,
    (before) => sql`${syncRuns.startedAt} < ${before}
      and ${syncRuns.id} < (select max(id) from sync_runs where finished_at is not null and reason is null)`,
  ),
}
