import { count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Push } from '#server/integrations/push/port.ts'
import { outboxTable } from './tables.ts'

export const keepMail = (db: Db, mail: typeof outboxTable.$inferInsert) => db.insert(outboxTable).values(mail)

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

type KeptPush = Push & { at: Date; token: string; messageId: string; state: 'shown' | 'throttled' }

/** Keeps a push as the device has it: one that it shows stays as it is. @returns whether that changed anything */
export async function keepPush(db: Db, { at, token, messageId, title, body, link, image, state }: KeptPush) {
  const { rowCount } = await db.execute(sql`
    insert into push_outbox as o (at, token, message_id, title, body, link, image, state)
    values (${at.toISOString()}, ${token}, ${messageId}, ${title}, ${body}, ${link ?? null}, ${image ?? null}, ${state})
    on conflict (token, message_id) do update set state = excluded.state where o.state = 'throttled' and excluded.state = 'shown'`)
  return Boolean(rowCount)
}
