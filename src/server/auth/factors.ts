import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { authenticators, passkeys, recoveryCodes } from './tables.ts'

/** What people have beside their password, as it is stored. */

export type Passkey = typeof passkeys.$inferSelect
export type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id'>

/** What an account has. Recovery codes stand in for a factor, and are none. */
export type Factors = {
  passkeys: Passkey[]
  authenticator: typeof authenticators.$inferSelect | undefined
  /** Those that are not used yet. */
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

/** Whether somebody proves more than a password when they sign in. */
export const hasSecondFactor = async (db: Db, adminId: number): Promise<boolean> =>
  countFactors(await factorsOf(db, adminId)) > 0

/** Of the account that a query has as `admins`. */
export const hasFactor = sql<boolean>`(
  exists (select from passkeys p where p.admin_id = admins.id)
  or exists (select from authenticators t where t.admin_id = admins.id))`

/** When somebody signed in last, as far back as that is kept (KEEP_SIGN_INS_DAYS). */
export const lastSignInAt = sql<string | null>`greatest(
  (select max(d.last_at) from admin_devices d where d.admin_id = admins.id),
  (select max(s.created_at) from sessions s where s.admin_id = admins.id))`

export const passkeyBy = async (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0]

/** @throws a unique violation when that passkey is somebody's already */
export const addPasskey = async (tx: Db, passkey: NewPasskey): Promise<Passkey> =>
  (await tx.insert(passkeys).values(passkey).returning())[0]!

const isOwnedBy = (adminId: number, id: number) => and(eq(passkeys.adminId, adminId), eq(passkeys.id, id))

export const renamePasskey = async (tx: Db, adminId: number, id: number, name: string): Promise<Passkey | undefined> =>
  (await tx.update(passkeys).set({ name }).where(isOwnedBy(adminId, id)).returning())[0]

export const removePasskey = (tx: Db, adminId: number, id: number) => tx.delete(passkeys).where(isOwnedBy(adminId, id))

/** @returns whether its counter had not come as far already, by another use at the same time */
export async function notePasskeyUse(tx: Db, { id, counter }: Passkey, counted: number, now: Date): Promise<boolean> {
  const noted = await tx
    .update(passkeys)
    .set({ counter: counted, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

/** Takes the place of one that they had. */
export const setAuthenticator = (tx: Db, authenticator: typeof authenticators.$inferInsert) =>
  tx.insert(authenticators).values(authenticator).onConflictDoUpdate({
    target: authenticators.adminId,
    set: authenticator,
  })

export const removeAuthenticator = (tx: Db, adminId: number) =>
  tx.delete(authenticators).where(eq(authenticators.adminId, adminId))

/** A code is good once. @returns whether none of that step or later was taken before */
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

/** @returns whether it was not used before */
export async function useRecoveryCode(tx: Db, id: number, now: Date): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}

/** Somebody who lost what they had begins anew. */
export async function removeFactors(tx: Db, adminId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.adminId, adminId))
  await removeAuthenticator(tx, adminId)
  await removeRecoveryCodes(tx, adminId)
}
