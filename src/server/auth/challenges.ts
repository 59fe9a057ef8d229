import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { challenges } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

const TICKET_MINUTES = 5
const TRIES_MOST = 5

export type Challenge = typeof challenges.$inferSelect
type About = Pick<Challenge, 'purpose'> & Partial<Pick<Challenge, 'adminId' | 'sessionId' | 'data'>>

/** Adds a challenge: a question to a person under a token that only they know. A passkey signs that token. */
export async function addChallenge(db: Db, about: About, now: Date): Promise<string> {
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + TICKET_MINUTES * 60_000)
  await db.insert(challenges).values({ ...about, tokenHash: hash, expiresAt })
  return token
}

const isGood = (token: string, now: Date) =>
  and(eq(challenges.tokenHash, hashToken(token)), isNull(challenges.usedAt), gt(challenges.expiresAt, now))

/** Finds a valid challenge and counts the attempt, so that parallel attempts all count. */
export async function tryChallenge(db: Db, token: string, about: About, now: Date): Promise<Challenge | undefined> {
  const { purpose, adminId, sessionId } = about
  const [found] = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(
      and(
        isGood(token, now),
        eq(challenges.purpose, purpose),
        lt(challenges.tries, TRIES_MOST),
        adminId ? eq(challenges.adminId, adminId) : undefined,
        sessionId ? eq(challenges.sessionId, sessionId) : undefined,
      ),
    )
    .returning()
  return found
}

/** Uses up a challenge. @returns whether it was still valid */
export async function spendChallenge(tx: Db, token: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(challenges)
    .set({ usedAt: now })
    .where(isGood(token, now))
    .returning({ purpose: challenges.purpose })
  return spent.length > 0
}
