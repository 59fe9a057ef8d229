import { sql, type SQL } from 'drizzle-orm'
import { readChoice, type FilterText } from '#contract/filter.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { labelOf } from '#server/db/cells.ts'
import { listOf } from '#server/db/rows.ts'

/** How payments were paid, as whoever reported what was bought with them says, or staff who took the money. */

/** What people know a payment by: what its sender calls it, or the payment provider; empty of what was paid without a reference. */
export const sentReference = (payment: SQL) => sql`coalesce(${payment}.sent_reference, ${payment}.reference)`

/** What a payment's own `method` is that was paid in more than one way. */
const SEVERAL = 'several'

/** The methods of a payment, as rows `method`. */
export const methodsOf = (reference: SQL) => sql`(
  select p.payment_method as method from purchases p
  where p.payment = ${reference} and p.payment_method is not null
  union all
  select b.method from cube_payments b where b.provider is null and b.reference = ${reference} and b.method is not null)`

/** What staff took at the cinema for a cube has no provider. */
export const cubePaymentsOf = (payment: SQL) => sql`(
  select b.* from cube_payments b where b.provider = ${payment}.provider and b.reference = ${payment}.reference
  union all
  select b.* from cube_payments b
  where ${payment}.provider = 'counter' and b.provider is null and b.reference = ${payment}.reference)`
export const isForCube = (payment: SQL) => sql`exists (select from ${cubePaymentsOf(payment)} c)`

/** Each once, in order. */
export const eachMethodOf = (reference: SQL) => sql`array(
  select distinct method from ${methodsOf(reference)} m order by 1)`

/** Of a payment `e`, for a file: only those that were paid in several ways are looked up. */
export const METHOD_LABELS_OF_PAYMENT = sql`case when e.method = ${SEVERAL} then array_to_string(array(
    select ${labelOf(sql`method`, METHOD_LABELS)} from (select distinct method from ${methodsOf(sql`e.reference`)} m) x
    order by method), ', ')
  else ${labelOf(sql`e.method`, METHOD_LABELS)} end`

/** Whether a payment of the table was paid in one of some ways, or in none that is known. */
export function isPaidBy(selected: FilterText<'choice'> | undefined, payment: SQL): SQL | undefined {
  if (selected === undefined) return
  const method = sql`${payment}.method`
  const chosen = readChoice(selected)
  if (chosen === 'some') return sql`${method} is not null`
  if (!chosen.values.length) return sql`${method} is null`
  const values = listOf(chosen.values, 'text')
  // What was paid in several ways is asked for each of them.
  const isOne = sql`(${method} = any(${listOf([...chosen.values, SEVERAL], 'text')}) and (${method} <> ${SEVERAL}
    or exists (select from ${methodsOf(sql`${payment}.reference`)} m where m.method = any(${values}))))`
  return chosen.orNone ? sql`(${isOne} or ${method} is null)` : isOne
}
