import { and, eq, gt, isNull } from 'drizzle-orm'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import { hashToken, newToken, RESET_MINUTES } from '#server/auth/tokens.ts'
import type { Db } from '#server/db/connect.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { noteChange } from './changes.ts'
import type { Customer } from './people.ts'
import { customerPasswordResets as resets, customers } from './tables.ts'

/** Password resets of shop and app customers, by email as for admins. */

export const CUSTOMER_PASSWORD_RESET = 'customer-password-reset'
export type CustomerPasswordReset = { customerId: number }

/** Time without resets to an address that staff entered, unless another person approved it. */
export const RESET_BLOCK_MS = 24 * 60 * 60_000
export const isResetBlocked = ({ resetBlockedUntil: until }: Pick<Customer, 'resetBlockedUntil'>, now: Date): boolean =>
  until !== null && until > now

/** Queues the email in the caller's transaction. @param email the customer's current address */
export const queueReset = (tx: Db, jobs: Jobs, customerId: number, email: string, now: Date) => {
  const params: CustomerPasswordReset = { customerId }
  return queueEmail(tx, jobs, { kind: CUSTOMER_PASSWORD_RESET, recipient: email, params }, now)
}

/**
 * Creates a token for 30 minutes. Older tokens stay valid until one is used, because emails can be repeated or arrive
 * out of order.
 */
export async function addReset(db: Db, customerId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000)
  await db.insert(resets).values({ tokenHash: hash, customerId, expiresAt })
  return token
}

const isGood = (token: string, now: Date) =>
  and(eq(resets.tokenHash, hashToken(token)), isNull(resets.usedAt), gt(resets.expiresAt, now))

/** Finds the customer of a valid token. */
export const ownerOfReset = async (db: Db, token: string, now: Date): Promise<Customer | undefined> =>
  (
    await db
      .select({ customer: customers })
      .from(resets)
      .innerJoin(customers, eq(customers.id, resets.customerId))
      .where(and(isGood(token, now), eq(customers.isListed, true)))
  )[0]?.customer

/** Uses a token and invalidates the customer's other tokens. @returns the customer, if the token was valid */
export async function spendReset(tx: Db, token: string, now: Date): Promise<Customer | undefined> {
  const [used] = await tx
    .update(resets)
    .set({ usedAt: now })
    .where(isGood(token, now))
    .returning({ customerId: resets.customerId })
  if (!used) return
  await tx
    .update(resets)
    .set({ usedAt: now })
    .where(and(eq(resets.customerId, used.customerId), isNull(resets.usedAt)))
  const [customer] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.id, used.customerId), eq(customers.isListed, true)))
  return customer
}

/** Sets a customer's password and ends earlier sign-ins at the shop and the app. */
export async function setCustomerPassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx.update(customers).set({ passwordHash, tokensClearedAt: now }).where(eq(customers.id, id))
  await noteChange(tx, id, 'password set', now)
}
