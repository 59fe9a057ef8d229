import type { Policy } from '#server/db/policies.ts'

/** Corrections of sales at the cinemas of a role. */
export const policy: Policy = {
  rows: {
    feed_corrections: {
      where: `record_type = 'purchases'
        and coalesce(after, before) ->> 'cinema_id' = any ((select scoped_cinemas())::text[])`,
    },
  },
}
