import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { Db } from '#server/db/connect.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { json, query } from '#server/db/query.ts'

/** What was said of pairs with these records is not said any more. */
const forgetPairs = (tx: Db, ids: readonly number[]) => {
  const those = listOf(ids, 'bigint')
  return query(tx, { row: json<object>() })`
    delete from duplicate_dismissals d where low_id = any(${those}) or high_id = any(${those}) returning to_jsonb(d) as row`
}

/** Merges of these records cannot be undone any more. */
const forgetMerges = (tx: Db, ids: readonly number[]) => {
  const those = listOf(ids, 'bigint')
  return tx.execute(sql`delete from customer_merges where survivor_id = any(${those}) or merged_id = any(${those})`)
}

export const person: PersonalData = {
  columns: personalColumns,
  erase: async (tx, { references }) => {
    await forgetPairs(tx, references.ids)
    await forgetMerges(tx, references.ids)
  },
  merge: async (tx, { merged }) => (await forgetPairs(tx, [merged])).rows.map(({ row }) => row),
  unmerge: async (tx, { changes }) => {
    await tx.execute(sql`
      insert into duplicate_dismissals
      select * from jsonb_populate_recordset(null::duplicate_dismissals, ${JSON.stringify(changes)}::jsonb)
      on conflict do nothing`)
  },
}
