import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'audience',
    permission: 'notifications:write',
    rows: () => sql`
      select id, name as title, '' as subtitle, deleted_at from audiences where deleted_at is not null`,
  },
]
