import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import type { Db } from '#server/db/connect.ts'
import { SIGN_IN_MINUTES } from '../rules.ts'
import type { Begun } from './provider.ts'
import { identities, identityLinks, oauthStates } from './tables.ts'

type UnderWay = typeof oauthStates.$inferSelect

const stateHashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

/** Notes a sign-in that begins. @returns the secret that its browser keeps */
export async function addUnderWay(
  db: Db,
  { state, nonce, verifier }: Begun,
  of: { provider: string; sessionId: string | null },
  now: Date,
): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(oauthStates).values({
    ...of,
    stateHash: stateHashOf(state),
    browserHash: hash,
    nonce,
    verifier,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SIGN_IN_MINUTES * 60_000),
  })
  return token
}

/** Uses a sign-in up that this browser began, for the same provider and purpose; undefined when there is none such. */
export async function takeUnderWay(
  db: Db,
  { state, secret, provider, sessionId }: { state: string; secret: string; provider: string; sessionId: string | null },
  now: Date,
): Promise<UnderWay | undefined> {
  const [claimed] = await db
    .update(oauthStates)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthStates.stateHash, stateHashOf(state)),
        eq(oauthStates.browserHash, hashToken(secret)),
        eq(oauthStates.provider, provider),
        sessionId === null ? isNull(oauthStates.sessionId) : eq(oauthStates.sessionId, sessionId),
        isNull(oauthStates.usedAt),
        gt(oauthStates.expiresAt, now),
      ),
    )
    .returning()
  return claimed
}

export const adminOfIdentity = async (db: Db, issuer: string, subject: string): Promise<number | undefined> =>
  (
    await db
      .select({ adminId: identities.adminId })
      .from(identities)
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  )[0]?.adminId

/** Notes who it is there, or that they signed in by it again. */
export const noteIdentity = (db: Db, identity: { issuer: string; subject: string; adminId: number }, now: Date) =>
  db
    .insert(identities)
    .values({ ...identity, createdAt: now, lastAt: now })
    .onConflictDoUpdate({ target: [identities.issuer, identities.subject], set: { lastAt: now } })

/** The issuers at which an account is known. */
export const issuersOf = async (db: Db, adminId: number): Promise<string[]> =>
  (await db.select({ issuer: identities.issuer }).from(identities).where(eq(identities.adminId, adminId))).map(
    ({ issuer }) => issuer,
  )

export const allowLink = (tx: Db, adminId: number, until: Date) =>
  tx
    .insert(identityLinks)
    .values({ adminId, until })
    .onConflictDoUpdate({ target: identityLinks.adminId, set: { until } })

/** Uses a permission to link another provider up. @returns whether there was one */
export const takeLink = async (tx: Db, adminId: number, now: Date): Promise<boolean> => {
  const [removed] = await tx.delete(identityLinks).where(eq(identityLinks.adminId, adminId)).returning()
  return removed !== undefined && removed.until > now
}
