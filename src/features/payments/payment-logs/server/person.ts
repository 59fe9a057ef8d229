import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { likeTerm } from '#server/db/like.ts'
import { listOf } from '#server/db/rows.ts'
import type { PersonalData, PersonReferences } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { number, query } from '#server/db/query.ts'

/** Matches payments `e` of a person. */
const paidBy = ({ ids, emails }: PersonReferences) => sql`(e.customer_id = any(${listOf(ids, 'bigint')})
  or e.search_text like any(${listOf(
    emails.map((email) => likeTerm(fold(email))),
    'text',
  )}) and lower(e.email) = any(${listOf(emails, 'text')}))`

/** Personal data of payments. Amounts stay for accounting, without the payer. */
export const person: PersonalData = {
  columns: personalColumns,
  owed: async (db, references) => {
    const { rows } = await query(db, { kobo: number })`
      select r.kobo from payment_refunds r join payments e on e.id = r.payment_id
      where r.state = 'requested' and ${paidBy(references)} order by r.id`
    return rows.map(({ kobo }) => ({
      text: `A refund of ${showNaira(toNaira(kobo))} is in progress and will go to the card that paid`,
    }))
  },
  erase: (tx, { references }) =>
    tx.execute(sql`update payments e set email = '', name = '' where ${paidBy(references)}`),
  merge: async (tx, { survivor, merged }) => {
    const { rows } = await query(tx, { id: number })`
      update payments e set customer_id = ${survivor}, is_customer = c.is_listed from customers c
      where c.id = ${survivor} and e.customer_id = ${merged} returning e.id`
    return rows.map(({ id }) => id)
  },
  unmerge: async (tx, { survivor, merged, changes }) => {
    await tx.execute(sql`
      update payments e set customer_id = ${merged}, is_customer = c.is_listed from customers c
      where c.id = ${merged} and e.customer_id = ${survivor} and e.id = any(${listOf(changes as number[], 'bigint')})`)
  },
}
