import { sql, type SQL } from 'drizzle-orm'
import { readChoice, type FilterText } from '#contract/filter.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { labelOf } from '#server/db/cells.ts'
import { listOf } from '#server/db/rows.ts'

/** Payment methods, as reported with purchases or entered by staff. */

/** Reference of a payment for people, from the sender or the provider. Empty: none. */
export const sentReference = (payment: SQL) => sql`coalesce(${payment}.sent_reference, ${payment}.reference)`

/** Value of `method` for payments with several methods. */
const SEVERAL = 'several'

/** Methods of a payment as rows `method`. */
export const methodsOf = (reference: SQL) => sql`(
  select p.payment_method as method from purchases p
  where p.payment = ${reference} and p.payment_method is not null
  union all
  select b.method from cube_payments b where b.provider is null and b.reference = ${reference} and b.method is not null)`

/** Cube payments of a payment. Payments at the cinema have no provider. */
export const cubePaymentsOf = (payment: SQL) => sql`(
  select b.* from cube_payments b where b.provider = ${payment}.provider and b.reference = ${payment}.reference
  union all
  select b.* from cube_payments b
  where ${payment}.provider = 'counter' and b.provider is null and b.reference = ${payment}.reference)`
export const isForCube = (payment: SQL) => sql`exists (select from ${cubePaymentsOf(payment)} c)`

/** Distinct methods in order. */
export const eachMethodOf = (reference: SQL) => sql`array(
  select distinct method from ${methodsOf(reference)} m order by 1)`

/** Method labels of a payment `e` for a file. Only payments with several methods are looked up. */
export const METHOD_LABELS_OF_PAYMENT = sql`case when e.method = ${SEVERAL} then array_to_string(array(
    select ${labelOf(sql`method`, METHOD_LABELS)} from (select distinct method from ${methodsOf(sql`e.reference`)} m) x
    order by method), ', ')
  else ${labelOf(sql`e.method`, METHOD_LABELS)} end`

/** Matches payments with one of some methods, or with none reported. */
export function isPaidBy(selected: FilterText<'choice'> | undefined, payment: SQL): SQL | undefined {
  if (selected === undefined) return
  const method = sql`${payment}.method`
  const chosen = readChoice(selected)
  if (chosen === 'some') return sql`${method} is not null`
  if (!chosen.values.length) return sql`${method} is null`
  const values = listOf(chosen.values, 'text')
  // Payments with several methods are checked for each.
  const isOne = sql`(${method} = any(${listOf([...chosen.values, SEVERAL], 'text')}) and (${method} <> ${SEVERAL}
    or exists (select from ${methodsOf(sql`${payment}.reference`)} m where m.method = any(${values}))))`
  return chosen.orNone ? sql`(${isOne} or ${method} is null)` : isOne
}
