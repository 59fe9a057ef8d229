import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { ProviderCharge } from '#server/integrations/payments/port.ts'
import { PURCHASE_TYPES } from '../rules.ts'
import { storeCard } from './cards.ts'
import { paymentEvents } from './tables.ts'
import { number, query } from '#server/db/query.ts'

type NewLog = typeof paymentEvents.$inferInsert

/** Adds an entry to the payment log. @returns whether it is new: each outcome of a charge has one entry */
export const addLog = async (tx: Db, log: NewLog): Promise<boolean> =>
  (await tx.insert(paymentEvents).values(log).onConflictDoNothing().returning({ id: paymentEvents.id })).length > 0

/**
 * Logs a charge of the shop or app that the provider reported. If exactly one customer has the email, the card becomes
 * their stored card.
 */
export async function noteShopCharge(tx: Db, provider: string, charge: ProviderCharge, now: Date): Promise<void> {
  const { state, email, card, at } = charge
  const { isNew, customerId } = await logShopCharge(tx, provider, charge, now)
  if (isNew && state === 'succeeded' && card && customerId !== undefined)
    await storeCard(tx, { ...card, customerId, provider, email, storedAt: at })
}

/** Logs a settled charge of the shop or app. @returns whether it is new, and its customer */
export async function logShopCharge(
  tx: Db,
  provider: string,
  { id, reference, state, kobo, currency, email, message, at }: ProviderCharge,
  now: Date,
): Promise<{ isNew: boolean; customerId?: number | undefined }> {
  if (state !== 'succeeded' && state !== 'failed') return { isNew: false }
  const customerId = await customerOfEmail(tx, email)
  const isNew = await addLog(tx, {
    // The provider lists the charge on this day. A missing time is the epoch.
    at: at.getTime() > 0 ? at : now,
    provider,
    reference,
    customerId,
    email,
    kobo,
    currency,
    purchaseType: PURCHASE_TYPES.shop,
    status: state,
    providerId: id,
    message,
  })
  return { isNew, customerId }
}

/** Locks the only customer with an email. @returns the id; undefined: none or several */
async function customerOfEmail(tx: Db, email: string): Promise<number | undefined> {
  if (!email) return
  const { rows } = await query(tx, { id: number })`
    select id from customers where is_listed and lower(email) = lower(${email}) order by id limit 2 for no key update`
  return rows.length === 1 ? rows[0]!.id : undefined
}

/**
 * Finds a successful NGN charge of the shop or app without a refund or a reported purchase. Its payment stays locked until
 * the transaction ends, so that neither is added.
 */
export async function shopChargeOf(tx: Db, reference: string) {
  const { rows } = await query(tx, { refunding_kobo: number })`
    select refunding_kobo from payments where reference = ${reference} for update`
  if (rows[0]?.refunding_kobo) return
  // Read after the lock, because purchases and refunds may have been reported while it waited.
  const used = await tx.execute(sql`
    select from purchases where payment = ${reference}
    union all
    select from payment_events where reference = ${reference} and status = 'refunded'
    limit 1`)
  if (used.rows.length) return
  const [found] = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.reference, reference),
        eq(paymentEvents.status, 'succeeded'),
        isNull(paymentEvents.intentId),
        eq(paymentEvents.currency, 'NGN'),
      ),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(1)
  return found
}
