import { sql } from 'drizzle-orm'
import { rowsIn, type Retention } from '#server/retention.ts'
import { RETENTION_DAYS } from '../rules.ts'
import { bulkActions } from './tables.ts'

/** With their rows: until then they can be undone. The audit log keeps what was done. */
export const oldBulkActions: Retention = {
  name: 'bulk actions',
  before: (_, now) => new Date(now.getTime() - RETENTION_DAYS * 86_400_000),
  forget: rowsIn(bulkActions, (before) => sql`${bulkActions.createdAt} < ${before}`),
}
