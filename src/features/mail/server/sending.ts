import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { mails } from './tables.ts'

/** The sender's part of the store: what happens to a letter between queued and done. */
export type ClaimedMail = { id: number; messageId: string; kind: string; params: object; attempts: number }

/**
 * Takes the letter that is due the longest, of those that are written fast where there is one, and counts the try. Nobody else takes it before `until`, so a try must be over
 * by then; if the server dies, another takes it up after that.
 */
export async function claimMail(db: Db, now: Date, until: Date): Promise<ClaimedMail | undefined> {
  const [claimed] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, nextTryAt: until })
    .where(
      eq(
        mails.id,
        sql`(select id from mails where state = 'waiting' and next_try_at <= ${now.toISOString()}
             order by is_slow, next_try_at, id limit 1 for update skip locked)`,
      ),
    )
    .returning()
  return claimed
}

export const markSent = (db: Db, { id }: ClaimedMail, now: Date) =>
  db.update(mails).set({ state: 'sent', sentAt: now, nextTryAt: null, reason: null }).where(eq(mails.id, id))

/**
 * Notes why a try failed, and when the next is; without one the letter is given up. Who took it over since, decides.
 * @returns whether it is given up
 */
export async function markFailed(
  db: Db,
  { id, attempts }: ClaimedMail,
  reason: string,
  nextTryAt: Date | undefined,
): Promise<boolean> {
  const { rowCount } = await db
    .update(mails)
    .set({ reason, nextTryAt: nextTryAt ?? null, state: nextTryAt ? 'waiting' : 'dead' })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts), eq(mails.state, 'waiting')))
  return Boolean(rowCount) && !nextTryAt
}

/** A letter that nobody wants any more. */
export const dropMail = (db: Db, { id }: ClaimedMail) => db.delete(mails).where(eq(mails.id, id))
