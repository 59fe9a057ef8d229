import { and, eq, gt, isNull } from 'drizzle-orm'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import { hashToken, newToken, RESET_MINUTES } from '#server/auth/tokens.ts'
import type { Db } from '#server/db/connect.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { noteChange } from './changes.ts'
import type { Customer } from './people.ts'
import { customerPasswordResets as resets, customers } from './tables.ts'

/** How a customer of the web shop and the app comes to a new password: as admins do, by an email. */

export const CUSTOMER_PASSWORD_RESET = 'customer-password-reset'
export type CustomerPasswordReset = { customerId: number }

/** So long no reset goes to an address that staff have entered and nobody else has approved. */
export const RESET_BLOCK_MS = 24 * 60 * 60_000
export const isResetBlocked = ({ resetBlockedUntil: until }: Pick<Customer, 'resetBlockedUntil'>, now: Date): boolean =>
  until !== null && until > now

/** Queues the email in the caller's transaction. @param email the customer's, which is there */
export const queueReset = (tx: Db, jobs: Jobs, customerId: number, email: string, now: Date) => {
  const params: CustomerPasswordReset = { customerId }
  return queueEmail(tx, jobs, { kind: CUSTOMER_PASSWORD_RESET, recipient: email, params }, now)
}

/** A token for 30 minutes; older ones work on until one is used, as an email may be sent again or overtake another. */
export async function addReset(db: Db, customerId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000)
  await db.insert(resets).values({ tokenHash: hash, customerId, expiresAt })
  return token
}

const isGood = (token: string, now: Date) =>
  and(eq(resets.tokenHash, hashToken(token)), isNull(resets.usedAt), gt(resets.expiresAt, now))

/** Whose a token is, while it is good. */
export const ownerOfReset = async (db: Db, token: string, now: Date): Promise<Customer | undefined> =>
  (
    await db
      .select({ customer: customers })
      .from(resets)
      .innerJoin(customers, eq(customers.id, resets.customerId))
      .where(and(isGood(token, now), eq(customers.isListed, true)))
  )[0]?.customer

/** Uses a token up, and all others of that customer with it; answers whose it was while it was good. */
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

/** Sets a customer's password; sign-ins of the shop and the app that began before are over. */
export async function setCustomerPassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await tx.update(customers).set({ passwordHash, tokensClearedAt: now }).where(eq(customers.id, id))
  await noteChange(tx, id, 'password set', now)
}
