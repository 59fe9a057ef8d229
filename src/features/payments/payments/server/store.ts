import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { forgetPayers } from '#server/integrations/payments/embedded-store.ts'
import { cardOf, forgetCard } from './cards.ts'
import { paymentEvents, paymentIntents } from './tables.ts'
import { bool, json, number, query, text } from '#server/db/query.ts'

/** Exports for other features: a customer's card, and their payments for export, erasure and merge. */
export { cardOf, forgetCard, type CardView } from './cards.ts'
export { addLog, logShopCharge, shopChargeOf } from './logs.ts'

/** Returns all card payments of a customer for their export, without tokens. */
export async function paymentsOf(db: Db, customerId: number) {
  const charges = await db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.customerId, customerId))
    .orderBy(desc(paymentIntents.id))
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
    logs: await logsOf(db, eq(paymentEvents.customerId, customerId)),
  }
}

/** Returns log entries under addresses without an account. */
export const logsUnder = (db: Db, emails: readonly string[]) =>
  logsOf(db, sql`customer_id is null and email <> '' and lower(email) = any(${listOf(emails, 'text')})`)

async function logsOf(db: Db, where: SQL) {
  const logs = await db.select().from(paymentEvents).where(where).orderBy(desc(paymentEvents.id))
  return logs.map(({ at, reference, email, kobo, currency, purchaseType, status, message }) => ({
    at: at.toISOString(),
    reference,
    email,
    ...(currency === 'NGN' ? { naira: toNaira(kobo) } : { currency, amount: toNaira(kobo) }),
    purchase_type: purchaseType,
    status,
    message,
  }))
}

/** Erases a person's identity from payments. Amounts and references stay for accounting. */
export async function erasePayments(tx: Db, ids: readonly number[], emails: readonly string[]): Promise<void> {
  for (const id of ids) await forgetCard(tx, id)
  const those = listOf(ids, 'bigint')
  const addresses = emails.map((email) => email.toLowerCase())
  await tx.execute(sql`
    update payment_events set email = ''
    where customer_id = any(${those}) or email <> '' and lower(email) = any(${listOf(addresses, 'text')})`)
  const { rows: paid } = await query(tx, { reference: text })`
    update payment_intents set confirm_url = null where customer_id = any(${those}) returning reference`
  await forgetPayers(
    tx,
    addresses,
    paid.map(({ reference }) => reference),
  )
}

/**
 * Moves a merged customer's payments to the survivor. Keeps the card of `cardFrom`, or the only one. An open charge stays
 * with its customer, and its outcome goes to the survivor.
 */
export async function mergePayments(tx: Db, loser: number, winner: number, cardFrom: number): Promise<PaymentChanges> {
  const before = { survivor: await cardRowOf(tx, winner), merged: await cardRowOf(tx, loser) }
  const { rows } = await query(tx, { customer_id: number })`
    select customer_id from payment_cards where customer_id in (${loser}, ${winner})`
  const survivor = rows.some((row) => row.customer_id === cardFrom) ? cardFrom : rows[0]?.customer_id
  if (survivor !== undefined) {
    await tx.execute(
      sql`delete from payment_cards where customer_id in (${loser}, ${winner}) and customer_id <> ${survivor}`,
    )
    await tx.execute(sql`update payment_cards set customer_id = ${winner} where customer_id = ${survivor}`)
  }
  const logs = await query(tx, { id: number })`
    update payment_events set customer_id = ${winner} where customer_id = ${loser} returning id`
  const charges = await query(tx, { id: number })`
    update payment_intents set customer_id = ${winner}
    where customer_id = ${loser} and state not in ('initiated', 'needs_customer') returning id`
  return {
    cards: { ...before, left: await cardRowOf(tx, winner), isOwn: survivor === winner },
    logs: logs.rows.map(({ id }) => id),
    paymentIntents: charges.rows.map(({ id }) => id),
  }
}

/** Changes of a merge: stored cards before and after it as database JSON, and ids of the moved rows. */
export type PaymentChanges = {
  cards: { survivor: object | null; merged: object | null; left: object | null; isOwn: boolean }
  logs: number[]
  paymentIntents: number[]
}

const cardRowOf = async (db: Db, id: number): Promise<object | null> =>
  (await query(db, { row: json<object>() })`select to_jsonb(c) as row from payment_cards c where customer_id = ${id}`)
    .rows[0]?.row ?? null

/** Undoes a merge. A card deleted or replaced since is not restored. @returns descriptions of data that stays */
export async function unmergePayments(
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  { cards, logs, paymentIntents }: PaymentChanges,
): Promise<string[]> {
  await tx.execute(sql`
    update payment_events set customer_id = ${merged} where customer_id = ${survivor} and id = any(${listOf(logs, 'bigint')})`)
  await tx.execute(sql`
    update payment_intents set customer_id = ${merged} where customer_id = ${survivor} and id = any(${listOf(paymentIntents, 'bigint')})`)
  const store = (row: object | null) =>
    row &&
    tx.execute(sql`
      insert into payment_cards select * from jsonb_populate_record(null::payment_cards, ${JSON.stringify(row)}::jsonb)`)
  const { rows } = await query(tx, { is_left: bool })`
    select (select to_jsonb(c) from payment_cards c where customer_id = ${survivor})
      is not distinct from ${cards.left ? JSON.stringify(cards.left) : null}::jsonb as is_left`
  if (!rows[0]!.is_left) {
    if (cards.isOwn) await store(cards.merged)
    return ['the stored payment card']
  }
  await tx.execute(sql`delete from payment_cards where customer_id = ${survivor}`)
  await store(cards.survivor)
  await store(cards.merged)
  return []
}
