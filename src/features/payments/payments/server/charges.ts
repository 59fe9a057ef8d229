import { and, desc, eq, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import { paymentIntents } from './tables.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

export type Payment = typeof paymentIntents.$inferSelect
export type NewPayment = Omit<typeof paymentIntents.$inferInsert, 'id' | 'state' | 'settledAt' | 'attempts'>

/** Customer fields that a charge needs. */
export type ChargedCustomer = { id: number; isListed: boolean; billingCycle: string | null }

/** Returns a customer, or the one they were merged into. With `lock`, locked until the transaction ends. */
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

/** Returns the plan name of the subscription that ends last, as it was sold. */
export async function lastPlanName(db: Db, customerId: number): Promise<string | undefined> {
  const { rows } = await query(db, { plan: text })`
    select plan from subscription_periods where customer_id = ${customerId} order by ends_at desc, starts_at desc limit 1`
  return rows[0]?.plan
}

/** Matches payments of a customer and of customers merged into them. */
const isOf = (customerId: number) => sql`
  ${paymentIntents.customerId} in (select ${customerId}::bigint union all select id from customers where merged_into = ${customerId})`

export const latestPayment = async (db: Db, customerId: number): Promise<Payment | undefined> =>
  (await db.select().from(paymentIntents).where(isOf(customerId)).orderBy(desc(paymentIntents.id)).limit(1))[0]

/** Returns the customer's payment without an outcome. */
export const openPayment = async (db: Db, customerId: number): Promise<Payment | undefined> =>
  (
    await db
      .select()
      .from(paymentIntents)
      .where(and(isOf(customerId), sql`${paymentIntents.state} in ('initiated', 'needs_customer')`))
      .limit(1)
  )[0]

/** Returns the time of the customer's latest successful charge. */
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

/** Locks a charge until the transaction ends. */
export const lockPayment = async (tx: Db, id: number): Promise<Payment> =>
  (await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update'))[0]!

export const changePayment = async (
  tx: Db,
  id: number,
  change: Partial<NewPayment & Pick<Payment, 'state' | 'settledAt'>>,
) => (await tx.update(paymentIntents).set(change).where(eq(paymentIntents.id, id)).returning())[0]!
