import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { Db } from '#server/db/connect.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** What was said of pairs with these records is not said any more. */
const forgetPairs = (tx: Db, ids: readonly number[]) => {
  const those = listOf(ids, 'bigint')
  return tx.execute(sql`delete from duplicate_dismissals where low_id = any(${those}) or high_id = any(${those})`)
}

export const person: InPerson = {
  holds,
  erase: (tx, { traces }) => forgetPairs(tx, traces.ids),
  merge: (tx, { lost }) => forgetPairs(tx, [lost]),
}
