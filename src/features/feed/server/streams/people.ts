import { sql } from 'drizzle-orm'
import { listOf, type Taking } from './taking.ts'

type Found = { id: number; external_id: string }

/**
 * The customers of these ids by the ids. One who was not told of yet becomes known by the id alone. They are held, in the
 * order in which they became known, until the transaction ends: what is told of one customer is taken one batch after
 * another, so that whether they were a subscriber at a purchase is never read beside a change of it.
 */
export async function holdCustomers(
  { db, source }: Taking,
  told: readonly (string | null | undefined)[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(told.filter((id) => id != null))].sort()
  const found = new Map<string, number>()
  const note = ({ rows }: { rows: Found[] }) => rows.forEach((row) => found.set(row.external_id, row.id))
  const missing = () => wanted.filter((id) => !found.has(id))
  const hold = async (ids: readonly string[]) =>
    note(
      await db.execute<Found>(sql`
        select id, external_id from customers where source = ${source} and external_id = any(${listOf(ids, 'text')})
        order by id for no key update`),
    )
  if (wanted.length) await hold(wanted)
  if (missing().length)
    note(
      await db.execute<Found>(sql`
        insert into customers (source, external_id) select ${source}, x from unnest(${listOf(missing(), 'text')}) x
        on conflict (source, external_id) do nothing returning id, external_id`),
    )
  // Another batch made them known in between.
  if (missing().length) await hold(missing())
  return found
}
