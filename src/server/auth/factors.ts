import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { authenticators, passkeys, recoveryCodes } from './tables.ts'

/** Second factors of people as they are stored. */

export type Passkey = typeof passkeys.$inferSelect
export type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id'>

/** Factors of an account. Recovery codes replace a factor, and are none. */
export type Factors = {
  passkeys: Passkey[]
  authenticator: typeof authenticators.$inferSelect | undefined
  /** Unused codes. */
  recoveryCodes: (typeof recoveryCodes.$inferSelect)[]
}

export async function factorsOf(db: Db, adminId: number): Promise<Factors> {
  const [authenticator] = await db.select().from(authenticators).where(eq(authenticators.adminId, adminId))
  return {
    passkeys: await db.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(asc(passkeys.id)),
    authenticator,
    recoveryCodes: await db
      .select()
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.adminId, adminId), isNull(recoveryCodes.usedAt))),
  }
}

export const countFactors = ({ passkeys: keys, authenticator }: Factors) => keys.length + (authenticator ? 1 : 0)

/** Checks whether a person needs more than a password to sign in. */
export const hasSecondFactor = async (db: Db, adminId: number): Promise<boolean> =>
  countFactors(await factorsOf(db, adminId)) > 0

/** A condition for the account that a query has as `admins`. */
export const hasFactor = sql<boolean>`(
  exists (select from passkeys p where p.admin_id = admins.id)
  or exists (select from authenticators t where t.admin_id = admins.id))`

/** The last sign-in, as far back as sign-ins are stored (KEEP_SIGN_INS_DAYS). */
export const lastSignInAt = sql<string | null>`greatest(
  (select max(d.last_at) from admin_devices d where d.admin_id = admins.id),
  (select max(s.created_at) from sessions s where s.admin_id = admins.id))`

export const passkeyBy = async (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0]

/** @throws a unique violation if the passkey already belongs to someone */
export const addPasskey = async (tx: Db, passkey: NewPasskey): Promise<Passkey> =>
  (await tx.insert(passkeys).values(passkey).returning())[0]!

const isOwnedBy = (adminId: number, id: number) => and(eq(passkeys.adminId, adminId), eq(passkeys.id, id))

export const renamePasskey = async (tx: Db, adminId: number, id: number, name: string): Promise<Passkey | undefined> =>
  (await tx.update(passkeys).set({ name }).where(isOwnedBy(adminId, id)).returning())[0]

export const removePasskey = (tx: Db, adminId: number, id: number) => tx.delete(passkeys).where(isOwnedBy(adminId, id))

/** @returns false if a parallel use moved the counter as far */
export async function notePasskeyUse(tx: Db, { id, counter }: Passkey, counted: number, now: Date): Promise<boolean> {
  const noted = await tx
    .update(passkeys)
    .set({ counter: counted, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

/** Replaces the app of the account. */
export const setAuthenticator = (tx: Db, authenticator: typeof authenticators.$inferInsert) =>
  tx.insert(authenticators).values(authenticator).onConflictDoUpdate({
    target: authenticators.adminId,
    set: authenticator,
  })

export const removeAuthenticator = (tx: Db, adminId: number) =>
  tx.delete(authenticators).where(eq(authenticators.adminId, adminId))

/** Uses up a code. @returns false if this step or a later one was used */
export async function noteStep(tx: Db, adminId: number, step: number): Promise<boolean> {
  const noted = await tx
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.adminId, adminId), lt(authenticators.lastStep, step)))
    .returning({ adminId: authenticators.adminId })
  return noted.length > 0
}

export async function replaceRecoveryCodes(tx: Db, adminId: number, hashes: readonly string[], now: Date) {
  await removeRecoveryCodes(tx, adminId)
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ adminId, codeHash, createdAt: now })))
}

export const removeRecoveryCodes = (tx: Db, adminId: number) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId))

/** @returns false if the code was used before */
export async function useRecoveryCode(tx: Db, id: number, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}

/** Removes all factors of a person who lost them. */
export async function removeFactors(tx: Db, adminId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.adminId, adminId))
  await removeAuthenticator(tx, adminId)
  await removeRecoveryCodes(tx, adminId)
}
