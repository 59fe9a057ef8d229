import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { isOpen, type Admin } from './store.ts'
import { admins, invitations } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** Invites a person without a password, or invites them again. Earlier links stop working. */
export async function invite(tx: Db, adminId: number, by: number, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  await endInvitations(tx, adminId, now)
  await tx
    .update(admins)
    .set({ invitedUntil: until, invitedBy: by, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))
  return until
}

/** Makes the person who changed an account responsible for its invitation. */
export const answerForInvitation = (tx: Db, adminId: number, by: number) =>
  tx.update(admins).set({ invitedBy: by }).where(eq(admins.id, adminId))

/**
 * Makes a link's token when the email is written. An email that is written again has another token, and each is valid.
 */
export async function addInvitation(db: Db, adminId: number, expiresAt: Date): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(invitations).values({ tokenHash: hash, adminId, expiresAt })
  return token
}

const isGood = (token: string, now: Date) =>
  and(eq(invitations.tokenHash, hashToken(token)), isNull(invitations.usedAt), gt(invitations.expiresAt, now))

/** Returns the person whom a link invites while it is valid. */
export const invitedWith = async (db: Db, token: string, now: Date): Promise<Admin | undefined> =>
  (
    await db
      .select({ admin: admins })
      .from(invitations)
      .innerJoin(admins, eq(admins.id, invitations.adminId))
      .where(and(isGood(token, now), isOpen, isNotNull(admins.invitedUntil)))
  )[0]?.admin

/** Uses up a link and all others of the person. @returns the person, if the link was valid */
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

/** Ends all links of a person. */
export const endInvitations = (tx: Db, adminId: number, now: Date) =>
  tx
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.adminId, adminId), isNull(invitations.usedAt)))
