import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { number, query } from '#server/db/query.ts'

/** Devices follow a customer who is merged by a trigger (schema.sql), after this notes which. */
export const person: PersonalData = {
  columns: personalColumns,
  erase: (tx, { references }) =>
    tx.execute(sql`delete from push_devices where customer_id = any(${listOf(references.ids, 'bigint')})`),
  merge: async (tx, { merged }) => {
    const { rows } = await query(tx, { id: number })`select id from push_devices where customer_id = ${merged}`
    return rows.map(({ id }) => id)
  },
  unmerge: async (tx, { survivor, merged, changes }) => {
    await tx.execute(sql`
      update push_devices set customer_id = ${merged}
      where customer_id = ${survivor} and id = any(${listOf(changes as number[], 'bigint')})`)
  },
}
