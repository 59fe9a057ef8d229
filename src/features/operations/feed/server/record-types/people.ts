import { addKnown, lockKnown, lockRecord, type Known } from '#features/customers/customers/server/public.ts'
import { isOurId, OWN_SOURCE } from '#features/sales/trade/rules.ts'
import type { IngestContext } from './ingest-context.ts'

/** Customer that a record refers to. */
export type Person = {
  id: number
  /** The customer's data was erased: new records are stored without it. */
  isErased: boolean
  /** The record refers to an id that was merged into this customer, or to a customer created in Marquee. */
  isAnothers: boolean
  /** The customer was created in Marquee, so only staff can change the identity. */
  isMadeHere: boolean
}

/**
 * Finds or creates the customers of these ids, follows merges, and resolves `marquee:…` to customers created in
 * Marquee. Locks the rows by time of creation until the transaction ends. Otherwise a purchase could be marked for a
 * subscriber while the subscription changes.
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
  // Another batch may have created the rest in between.
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
