import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'cube',
    permission: 'cubes:write',
    rows: () => sql`
      select q.id, q.name as title, c.name as subtitle, q.retired_at as deleted_at
      from cubes q join cinemas c on c.id = q.cinema_id where q.retired_at is not null`,
  },
]
