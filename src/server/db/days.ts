import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'

/**
 * Returns a row for each day of a range, both ends included: `day`, and `starts_at` (inclusive) to `ends_at`
 * (exclusive) in the zone.
 */
export const eachDay = ({ from, until, zone }: { from: Day; until: Day; zone: string }): SQL => sql`(
  select at::date as day, at at time zone ${zone}::text as starts_at,
    (at + interval '1 day') at time zone ${zone}::text as ends_at
  from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') at)`
