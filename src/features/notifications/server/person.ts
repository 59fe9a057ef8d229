import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** Devices follow a customer who is merged by a trigger (schema.sql), after this notes which. */
export const person: InPerson = {
  holds,
  erase: (tx, { traces }) =>
    tx.execute(sql`delete from push_devices where customer_id = any(${listOf(traces.ids, 'bigint')})`),
  merge: async (tx, { lost }) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from push_devices where customer_id = ${lost}`)
    return rows.map(({ id }) => id)
  },
  unmerge: async (tx, { kept, lost, moved }) => {
    await tx.execute(sql`
      update push_devices set customer_id = ${lost}
      where customer_id = ${kept} and id = any(${listOf(moved as number[], 'bigint')})`)
  },
}
