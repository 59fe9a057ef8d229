import { desc, eq, sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { forgetPayers } from '#server/integrations/payments/embedded-store.ts'
import { cardOf, forgetCard } from './cards.ts'
import { paymentLogs, payments } from './tables.ts'

/** What other features use of this one: a customer's card, and what is kept of them when they are exported, erased or merged. */
export { cardOf, forgetCard, type ShownCard } from './cards.ts'
export { addLog, logShopCharge, shopChargeOf } from './logs.ts'

/** Everything that is kept of what a customer paid by card, for their export: never a token. */
export async function paymentsOf(db: Db, customerId: number) {
  const charges = await db.select().from(payments).where(eq(payments.customerId, customerId)).orderBy(desc(payments.id))
  const logs = await db
    .select()
    .from(paymentLogs)
    .where(eq(paymentLogs.customerId, customerId))
    .orderBy(desc(paymentLogs.id))
  return {
    card: await cardOf(db, customerId),
    charges: charges.map(({ reference, plan, months, kobo, state, message, createdAt, settledAt }) => ({
      reference,
      plan,
      months,
      naira: toNaira(kobo),
      state,
      message,
      created_at: createdAt.toISOString(),
      settled_at: settledAt?.toISOString() ?? null,
    })),
    logs: logs.map(({ at, reference, email, kobo, currency, purchaseType, status, message }) => ({
      at: at.toISOString(),
      reference,
      email,
      ...(currency === 'NGN' ? { naira: toNaira(kobo) } : { currency, amount: toNaira(kobo) }),
      purchase_type: purchaseType,
      status,
      message,
    })),
  }
}

/** Who an erased customer was is gone here too; that and what they paid stays, for the accounts. */
export async function erasePayments(tx: Db, customerId: number, emails: readonly string[]): Promise<void> {
  await forgetCard(tx, customerId)
  const those = sql`${sql.param(emails.map((email) => email.toLowerCase()))}::text[]`
  await tx.execute(sql`
    update payment_logs set email = '' where customer_id = ${customerId} or lower(email) = any(${those})`)
  const paid = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.customerId, customerId))
  await forgetPayers(
    tx,
    emails.map((email) => email.toLowerCase()),
    paid.map(({ reference }) => reference),
  )
  await tx.execute(sql`update payments set confirm_url = null where customer_id = ${customerId}`)
}

/**
 * What the one paid is the other's. The card is that of `cardFrom`, or whichever there is. A charge without an outcome yet
 * stays where it is, and its outcome goes to the one who is left.
 */
export async function mergePayments(tx: Db, loser: number, winner: number, cardFrom: number): Promise<void> {
  const { rows } = await tx.execute<{ customer_id: number }>(sql`
    select customer_id from payment_cards where customer_id in (${loser}, ${winner})`)
  const kept = rows.some((row) => row.customer_id === cardFrom) ? cardFrom : rows[0]?.customer_id
  if (kept !== undefined) {
    await tx.execute(
      sql`delete from payment_cards where customer_id in (${loser}, ${winner}) and customer_id <> ${kept}`,
    )
    await tx.execute(sql`update payment_cards set customer_id = ${winner} where customer_id = ${kept}`)
  }
  await tx.execute(sql`update payment_logs set customer_id = ${winner} where customer_id = ${loser}`)
  await tx.execute(sql`
    update payments set customer_id = ${winner}
    where customer_id = ${loser} and state not in ('initiated', 'needs_customer')`)
}
