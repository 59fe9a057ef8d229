import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

/** One's own. */
export const deleted: Deleted[] = [
  {
    kind: 'view',
    permission: 'person',
    rows: (me) => sql`
      select id, name as title, '' as subtitle, deleted_at from list_views
      where owner_id = ${me.id} and deleted_at is not null`,
  },
]
