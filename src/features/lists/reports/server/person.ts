import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'

/** Nothing is sent to them any more, and their links end. */
export const person: PersonalData = {
  columns: personalColumns,
  erase: async (tx, { references: { emails } }) => {
    const isTheirEmail = sql`lower(email) = any(${listOf(emails, 'text')})`
    await tx.execute(sql`delete from report_recipients where ${isTheirEmail}`)
    await tx.execute(sql`delete from report_sendings where ${isTheirEmail}`)
  },
}
