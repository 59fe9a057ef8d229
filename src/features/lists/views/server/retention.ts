import { sql } from 'drizzle-orm'
import { rowsIn, type Retention } from '#server/retention.ts'
import { DELETED_RETENTION_DAYS } from '../rules.ts'
import { listViews } from './tables.ts'

/** Views that were deleted: they can be restored until then. */
export const deletedViews: Retention = {
  name: 'views',
  before: (_, now) => new Date(now.getTime() - DELETED_RETENTION_DAYS * 86_400_000),
  forget: rowsIn(listViews, (before) => sql`${listViews.deletedAt} < ${before}`),
}
