import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'event',
    permission: 'events:write',
    rows: () => sql`
      select e.id, e.name as title, c.name || to_char(e.starts_at at time zone 'UTC', ', DD/MM/YYYY HH24:MI') as subtitle,
        e.deleted_at
      from events e join cinemas c on c.id = e.cinema_id where e.deleted_at is not null`,
  },
]
