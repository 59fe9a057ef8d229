import { sql } from 'drizzle-orm'
import { retentionOf, rowsIn, type Retention } from '#server/retention.ts'
import { emails } from './tables.ts'

/** Those that were sent or given up; what waits is sent. */
export const oldEmails: Retention = {
  name: 'emails',
  before: retentionOf('emails'),
  forget: rowsIn(
    emails,
    (before) => sql`(${emails.state} = 'sent' and ${emails.sentAt} < ${before})
      or (${emails.state} = 'failed' and ${emails.at} < ${before})`,
  ),
}
