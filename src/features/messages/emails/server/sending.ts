import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { emails } from './tables.ts'

/** The sender's part of the store: what happens to an email between queued and done. */
export type ClaimedEmail = { id: number; messageId: string; kind: string; params: object; attempts: number }

/**
 * Takes the email that is due the longest, of those that are written fast where there is one, and counts the try. Nobody else takes it before `until`, so a try must be over
 * by then; if the server dies, another takes it up after that.
 */
export async function claimEmail(db: Db, now: Date, until: Date): Promise<ClaimedEmail | undefined> {
  const [claimed] = await db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextTryAt: until })
    .where(
      eq(
        emails.id,
        sql`(select id from emails where state = 'pending' and next_try_at <= ${now.toISOString()}
             order by is_slow, next_try_at, id limit 1 for update skip locked)`,
      ),
    )
    .returning()
  return claimed
}

export const markSent = (db: Db, { id }: ClaimedEmail, now: Date) =>
  db.update(emails).set({ state: 'sent', sentAt: now, nextTryAt: null, reason: null }).where(eq(emails.id, id))

/**
 * Notes why a try failed, and when the next is; without one the email is given up. Who took it over since, decides.
 * @returns whether it is given up
 */
export async function markFailed(
  db: Db,
  { id, attempts }: ClaimedEmail,
  reason: string,
  nextTryAt: Date | undefined,
): Promise<boolean> {
  const { rowCount } = await db
    .update(emails)
    .set({ reason, nextTryAt: nextTryAt ?? null, state: nextTryAt ? 'pending' : 'failed' })
    .where(and(eq(emails.id, id), eq(emails.attempts, attempts), eq(emails.state, 'pending')))
  return Boolean(rowCount) && !nextTryAt
}

/** An email that nobody wants any more. */
export const dropEmail = (db: Db, { id }: ClaimedEmail) => db.delete(emails).where(eq(emails.id, id))
