import { count, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { outboxTable } from '#server/integrations/mail/tables.ts'

export async function pageOfMails(db: Db, page: { page: number; perPage: number }) {
  const rows = await db
    .select()
    .from(outboxTable)
    .orderBy(desc(outboxTable.id))
    .limit(page.perPage)
    .offset((page.page - 1) * page.perPage)
  const [total] = await db.select({ n: count() }).from(outboxTable)
  return {
    mails: rows.map(({ id, key, at, recipient, subject, body, html, state }) => ({
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
export const htmlOfMail = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.select({ html: outboxTable.html }).from(outboxTable).where(eq(outboxTable.key, key)))[0]?.html || undefined
