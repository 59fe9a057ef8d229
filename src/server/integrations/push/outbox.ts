import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import type { Push } from './port.ts'

type StoredPush = Push & { at: Date; token: string; messageId: string; state: 'shown' | 'throttled' }

/** Stores a push; a shown push stays unchanged. @returns whether anything changed */
export async function keepPush(db: Db, { at, token, messageId, title, body, link, image, state }: StoredPush) {
  const { rowCount } = await db.execute(sql`
    insert into push_outbox as o (at, token, message_id, title, body, link, image, state)
    values (${at.toISOString()}, ${token}, ${messageId}, ${title}, ${body}, ${link ?? null}, ${image ?? null}, ${state})
    on conflict (token, message_id) do update set state = excluded.state where o.state = 'throttled' and excluded.state = 'shown'`)
  return Boolean(rowCount)
}
