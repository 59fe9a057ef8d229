import { createHmac, type KeyObject } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { linkVisitors } from './tables.ts'

/** The visible properties of a visitor. */
export type Opener = { ip: string; agent: string }

/**
 * Returns an anonymous id of a browser at a link on a day. It reveals neither the browser nor its owner, because the
 * key is not in the database.
 */
export const visitorOf = (key: KeyObject, { ip, agent }: Opener, link: string, now: Date): Buffer =>
  createHmac('sha256', key)
    .update([now.toISOString().slice(0, 10), link.toUpperCase(), ip, agent].join('\n'))
    .digest()

/**
 * Returns a part of a statement that has `where`: one row if the visitor is new today, else none.
 * @param where the table that must have a row for the visit to count
 */
export const newVisitor = (visitor: Buffer, now: Date, where: SQL): SQL => sql`
  insert into ${linkVisitors} (visitor, at) select ${visitor}::bytea, ${now.toISOString()}::timestamptz from ${where}
  on conflict do nothing returning visitor`
