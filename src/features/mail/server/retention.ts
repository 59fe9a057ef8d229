import { sql } from 'drizzle-orm'
import { keptFor, rowsIn, type Retention } from '#server/retention.ts'
import { mails } from './tables.ts'

/** Those that were sent or given up; what waits is sent. */
export const oldMails: Retention = {
  name: 'mails',
  before: keptFor('mails'),
  forget: rowsIn(
    mails,
    (before) => sql`(${mails.state} = 'sent' and ${mails.sentAt} < ${before})
      or (${mails.state} = 'dead' and ${mails.at} < ${before})`,
  ),
}
