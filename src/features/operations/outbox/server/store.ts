import { count, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { outboxTable } from '#server/integrations/mail/tables.ts'

export async function pageOfEmails(db: Db, paging: Paging) {
  const { limit, offset } = sliceOf(paging)
  const rows = await db.select().from(outboxTable).orderBy(desc(outboxTable.id)).limit(limit).offset(offset)
  const [total] = await db.select({ n: count() }).from(outboxTable)
  return {
    emails: rows.map(({ id, key, at, recipient, subject, body, html, state }) => ({
      id,
      at: at.toISOString(),
      to: recipient,
      subject,
      text: body,
      key: html === '' ? null : key,
      state,
    })),
    totalCount: total!.n,
  }
}

/** A mail's page; undefined where there is none. */
export const htmlOfEmail = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.select({ html: outboxTable.html }).from(outboxTable).where(eq(outboxTable.key, key)))[0]?.html || undefined
