import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { likeTerm } from '#server/db/like.ts'
import { listOf } from '#server/db/rows.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** What was paid stays for the accounts, without who paid it. */
export const person: InPerson = {
  holds,
  erase: (tx, { traces: { ids, emails } }) =>
    tx.execute(sql`
      update payment_entries set email = '', name = ''
      where customer_id = any(${listOf(ids, 'bigint')})
        or words like any(${listOf(
          emails.map((email) => likeTerm(fold(email))),
          'text',
        )}) and lower(email) = any(${listOf(emails, 'text')})`),
  merge: async (tx, { kept, lost }) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update payment_entries e set customer_id = ${kept}, is_customer = c.is_listed from customers c
      where c.id = ${kept} and e.customer_id = ${lost} returning e.id`)
    return rows.map(({ id }) => id)
  },
  unmerge: async (tx, { kept, lost, moved }) => {
    await tx.execute(sql`
      update payment_entries e set customer_id = ${lost}, is_customer = c.is_listed from customers c
      where c.id = ${lost} and e.customer_id = ${kept} and e.id = any(${listOf(moved as number[], 'bigint')})`)
  },
}
