import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { methodsOf } from './payment-methods.ts'

/** Recalculates the cinema of payments, as their triggers do. */
export const repairPlaces = (tx: Db, ids: readonly number[]) =>
  tx.execute(sql`
    update payments e set cinema_id = (
      select case when count(*) = count(b.cinema_id) and min(b.cinema_id) = max(b.cinema_id) then min(b.cinema_id) end
      from (
        select cinema_id from purchases where payment = e.reference
        union all
        select c.cinema_id
        from cube_payments p join cube_bookings o on o.id = p.booking_id join cubes c on c.id = o.cube_id
        where p.reference = e.reference
      ) b)
    where e.id = any(${listOf(ids, 'bigint')})`)

/** Recalculates the method of payments, as their triggers do. */
export const repairMethods = (tx: Db, ids: readonly number[]) =>
  tx.execute(sql`
    update payments e set method = (
      select method_of_both(min(m.method), max(m.method)) from ${methodsOf(sql`e.reference`)} m)
    where e.id = any(${listOf(ids, 'bigint')})`)
