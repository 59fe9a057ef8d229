import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { emails } from './tables.ts'

/** The sender's part of the store: what happens to an email between queued and done. */
export type ClaimedEmail = typeof emails.$inferSelect

export const markSent = (db: Db, { id }: ClaimedEmail, now: Date) =>
  db.update(emails).set({ state: 'sent', sentAt: now, dueAt: null, reason: null }).where(eq(emails.id, id))

/**
 * Notes why a try failed, and when the next is; without one the email is given up. Who took it over since, decides.
 * @returns whether it is given up
 */
export async function markFailed(
  db: Db,
  { id, attempts }: ClaimedEmail,
  reason: string,
  dueAt: Date | undefined,
): Promise<boolean> {
  const { rowCount } = await db
    .update(emails)
    .set({ reason, dueAt: dueAt ?? null, state: dueAt ? 'pending' : 'failed' })
    .where(and(eq(emails.id, id), eq(emails.attempts, attempts), eq(emails.state, 'pending')))
  return Boolean(rowCount) && !dueAt
}

/** An email that nobody wants any more. */
export const dropEmail = (db: Db, { id }: ClaimedEmail) => db.delete(emails).where(eq(emails.id, id))
