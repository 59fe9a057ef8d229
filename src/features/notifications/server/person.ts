import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** Devices follow a customer who is merged by a trigger (schema.sql). */
export const person: InPerson = {
  holds,
  erase: (tx, { traces }) =>
    tx.execute(sql`delete from push_devices where customer_id = any(${listOf(traces.ids, 'bigint')})`),
}
