import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { lockPurchasesPaid } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import type { ProviderCharge } from '#server/integrations/payments/port.ts'
import { COUNTER, messages, planRefund, type Ask, type RefundPart, type Plan } from '../rules.ts'
import { paymentOf, type Payment } from './payments.ts'
import { linesOf } from './lines.ts'
import { paymentRefunds } from './tables.ts'
import { number, query, text } from '#server/db/query.ts'

export type Refund = typeof paymentRefunds.$inferSelect

const MINUTE = 60_000
/** Lease, longer than a provider takes to answer. Until it ends, only the refunding process asks for the outcome. */
const LEASE_MS = 1.5 * MINUTE

/** Returns why a payment cannot be refunded here. Payments of cube bookings need `withCube`. */
export function refusalOf(payment: Payment, provider: string, withCube = false): string | undefined {
  if (payment.status !== 'succeeded') return messages.notPaid
  if (payment.isForCube && !withCube) return messages.cube
  if (payment.provider !== null && ![provider, COUNTER].includes(payment.provider)) return messages.otherProvider
  if (payment.currency !== 'NGN') return messages.notNaira
  if (payment.leftKobo <= 0)
    return payment.chargedBackKobo > 0 ? messages.chargedBack(payment.chargedBackKobo) : messages.nothingLeft
}

export const refundOfRequest = async (db: Db, paymentId: number, key: string): Promise<Refund | undefined> =>
  (
    await db
      .select()
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.paymentId, paymentId), eq(paymentRefunds.requestKey, key)))
  )[0]

export const refundsOf = (db: Db, paymentId: number): Promise<Refund[]> =>
  db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, paymentId)).orderBy(asc(paymentRefunds.id))

type RefundRequest = {
  paymentId: number
  reference: string
  ask: Ask
  /** Amount that staff confirmed. */
  seenKobo: number
  reason: string
  provider: string
  requestKey: string | undefined
  withCube?: boolean
  by: string
  now: Date
}

/**
 * Stores a refund before it is made, with the purchases and then the payment locked, so that a parallel refund sees it.
 * @returns the refund, or the earlier one of a repeated click @throws 409, 422
 */
export async function openRefund(tx: Db, request: RefundRequest): Promise<{ refund: Refund; isNew: boolean }> {
  await lockPurchasesPaid(tx, request.reference)
  await tx.execute(sql`select from payments where id = ${request.paymentId} for update`)
  const before = request.requestKey && (await refundOfRequest(tx, request.paymentId, request.requestKey))
  if (before) return { refund: before, isNew: false }
  const payment = (await paymentOf(tx, request.paymentId))!
  const reason = refusalOf(payment, request.provider, request.withCube)
  if (reason) throw conflict(reason)
  const plan = planned(request.ask, await linesOf(tx, payment.reference), payment.leftKobo)
  if (plan.kobo !== request.seenKobo) throw invalid({ amount: messages.otherAmount(plan.kobo) })
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({
      reference: `mqr-${randomUUID()}`,
      paymentId: payment.id,
      kind: request.ask.kind,
      kobo: plan.kobo,
      reason: request.reason,
      ...(payment.provider === COUNTER
        ? { provider: COUNTER, chargeId: payment.reference }
        : {
            provider: request.provider,
            chargeId: payment.providerId!,
            dueAt: new Date(request.now.getTime() + LEASE_MS),
          }),
      createdAt: request.now,
      createdBy: request.by,
      requestKey: request.requestKey ?? null,
    })
    .returning()
  await addParts(tx, refund!.id, plan.parts)
  return { refund: refund!, isNew: true }
}

/** Stores a refund of an amount of a cube booking's payment. @throws 409, 422 */
export async function openCubeRefund(
  tx: Db,
  { kobo, ...request }: Pick<RefundRequest, 'reference' | 'reason' | 'provider' | 'by' | 'now'> & { kobo: number },
): Promise<Refund> {
  const { rows } = await query(tx, { id: number })`
    select id from payments where reference = ${request.reference}`
  const { refund } = await openRefund(tx, {
    ...request,
    paymentId: rows[0]!.id,
    ask: { kind: 'amount', kobo },
    seenKobo: kobo,
    requestKey: undefined,
    withCube: true,
  })
  return refund
}

/**
 * Stores a refund that staff made at the cinema, without the provider.
 * @returns the refund's id; undefined: the payment log does not have the payment
 */
export async function noteCounterRefund(
  tx: Db,
  { reference, kobo, reason, by, now }: Pick<RefundRequest, 'reference' | 'reason' | 'by' | 'now'> & { kobo: number },
): Promise<number | undefined> {
  const { rows } = await query(tx, { id: number })`
    select id from payments where reference = ${reference} and provider = ${COUNTER} for update`
  if (!rows[0]) return
  const [refund] = await tx
    .insert(paymentRefunds)
    .values({
      reference: `mqr-${randomUUID()}`,
      paymentId: rows[0].id,
      kind: 'amount',
      kobo,
      reason,
      state: 'succeeded',
      provider: COUNTER,
      chargeId: reference,
      createdAt: now,
      createdBy: by,
      settledAt: now,
      bookedAt: now,
    })
    .returning()
  return refund!.id
}

function planned(...given: Parameters<typeof planRefund>): Plan {
  const plan = planRefund(...given)
  if ('reason' in plan) throw invalid({ [plan.field]: plan.reason })
  return plan
}

/** Sets the provider's charges as the paid amounts of payments reported only by another system. */
export const noteCharges = (
  tx: Db,
  provider: string,
  charges: readonly Pick<ProviderCharge, 'reference' | 'id' | 'kobo'>[],
) =>
  tx.execute(sql`
    with charged as (
      select * from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as x(reference text, id text, kobo bigint)
    ), locked as (
      -- A condition here would make the planner expect one row, and compare each charge with each payment.
      select e.id as payment_id, c.id, c.kobo, e.provider_id is null and e.status = 'succeeded' as is_unknown
      from payments e join charged c using (reference) order by e.reference for update of e
    )
    update payments e set provider = ${provider}, provider_id = locked.id, charged_kobo = locked.kobo
    from locked where e.id = locked.payment_id and is_unknown`)

export async function addParts(tx: Db, refundId: number, parts: readonly RefundPart[]): Promise<void> {
  for (const { purchaseId, n, quantity, kobo } of parts)
    await tx.execute(sql`
      insert into payment_refund_lines (refund_id, purchase_id, n, quantity, kobo)
      values (${refundId}, ${purchaseId}, ${n}, ${quantity}, ${kobo})`)
}

export async function partsOf(db: Db, refundId: number): Promise<RefundPart[]> {
  const { rows } = await query(db, { purchaseId: number, n: number, quantity: number, kobo: number })`
    select purchase_id as "purchaseId", n, quantity, kobo from payment_refund_lines
    where refund_id = ${refundId} order by purchase_id, n`
  return rows
}

/** Locked refund with its payment's reference and purchases. */
export type LockedRefund = { refund: Refund; reference: string; purchases: number[] }

/** Locks a refund until the transaction ends, after its purchases, as everywhere. */
export async function lockRefund(tx: Db, id: number): Promise<LockedRefund> {
  const { rows } = await query(tx, { reference: text })`
    select e.reference from payment_refunds r join payments e on e.id = r.payment_id where r.id = ${id}`
  const { reference } = rows[0]!
  const purchases = await lockPurchasesPaid(tx, reference)
  const [refund] = await tx.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)).for('update')
  return { refund: refund!, reference, purchases }
}

export const changeRefund = async (tx: Db, id: number, change: Partial<typeof paymentRefunds.$inferInsert>) =>
  (await tx.update(paymentRefunds).set(change).where(eq(paymentRefunds.id, id)).returning())[0]!

/** Returns refunds whose purchases were reported after the money was refunded. */
export async function refundsToBook(db: Db, limit: number): Promise<number[]> {
  const { rows } = await query(db, { id: number })`
    select r.id from payment_refunds r join payments e on e.id = r.payment_id
    where r.state = 'succeeded' and r.booked_at is null
      and exists (select from purchases p where p.payment = e.reference)
    order by r.id limit ${limit}`
  return rows.map(({ id }) => id)
}
