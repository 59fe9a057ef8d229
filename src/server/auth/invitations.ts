import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { isOpen, type Admin } from './store.ts'
import { admins, invitations } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

/** How long an invitation is good, in days. */
export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** Invites somebody who has no password, or invites them again: links that were sent before are good no more. */
export async function invite(tx: Db, adminId: number, by: number, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  await endInvitations(tx, adminId, now)
  await tx
    .update(admins)
    .set({ invitedUntil: until, invitedBy: by, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))
  return until
}

/** Somebody else answers for what an invitation is for: they changed it. */
export const answerForInvitation = (tx: Db, adminId: number, by: number) =>
  tx.update(admins).set({ invitedBy: by }).where(eq(admins.id, adminId))

/** A link's token, made when the email is written; an email that is written again has another, and each is good. */
export async function addInvitation(db: Db, adminId: number, expiresAt: Date): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(invitations).values({ tokenHash: hash, adminId, expiresAt })
  return token
}

const isGood = (token: string, now: Date) =>
  and(eq(invitations.tokenHash, hashToken(token)), isNull(invitations.usedAt), gt(invitations.expiresAt, now))

/** Whom a link invites, while it is good. */
export const invitedWith = async (db: Db, token: string, now: Date): Promise<Admin | undefined> =>
  (
    await db
      .select({ admin: admins })
      .from(invitations)
      .innerJoin(admins, eq(admins.id, invitations.adminId))
      .where(and(isGood(token, now), isOpen, isNotNull(admins.invitedUntil)))
  )[0]?.admin

/** Uses a link up, and all others of that person with it; answers whom it invited while it was good. */
export async function useInvitation(tx: Db, token: string, now: Date): Promise<Admin | undefined> {
  const [used] = await tx
    .update(invitations)
    .set({ usedAt: now })
    .where(isGood(token, now))
    .returning({ adminId: invitations.adminId })
  if (!used) return
  await endInvitations(tx, used.adminId, now)
  return (
    await tx
      .select()
      .from(admins)
      .where(and(eq(admins.id, used.adminId), isOpen, isNotNull(admins.invitedUntil)))
  )[0]
}

/** No link that was sent is good any more. */
export const endInvitations = (tx: Db, adminId: number, now: Date) =>
  tx
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.adminId, adminId), isNull(invitations.usedAt)))
