import type { Policy } from '#server/db/policies.ts'

/** What was done to sales of their cinemas. */
export const policy: Policy = {
  rows: {
    feed_corrections: {
      where: `record_type = 'purchases'
        and coalesce(after, before) ->> 'cinema_id' = any ((select scoped_cinemas())::text[])`,
    },
  },
}
