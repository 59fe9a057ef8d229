import { sql } from 'drizzle-orm'
import { rowsIn, type Retention } from '#server/retention.ts'
import { DELETED_RETENTION_DAYS, RUNS_RETENTION_DAYS } from '../rules.ts'
import { reportRuns, reports } from './tables.ts'

const daysAgo =
  (days: number): Retention['before'] =>
  (_, now) =>
    new Date(now.getTime() - days * 86_400_000)

/** Reports that were deleted: they can be restored until then. */
export const deletedReports: Retention = {
  name: 'reports',
  before: daysAgo(DELETED_RETENTION_DAYS),
  forget: rowsIn(reports, (before) => sql`${reports.deletedAt} < ${before}`),
}

/** What was sent, to whom. */
export const oldRuns: Retention = {
  name: 'report runs',
  before: daysAgo(RUNS_RETENTION_DAYS),
  forget: rowsIn(reportRuns, (before) => sql`${reportRuns.createdAt} < ${before}`),
}
