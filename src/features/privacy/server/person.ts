import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { Db } from '#server/db/connect.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** What was said of pairs with these records is not said any more. */
const forgetPairs = (tx: Db, ids: readonly number[]) => {
  const those = listOf(ids, 'bigint')
  return tx.execute<{ row: object }>(sql`
    delete from duplicate_dismissals d where low_id = any(${those}) or high_id = any(${those}) returning to_jsonb(d) as row`)
}

/** Merges of these records cannot be undone any more. */
const forgetMerges = (tx: Db, ids: readonly number[]) => {
  const those = listOf(ids, 'bigint')
  return tx.execute(sql`delete from customer_merges where kept_id = any(${those}) or lost_id = any(${those})`)
}

export const person: InPerson = {
  holds,
  erase: async (tx, { traces }) => {
    await forgetPairs(tx, traces.ids)
    await forgetMerges(tx, traces.ids)
  },
  merge: async (tx, { lost }) => (await forgetPairs(tx, [lost])).rows.map(({ row }) => row),
  unmerge: async (tx, { moved }) => {
    await tx.execute(sql`
      insert into duplicate_dismissals
      select * from jsonb_populate_recordset(null::duplicate_dismissals, ${JSON.stringify(moved)}::jsonb)
      on conflict do nothing`)
  },
}
