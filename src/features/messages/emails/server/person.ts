import { sql, type SQL } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData, type PersonReferences } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { number, query } from '#server/db/query.ts'

/** Emails to the person, those that wait too. */
const ofPerson = ({ ids, emails }: PersonReferences): SQL => sql`
  lower(recipient) = any(${listOf(emails, 'text')}) or params ? 'customerId' and params ->> 'customerId' = any(${listOf(ids.map(String), 'text')})`

export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, references) => [
    sectionOf(
      db,
      'emails',
      'at kind recipient state sent_at',
      sql`select ${asInstant('at')}, kind, recipient, state, ${asInstant('sent_at')}
          from emails where ${ofPerson(references)} order by emails.at, id`,
    ),
  ],
  counts: async (db, { emails }) => {
    const { rows } = await query(db, { emails: number })`
      select count(*) as emails from emails where lower(recipient) = any(${listOf(emails, 'text')})`
    return rows[0]!
  },
  erase: (tx, { references }) => tx.execute(sql`delete from emails where ${ofPerson(references)}`),
}
