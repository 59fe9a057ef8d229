import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { ProviderCard } from '#server/integrations/payments/port.ts'
import { paymentCards } from './tables.ts'

export type CardRow = typeof paymentCards.$inferSelect

export const cardRow = async (db: Db, customerId: number): Promise<CardRow | undefined> =>
  (await db.select().from(paymentCards).where(eq(paymentCards.customerId, customerId)))[0]

/** Returns a stored card for staff, without its token. */
export const cardView = ({ brand, first6, last4, expiryMonth, expiryYear }: CardRow) => ({
  brand,
  first6,
  last4,
  expiry: `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`,
})
export type CardView = ReturnType<typeof cardView>

/** Returns a customer's stored card for display. */
export async function cardOf(db: Db, customerId: number): Promise<CardView | null> {
  const card = await cardRow(db, customerId)
  return card ? cardView(card) : null
}

/** Returns whether a card has expired. Cards are valid to the end of their month (UTC). */
export const isExpired = ({ expiryMonth, expiryYear }: CardRow, now: Date): boolean =>
  new Date(Date.UTC(expiryYear, expiryMonth)) <= now

type NewCard = ProviderCard & { customerId: number; provider: string; email: string; storedAt: Date }

/**
 * Stores the card of a charge, unless a later card is stored or the customer's card was deleted since.
 * @returns whether it is now the stored card
 */
export async function storeCard(tx: Db, card: NewCard): Promise<boolean> {
  const { rows: forgotten } = await tx.execute(sql`
    select 1 from customer_changes
    where customer_id = ${card.customerId} and kind = 'card forgotten' and at >= ${card.storedAt.toISOString()} limit 1`)
  if (forgotten.length) return false
  const { customerId, provider, token, email, brand, first6, last4, expiryMonth, expiryYear, storedAt } = card
  const stored = await tx
    .insert(paymentCards)
    .values({ customerId, provider, token, email, brand, first6, last4, expiryMonth, expiryYear, storedAt })
    .onConflictDoUpdate({
      target: paymentCards.customerId,
      set: { provider, token, email, brand, first6, last4, expiryMonth, expiryYear, storedAt },
      setWhere: sql`${paymentCards.storedAt} < excluded.stored_at`,
    })
    .returning({ id: paymentCards.customerId })
  return stored.length > 0
}

/** Deletes a customer's card with its token. @returns whether there was a card */
export const forgetCard = async (tx: Db, customerId: number): Promise<boolean> =>
  (
    await tx
      .delete(paymentCards)
      .where(eq(paymentCards.customerId, customerId))
      .returning({ id: paymentCards.customerId })
  ).length > 0
