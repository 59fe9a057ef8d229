import { sql, type SQL } from 'drizzle-orm'

/** How many mismatches of a day wait for somebody. */
export const openMismatches = (provider: string, day: SQL): SQL => sql`(
  select count(*)::int from reconciliation_mismatches w
  where w.day = ${day} and w.provider = ${provider} and w.resolved_at is null and w.gone_at is null)`
