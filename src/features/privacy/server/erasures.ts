import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Kept } from '../contract.ts'

/** When and by whom somebody was erased, and what was kept; undefined of one who was not. */
export async function findErasure(
  db: Db,
  id: number,
): Promise<{ at: string; actor: string; kept: Kept[] } | undefined> {
  const { rows } = await db.execute<{ at: string; actor: string; kept: Kept[] }>(sql`
    select at, actor, kept from erasures where customer_id = ${id}`)
  const [found] = rows
  return found && { ...found, at: new Date(found.at).toISOString() }
}
