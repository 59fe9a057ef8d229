import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** Nothing is sent to them any more, and their links end. */
export const person: InPerson = {
  holds,
  erase: async (tx, { traces: { emails } }) => {
    const theirs = sql`lower(email) = any(${listOf(emails, 'text')})`
    await tx.execute(sql`delete from report_recipients where ${theirs}`)
    await tx.execute(sql`delete from report_sendings where ${theirs}`)
  },
}
