import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'referral link',
    permission: 'referral-links:write',
    rows: () => sql`
      select id, name as title, code as subtitle, deleted_at from referral_links where deleted_at is not null`,
  },
]
