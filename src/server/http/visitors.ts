import { createHmac, type KeyObject } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { linkVisitors } from './tables.ts'

/** What is known of whoever opens a link. */
export type Opener = { ip: string; agent: string }

/** A browser on a day at a link, of which neither the browser nor its owner is known: the key is not in the database. */
export const visitorOf = (key: KeyObject, { ip, agent }: Opener, link: string, now: Date): Buffer =>
  createHmac('sha256', key)
    .update([now.toISOString().slice(0, 10), link.toUpperCase(), ip, agent].join('\n'))
    .digest()

/**
 * A part of a statement that has `where`: one row where this visitor is the first of their kind today, none where they were
 * here before. @param where which table must have a row for anything to be noted
 */
export const newVisitor = (visitor: Buffer, now: Date, where: SQL): SQL => sql`
  insert into ${linkVisitors} (visitor, at) select ${visitor}::bytea, ${now.toISOString()}::timestamptz from ${where}
  on conflict do nothing returning visitor`
