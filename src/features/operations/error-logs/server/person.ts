import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { joinErrors, splitErrors, type ErrorChanges } from './join.ts'
import { number, query } from '#server/db/query.ts'

export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, { ids }) => [
    sectionOf(
      db,
      'error-reports',
      'at message page release channel',
      sql`select ${asInstant('at')}, message, page, release, channel
          from error_reports e where customer_id = any(${listOf(ids, 'bigint')}) order by e.at, e.id`,
    ),
  ],
  counts: async (db, { ids }) => {
    const { rows } = await query(db, { errors: number })`
      select count(*) as errors from error_reports where customer_id = any(${listOf(ids, 'bigint')})`
    return rows[0]!
  },
  // What programs reported stays, without the person's words.
  erase: async (tx, { references, searchTerms }) => {
    const those = listOf(references.ids, 'bigint')
    const needles = listOf([...searchTerms.anywhere, ...searchTerms.own], 'text')
    await tx.execute(sql`
      update error_reports set message = redact(message, ${needles}), stack = redact(stack, ${needles}),
        page = redact(page, ${needles}), component = redact(component, ${needles})
      where customer_id = any(${those})`)
    await tx.execute(sql`
      update errors set message = redact(message, ${needles}), component = redact(component, ${needles})
      where id in (select error_id from error_customers where customer_id = any(${those}))`)
  },
  merge: (tx, { survivor, merged }) => joinErrors(tx, { from: merged, to: survivor }),
  unmerge: (tx, { survivor, merged, changes }) => splitErrors(tx, { survivor, merged }, changes as ErrorChanges),
}
