import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { number, query } from '#server/db/query.ts'

/** Errors of which more occurrences are kept than are wanted. */
export const errorsToPrune = async (db: Db, keep: number, limit: number): Promise<number[]> =>
  (
    await query(db, { id: number })`
      select id from errors where stored_count > ${keep} order by id limit ${limit}`
  ).rows.map(({ id }) => id)

/**
 * Of one error keeps the newest occurrences; the count of all stays. What a program reported is emptied, not removed:
 * its id has to stay known, or telling it again would count twice.
 */
export async function pruneError(tx: Db, id: number, keep: number): Promise<void> {
  await tx.execute(sql`
    with beyond as materialized (
      select r.id, r.source like '%:%' as is_ours from error_reports r
      where r.fingerprint = (select fingerprint from errors where id = ${id}) and not r.is_pruned
      order by r.at desc, r.id desc offset ${keep}
    ), gone as (
      delete from error_reports r using beyond b where r.id = b.id and b.is_ours returning r.id
    ), emptied as (
      update error_reports r set message = '', stack = '', component = '', page = '', is_pruned = true
      from beyond b where r.id = b.id and not b.is_ours returning r.id
    )
    update errors set stored_count = stored_count - (select count(*) from gone) - (select count(*) from emptied) where id = ${id}`)
}
