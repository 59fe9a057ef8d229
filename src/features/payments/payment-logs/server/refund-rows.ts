import { sql, type SQL } from 'drizzle-orm'
import { REPORTED } from '../rules.ts'
import { eachMethodOf, isForCube, sentReference } from './payment-methods.ts'

/**
 * All refunds of all tables, each once, with the instants of the figures. `at` is the time of the refund or, without a
 * success, of the request.
 *
 * `reference` is the payment's. Without a reference, `sale_id` identifies the payment, so that it counts once. PostgreSQL
 * skips columns and joins that a query does not read.
 */

const CUSTOMER = (of: SQL) => sql`from customers c where c.id = ${of}`
const nameOf = (customer: SQL) => sql`(select trim(c.first_name || ' ' || c.last_name) ${CUSTOMER(customer)})`
const emailOf = (customer: SQL) => sql`(select c.email ${CUSTOMER(customer)})`

/** Refunds requested by staff, in any state. */
const OWN = sql`
  select 'own' as part, o.id, e.id as payment_id, null::bigint as sale_id, null::bigint as purchase_id,
    ${sentReference(sql`e`)} as reference,
    coalesce((select min(p.external_id) from purchases p where p.payment = e.reference), e.reference) as booking,
    e.bookings, o.reference as own_reference, o.provider, null as source, o.state, o.message, o.kind, o.kobo, o.reason,
    case when o.state = 'succeeded' then o.settled_at else o.created_at end as at, o.created_at, o.created_by, o.settled_at,
    e.cinema_id, e.method, ${eachMethodOf(sql`e.reference`)} as methods, ${isForCube(sql`e`)} as is_for_cube, e.name,
    coalesce(nullif(e.email, ''), ${emailOf(sql`e.customer_id`)}, '') as email, e.kobo as paid
  from payment_refunds o left join payments e on e.id = o.payment_id`

/**
 * Refunds reported only by another system, for purchases with and without a payment reference, with the cinema and method
 * of the purchase.
 */
const EXTERNAL = sql`
  select 'external', t.refund_id, e.id, case when e.id is null then r.purchase_id end, r.purchase_id, ${sentReference(sql`e`)},
    p.external_id, coalesce(e.bookings, p.external_id), r.external_id, ${REPORTED}, r.source, 'succeeded', '',
    case when r.kobo >= coalesce(e.kobo, p.kobo) then 'full' else 'lines' end, r.kobo, r.reason,
    r.at, r.at, r.source, r.at, t.cinema_id, t.method, array_remove(array[t.method], null), false,
    coalesce(nullif(e.name, ''), nullif(p.buyer_name, ''), ${nameOf(sql`p.customer_id`)}, ''),
    coalesce(nullif(e.email, ''), nullif(p.buyer_email, ''), ${emailOf(sql`p.customer_id`)}, ''),
    coalesce(e.kobo, (select b.kobo from purchases b where b.id = r.purchase_id))
  from external_refunds t join refunds r on r.id = t.refund_id left join purchases p on p.id = r.purchase_id
    left join payments e on e.id = t.payment_id`

/** Refunds of cube payments at the cinema that the payment log does not have. */
const OF_CUBES = sql`
  select 'cube', y.id, null, -y.id, null, null, b.booking_id::text, b.booking_id::text, '', coalesce(y.provider, 'counter'), null,
    'succeeded', '', case when y.refund_kobo >= y.kobo then 'full' else 'amount' end, y.refund_kobo, '',
    y.refund_at, y.refund_at, '', y.refund_at, c.cinema_id, y.method, array_remove(array[y.method], null), true, b.full_name,
    b.email, y.kobo
  from cube_payments y left join cube_bookings b on b.id = y.booking_id left join cubes c on c.id = b.cube_id
  where y.refund = 'done' and y.refund_id is null and y.refund_kobo > 0`

/** All refunds as one table. */
export const EVERY_REFUND = sql`(${OWN} union all ${EXTERNAL} union all ${OF_CUBES})`
/** Refund of a row `key` with a part and an id. */
export const refundNamed = (key: SQL) => sql`(
  ${OWN} where ${key}.part = 'own' and o.id = ${key}.id
  union all ${EXTERNAL} where ${key}.part = 'external' and t.refund_id = ${key}.id
  union all ${OF_CUBES} and ${key}.part = 'cube' and y.id = ${key}.id)`

/** Matches refunds `r` of items of a kind. */
export const givesBack = (kind: string): SQL =>
  kind === 'cube'
    ? sql`r.is_for_cube`
    : sql`(r.part = 'own' and exists (
        select from payment_refund_lines t join purchase_lines l on l.purchase_id = t.purchase_id and l.n = t.n
        where t.refund_id = r.id and l.kind = ${kind})
      or r.part = 'external' and exists (select from refund_lines l where l.refund_id = r.id and l.kind = ${kind}))`
