import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { likeTerm } from '#server/db/like.ts'
import { listOf } from '#server/db/rows.ts'
import type { InPerson, Traces } from '#server/person.ts'
import { holds } from './holds.ts'

/** Payments `e` of a person. */
const paidBy = ({ ids, emails }: Traces) => sql`(e.customer_id = any(${listOf(ids, 'bigint')})
  or e.words like any(${listOf(
    emails.map((email) => likeTerm(fold(email))),
    'text',
  )}) and lower(e.email) = any(${listOf(emails, 'text')}))`

/** What was paid stays for the accounts, without who paid it. */
export const person: InPerson = {
  holds,
  owed: async (db, traces) => {
    const { rows } = await db.execute<{ kobo: number }>(sql`
      select r.kobo from payment_refunds r join payments e on e.id = r.payment_id
      where r.state = 'asked' and ${paidBy(traces)} order by r.id`)
    return rows.map(({ kobo }) => ({
      text: `A refund of ${showNaira(toNaira(kobo))} is under way and still reaches the card that paid`,
    }))
  },
  erase: (tx, { traces }) => tx.execute(sql`update payments e set email = '', name = '' where ${paidBy(traces)}`),
  merge: async (tx, { kept, lost }) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update payments e set customer_id = ${kept}, is_customer = c.is_listed from customers c
      where c.id = ${kept} and e.customer_id = ${lost} returning e.id`)
    return rows.map(({ id }) => id)
  },
  unmerge: async (tx, { kept, lost, moved }) => {
    await tx.execute(sql`
      update payments e set customer_id = ${lost}, is_customer = c.is_listed from customers c
      where c.id = ${lost} and e.customer_id = ${kept} and e.id = any(${listOf(moved as number[], 'bigint')})`)
  },
}
