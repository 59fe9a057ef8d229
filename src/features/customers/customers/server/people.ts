import { and, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#server/http/problem.ts'
import type { Db } from '#server/db/connect.ts'
import { messages } from '../rules.ts'
import { customers } from './tables.ts'
import { number, query } from '#server/db/query.ts'

export type Customer = typeof customers.$inferSelect
export type CustomerChange = Partial<Omit<typeof customers.$inferInsert, 'id' | 'version' | 'isListed'>>

/** Finds a listed customer. `lock` locks the row until the transaction ends. @throws 404 */
export async function customerOr404(db: Db, id: number, { lock = false } = {}): Promise<Customer> {
  const query = db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.isListed, true)))
  const [found] = await (lock ? query.for('no key update') : query.prepare('customer').execute())
  if (!found) throw notFound('customer')
  return found
}

/** Finds a listed customer, also by the id of a merged one. @throws 404 */
export async function surviving(db: Db, id: number): Promise<Customer> {
  const [found] = await db
    .select({ into: customers.mergedInto, erasedAt: customers.erasedAt })
    .from(customers)
    .where(eq(customers.id, id))
    .prepare('surviving customer')
    .execute()
  if (found?.erasedAt) throw new Refusal(404, messages.erased, { data: { erasedAt: found.erasedAt.toISOString() } })
  return customerOr404(db, found?.into ?? id)
}

/** Finds customers by id, in that order. */
export async function customersOf(db: Db, ids: readonly number[]): Promise<Customer[]> {
  const found = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]))
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

export const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** Finds the customer of an email; of several, the latest registration. */
export async function customerByEmail(db: Db, email: string): Promise<Customer | undefined> {
  // Filtering first avoids a scan in order of registration when no customer has the email.
  const { rows } = await query(db, { id: number })`
    with found as materialized (
      select id, registered_at from customers where is_listed and coalesce(lower(email), '') = lower(${email})
    ) select id from found order by registered_at desc, id desc limit 1`
  return rows[0] && (await customersOf(db, [rows[0].id]))[0]
}

/**
 * Checks whether another listed customer has an email. Locks the email until the transaction ends, so that concurrent
 * saves cannot take it twice. Reports of other programs can still repeat it.
 */
export async function isEmailInUse(tx: Db, email: string, than?: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('customer email ' || lower(${email}), 0))`)
  const { rows } = await tx.execute(sql`
    select from customers
    where is_listed and coalesce(lower(email), '') = lower(${email}) and id is distinct from ${than ?? null}::bigint limit 1`)
  return rows.length > 0
}

/** Checks whether another listed customer has a card number. Call `lockCards` first. */
export async function isCardInUse(tx: Db, number: string, than: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from customers where is_listed and card_number = ${number} and id <> ${than} limit 1`)
  return rows.length > 0
}

/** Saves a change by staff. Later reports override it. */
export async function changeCustomer(tx: Db, id: number, change: CustomerChange, now: Date): Promise<Customer> {
  const [changed] = await tx
    .update(customers)
    .set({
      ...change,
      version: sql`${customers.version} + 1`,
      reportedAt: sql`greatest(${customers.reportedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(customers.id, id))
    .returning()
  return changed!
}
