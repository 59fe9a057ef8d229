import { addKnown, lockKnown, lockRecord, type Known } from '#features/customers/customers/server/public.ts'
import { isOurId, OWN_SOURCE } from '#features/sales/trade/rules.ts'
import type { IngestContext } from './ingest-context.ts'

/** A customer as lines name them. */
export type Person = {
  id: number
  /** Who they were is gone, and stays so: what is reported about them is kept without it. */
  isErased: boolean
  /** The line names another record of theirs, that was merged into this one, or they were made here. */
  isAnothers: boolean
  /** The line names one who was made here: who they are is for staff alone to say. */
  isMadeHere: boolean
}

/**
 * The customers of these ids by the ids. One who was not reported yet becomes known by the id alone; one who was merged is
 * the customer that they turned out to be; `marquee:…` is one who was made here. They are held, in the order in which they
 * became known, until the transaction ends: what is reported about one customer is taken one batch after another, so
 * that whether they were a subscriber at a purchase is never read beside a change of it.
 */
export async function lockCustomers(
  { db, source }: IngestContext,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids.filter((id) => id != null))].sort()
  const found = new Map<string, Known>()
  const note = (rows: Known[]) => rows.forEach((row) => found.set(row.external_id, row))
  const missing = () => wanted.filter((id) => !found.has(id))
  const lock = async (of: string, ids: readonly string[]) => {
    if (ids.length) note(await lockKnown(db, of, ids))
  }
  await lock(OWN_SOURCE, wanted.filter(isOurId))
  await lock(source, missing())
  if (missing().length) note(await addKnown(db, source, missing()))
  // Another batch made them known in between.
  await lock(source, missing())

  const people = new Map<string, Person>()
  for (const [knownAs, row] of found) {
    const isAnothers = row.source !== source || row.merged_into !== null
    const who = row.merged_into === null ? row : await lockMergedInto(row.merged_into)
    people.set(knownAs, { id: who.id, isErased: who.is_erased, isAnothers, isMadeHere: row.source === OWN_SOURCE })
  }
  return people

  async function lockMergedInto(id: number): Promise<Known> {
    const into = await lockRecord(db, id)
    return into.merged_into === null ? into : lockMergedInto(into.merged_into)
  }
}
