import { sql } from 'drizzle-orm'
import { aDayLater, rowsIn, type Retention } from '#server/retention.ts'
import { customerMerges } from './tables.ts'

/** Merges that cannot be undone any more, with the data of those who went. */
export const oldMerges: Retention = {
  name: 'customer_merges',
  before: aDayLater,
  forget: rowsIn(customerMerges, (before) => sql`${customerMerges.at} < ${before}`),
}
