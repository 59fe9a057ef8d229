import { sql, type SQL } from 'drizzle-orm'
import { PURCHASE_TYPES } from '#features/payments/payments/rules.ts'
import { instantIn, labelOf, naira } from '#server/db/cells.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import { STATUS_LABELS, type Status } from '../rules.ts'
import { METHOD_LABELS_OF_PAYMENT, sentReference } from './payment-methods.ts'

/** Columns of the payment log's file: the values of `payments.ts`, as SQL for all payments. */

const KIND_LABELS = { ticket: 'Tickets', concession: 'Concessions', subscription: 'Subscription' }
/** Kinds of lines `k`, in alphabetical order. */
export const KINDS = sql`concat_ws(', ', ${sql.join(
  Object.entries(KIND_LABELS)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, label]) => sql`case when bool_or(k.kind = ${kind}) then ${label} end`),
  sql`, `,
)})`
const SOLD = sql`min(p.external_id) as booking, ${KINDS} as kinds
  from purchases p left join purchase_lines k on k.purchase_id = p.id`

/** Payments `e` with their sales as `sold`: grouped once for many payments, looked up for few. */
export const copiedFrom = (areMany: boolean): SQL =>
  areMany
    ? sql`payments e left join (
        select p.payment, ${SOLD} where p.payment is not null group by p.payment
      ) sold on sold.payment = e.reference`
    : sql`payments e cross join lateral (select ${SOLD} where p.payment = e.reference) sold`

/** Purchase type of a payment `e`. Kinds in `sold` replace the general type of shop purchases. */
export const TYPE = sql`case when e.purchase_type not in ('', ${PURCHASE_TYPES.shop}) then e.purchase_type
  else coalesce(nullif(sold.kinds, ''), ${PURCHASE_TYPES.shop}) end`

const REFUNDED_LOGS = sql`from payment_events l where l.reference = e.reference and l.status = 'refunded'`
const EXTERNAL_REFUNDS = sql`from external_refunds t where t.payment_id = e.id`

/** Matches payments that may have refunds. Avoids looking up the others, which are most. */
const POSSIBLY_REFUNDED = sql`(e.refunding_kobo > 0 or exists (select ${EXTERNAL_REFUNDS}) or exists (select ${REFUNDED_LOGS}))`
/** Refunded kobo of a payment `e`, from all sources. */
export const BACK = sql`(e.refunding_kobo
  - case when e.refunding_kobo = 0 then 0 else coalesce(
      (select sum(r.kobo) from payment_refunds r where r.payment_id = e.id and r.state = 'requested'), 0) end
  + coalesce((select sum(l.kobo) ${REFUNDED_LOGS}), 0) + coalesce((select sum(t.kobo) ${EXTERNAL_REFUNDS}), 0))`

const FULL_KOBO = sql`case e.currency when 'NGN' then e.kobo else e.sold_kobo end`

const STATUS = sql`case when e.charged_back_kobo > 0 then ${STATUS_LABELS.charged_back} when e.status = 'succeeded' and ${POSSIBLY_REFUNDED} then (
    select case
      when b.kobo <= 0 then ${STATUS_LABELS.succeeded}
      when b.kobo >= ${FULL_KOBO} then ${STATUS_LABELS.refunded}
      else ${STATUS_LABELS.partly_refunded} end
    from (select ${BACK} as kobo) b)
  else ${labelOf(sql`e.status`, STATUS_LABELS)} end`

/** Refunds of payments, which `BACK` adds up. */
const BACKS = sql`(
  select r.payment_id, r.kobo from payment_refunds r where r.state = 'succeeded'
  union all
  select t.payment_id, t.kobo from external_refunds t where t.payment_id is not null and t.kobo > 0
  union all
  select p.id, l.kobo from payment_events l join payments p on p.reference = l.reference
  where l.status = 'refunded' and l.kobo > 0)`
/** Payments `e` with refunds, their total as `b.kobo`. */
const withBack = (condition: SQL) => sql`(
  select e.id from (select payment_id, sum(kobo) as kobo from ${BACKS} x group by payment_id) b
    join payments e on e.id = b.payment_id
  where e.status = 'succeeded' and e.charged_back_kobo = 0 and ${condition})`

/**
 * Conditions of each displayed status, which includes refunds. Most payments succeeded, so `succeeded` excludes the few
 * others and those with refunds, through indexes only.
 */
export const HAS_STATUS: Record<Status, SQL> = {
  failed: sql`status = 'failed'`,
  needs_customer: sql`status = 'needs_customer'`,
  succeeded: sql`(
    not exists (select from payments u where u.id = payments.id and u.status <> 'succeeded')
    and not exists (select from payments c where c.id = payments.id and c.charged_back_kobo > 0)
    and not exists (select from ${BACKS} x where x.payment_id = payments.id))`,
  refunded: sql`id in ${withBack(sql`b.kobo >= ${FULL_KOBO}`)}`,
  partly_refunded: sql`id in ${withBack(sql`b.kobo < ${FULL_KOBO}`)}`,
  charged_back: sql`charged_back_kobo > 0`,
}

/** Email of the payment, otherwise of its customer. */
const EMAIL = sql`case when e.email <> '' then e.email else (select c.email from customers c where c.id = e.customer_id) end`

/** Columns with the ids of the screen. */
export const cellsIn = (zone: string): CopiedColumn[] => [
  { id: 'createdAt', title: 'Date', cell: instantIn(sql`e.at`, zone) },
  { id: 'bookingId', title: 'Booking ID', cell: sql`coalesce(sold.booking, e.reference)` },
  { id: 'reference', title: 'Reference', cell: sentReference(sql`e`) },
  { id: 'id', title: 'Payment ID', cell: sql`e.provider_id` },
  { id: 'userId', title: 'User ID', cell: sql`e.customer_id`, isNumber: true },
  { id: 'name', title: 'Name', cell: sql`e.name` },
  { id: 'email', title: 'Email', cell: EMAIL },
  { id: 'purchaseType', title: 'Purchase Type', cell: TYPE },
  { id: 'methods', title: 'Method', cell: METHOD_LABELS_OF_PAYMENT },
  { id: 'amountPaid', title: 'Amount Paid', cell: naira(sql`e.kobo`), isNumber: true },
  { id: 'currency', title: 'Currency', cell: sql`e.currency` },
  {
    id: 'amountRefunded',
    title: 'Refunded',
    cell: sql`case when ${POSSIBLY_REFUNDED} then ${naira(BACK)} else 0.00 end`,
    isNumber: true,
  },
  { id: 'status', title: 'Status', cell: STATUS },
]
