import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { sendMails } from './jobs.ts'
import { mails } from './tables.ts'

/**
 * What is to be mailed to whom. `kind` names who writes it (ServerFeature.letters), `params` is what the writer needs:
 * never a secret, never a link. One that is slow takes long to write, and goes after the others.
 */
type NewMail = { kind: string; recipient: string; params: object; isSlow?: true }

/** Queues a letter in the caller's transaction: it is sent soon after that commits, on whichever server is free. */
export async function queueMail(tx: Db, jobs: Jobs, mail: NewMail, now: Date): Promise<void> {
  await tx.insert(mails).values({ ...mail, at: now, nextTryAt: now })
  await jobs.send(sendMails, {}, { db: tx })
}

/** Queues a letter again that was given up, with all its tries; undefined when there is no such letter. */
export async function retryMail(
  tx: Db,
  jobs: Jobs,
  id: number,
  now: Date,
): Promise<{ kind: string; recipient: string } | undefined> {
  const [mail] = await tx
    .update(mails)
    .set({ state: 'waiting', attempts: 0, nextTryAt: now })
    .where(and(eq(mails.id, id), eq(mails.state, 'dead')))
    .returning({ kind: mails.kind, recipient: mails.recipient })
  if (mail) await jobs.send(sendMails, {}, { db: tx })
  return mail
}

/** How many letters wait, those being tried again too, and how many were given up. */
export async function mailQueue(db: Db): Promise<{ waiting: number; dead: number }> {
  const { rows } = await db.execute<{ waiting: number; dead: number }>(sql`
    select (select count(*) from mails where state = 'waiting')::int as waiting,
           (select count(*) from mails where state = 'dead')::int as dead`)
  return rows[0]!
}

/** The letters that were given up, newest first. */
export async function deadMails(db: Db, paging: Paging) {
  const { limit, offset } = sliceOf(paging)
  const isDead = eq(mails.state, 'dead')
  const rows = await db.select().from(mails).where(isDead).orderBy(desc(mails.id)).limit(limit).offset(offset)
  const [total] = await db.select({ n: count() }).from(mails).where(isDead)
  return {
    letters: rows.map(({ id, at, kind, recipient, attempts, reason }) => ({
      id,
      at: at.toISOString(),
      kind,
      recipient,
      attempts,
      reason,
    })),
    totalCount: total!.n,
  }
}
