import { sql } from 'drizzle-orm'
import { customerOr404, lockCards, type Customer } from '#features/customers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { InPerson } from '#server/person.ts'
import { MERGE_FIELD_NAMES, type MergeField, type Side } from '../rules.ts'

/** A record with what a merge chooses from, in words, and what it adds up. */
export type Half = {
  customer: Customer
  fields: Record<MergeField, string | null>
  adds: Map<string, number>
}

/** A listed customer and what each owner has of them. @throws 404 */
export async function halfOf(people: readonly InPerson[], db: Db, id: number): Promise<Half> {
  const customer = await customerOr404(db, id)
  const fields = Object.fromEntries(MERGE_FIELD_NAMES.map((field) => [field, null])) as Half['fields']
  const adds: Half['adds'] = new Map()
  for (const one of people) {
    const found = await one.compare?.(db, id)
    Object.assign(fields, found?.fields)
    for (const { what, count } of found?.adds ?? []) adds.set(what, count)
  }
  return { customer, fields, adds }
}

/** Holds both until the transaction ends. Whoever tells of one of them holds the row as well. */
export const holdBoth = (tx: Db, one: number, other: number) =>
  tx.execute(sql`select from customers where id = any(${sql.param([one, other])}::bigint[]) order by id for update`)

/**
 * Makes one record of two, in the caller's transaction, which holds both: everything that `lost` bought and did is
 * `kept`'s. Who registered first did; what was reported about `lost` later is taken for `kept`.
 */
export async function mergeRecords(
  { people, env: { zone } }: App,
  tx: Db,
  { kept, lost }: { kept: number; lost: number },
  sideOf: (field: MergeField) => Side,
  by: Actor,
  now: Date,
): Promise<void> {
  await lockCards(tx)
  await tx.execute(sql`select counting()`)
  const merging = { kept, lost, sideOf: (field: string) => sideOf(field as MergeField), by, now, zone }
  for (const one of people) if (!one.isLast) await one.merge?.(tx, merging)
  for (const one of people) if (one.isLast) await one.merge?.(tx, merging)
}
