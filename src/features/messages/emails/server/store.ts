import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { sendEmails } from './jobs.ts'
import { emails } from './tables.ts'
import { number, query } from '#server/db/query.ts'

/**
 * What is to be mailed to whom. `kind` names who writes it (ServerFeature.emails), `params` is what the writer needs:
 * never a secret, never a link. One that is slow takes long to write, and goes after the others.
 */
type NewEmail = { kind: string; recipient: string; params: object; isSlow?: true }

/** Queues an email in the caller's transaction: it is sent soon after that commits, on whichever server is free. */
export async function queueEmail(tx: Db, jobs: Jobs, mail: NewEmail, now: Date): Promise<void> {
  await tx.insert(emails).values({ ...mail, at: now, dueAt: now })
  await jobs.send(sendEmails, {}, { db: tx })
}

/** Queues an email again that was given up, with all its tries; undefined when there is no such email. */
export async function retryEmail(
  tx: Db,
  jobs: Jobs,
  id: number,
  now: Date,
): Promise<{ kind: string; recipient: string } | undefined> {
  const [mail] = await tx
    .update(emails)
    .set({ state: 'pending', attempts: 0, dueAt: now })
    .where(and(eq(emails.id, id), eq(emails.state, 'failed')))
    .returning({ kind: emails.kind, recipient: emails.recipient })
  if (mail) await jobs.send(sendEmails, {}, { db: tx })
  return mail
}

/** How many letters wait, those being tried again too, and how many were given up. */
export async function emailQueue(db: Db): Promise<{ pending: number; failed: number }> {
  const { rows } = await query(db, { pending: number, failed: number })`
    select (select count(*) from emails where state = 'pending')::int as pending,
           (select count(*) from emails where state = 'failed')::int as failed`
  return rows[0]!
}

/** The emails that were given up, newest first. */
export async function failedEmails(db: Db, paging: Paging) {
  const { limit, offset } = sliceOf(paging)
  const isFailed = eq(emails.state, 'failed')
  const rows = await db.select().from(emails).where(isFailed).orderBy(desc(emails.id)).limit(limit).offset(offset)
  const [total] = await db.select({ n: count() }).from(emails).where(isFailed)
  return {
    emails: rows.map(({ id, at, kind, recipient, attempts, reason }) => ({
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
