import { and, desc, eq, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import { paymentIntents } from './tables.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

export type Payment = typeof paymentIntents.$inferSelect
export type NewPayment = Omit<typeof paymentIntents.$inferInsert, 'id' | 'state' | 'settledAt' | 'attempts'>

/** What a charge needs to know of a customer. */
export type ChargedCustomer = { id: number; isListed: boolean; billingCycle: string | null }

/** A customer, or whom they turned out to be; with `hold` nobody else changes them until the transaction ends. */
export async function customerFor(db: Db, id: number, lock = false): Promise<ChargedCustomer | undefined> {
  const { rows } = await query(db, {
    id: number,
    is_listed: bool,
    billing_cycle: orNull(text),
    merged_into: orNull(number),
  })`
    select id, is_listed, billing_cycle, merged_into from customers where id = ${id}
    ${lock ? sql`for no key update` : sql``}`
  const [row] = rows
  if (row?.merged_into != null) return customerFor(db, row.merged_into, lock)
  return row && { id: row.id, isListed: row.is_listed, billingCycle: row.billing_cycle }
}

/** The plan of the subscription that ends last, by the name that it was sold under. */
export async function lastPlanName(db: Db, customerId: number): Promise<string | undefined> {
  const { rows } = await query(db, { plan: text })`
    select plan from subscription_periods where customer_id = ${customerId} order by ends_at desc, starts_at desc limit 1`
  return rows[0]?.plan
}

/** Those of a customer, and of those who turned out to be them. */
const isOf = (customerId: number) => sql`
  ${paymentIntents.customerId} in (select ${customerId}::bigint union all select id from customers where merged_into = ${customerId})`

export const latestPayment = async (db: Db, customerId: number): Promise<Payment | undefined> =>
  (await db.select().from(paymentIntents).where(isOf(customerId)).orderBy(desc(paymentIntents.id)).limit(1))[0]

/** The one that has no outcome yet. */
export const openPayment = async (db: Db, customerId: number): Promise<Payment | undefined> =>
  (
    await db
      .select()
      .from(paymentIntents)
      .where(and(isOf(customerId), sql`${paymentIntents.state} in ('initiated', 'needs_customer')`))
      .limit(1)
  )[0]

/** When a customer's charge last succeeded. */
export async function lastSuccess(db: Db, customerId: number): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: paymentIntents.settledAt })
    .from(paymentIntents)
    .where(and(isOf(customerId), eq(paymentIntents.state, 'succeeded')))
    .orderBy(sql`${paymentIntents.settledAt} desc`)
    .limit(1)
  return found?.at ?? undefined
}

export const paymentOfRequest = async (db: Db, customerId: number, key: string): Promise<Payment | undefined> =>
  (
    await db
      .select()
      .from(paymentIntents)
      .where(and(isOf(customerId), eq(paymentIntents.requestKey, key)))
  )[0]

/** @throws a unique violation when the customer has a charge without an outcome (`isOpenAlready`) */
export const addPayment = async (tx: Db, payment: NewPayment): Promise<Payment> =>
  (await tx.insert(paymentIntents).values(payment).returning())[0]!

export const isOpenAlready = (error: unknown): boolean => sqlError(error).constraint === 'payment_intents_open'

export const paymentByReference = async (db: Db, reference: string): Promise<Payment | undefined> =>
  (await db.select().from(paymentIntents).where(eq(paymentIntents.reference, reference)))[0]

/** A charge, locked until the transaction ends. */
export const lockPayment = async (tx: Db, id: number): Promise<Payment> =>
  (await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update'))[0]!

export const changePayment = async (
  tx: Db,
  id: number,
  change: Partial<NewPayment & Pick<Payment, 'state' | 'settledAt'>>,
) => (await tx.update(paymentIntents).set(change).where(eq(paymentIntents.id, id)).returning())[0]!
