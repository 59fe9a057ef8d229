import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'category',
    permission: 'categories:write',
    rows: () => sql`
      select id, name as title, '' as subtitle, deleted_at from categories where deleted_at is not null`,
  },
]
