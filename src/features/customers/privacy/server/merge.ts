import { sql } from 'drizzle-orm'
import { customerOr404, lockCards, type Customer } from '#features/customers/customers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, Refusal } from '#server/http/problem.ts'
import type { PersonalData } from '#server/person.ts'
import { MERGE_FIELD_NAMES, messages, UNDO_HOURS, type MergeField, type Side } from '../rules.ts'
import { json, number, query, text, type RowOf } from '#server/db/query.ts'

/** A record with what a merge chooses from, in words, and what it adds up. */
export type Half = {
  customer: Customer
  fields: Record<MergeField, string | null>
  adds: Map<string, number>
}

/** A listed customer and what each owner has of them. @throws 404 */
export async function halfOf(people: readonly PersonalData[], db: Db, id: number): Promise<Half> {
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
export const lockBoth = (tx: Db, one: number, other: number) =>
  tx.execute(sql`select from customers where id = any(${sql.param([one, other])}::bigint[]) order by id for update`)

/**
 * Makes one record of two, in the caller's transaction, which holds both: everything that `merged` bought and did is
 * `kept`'s. Who registered first did; what was reported about `merged` later is taken for `kept`.
 */
export async function mergeRecords(
  { people, env: { dayZone: zone } }: App,
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  sideOf: (field: MergeField) => Side,
  by: Actor,
  now: Date,
): Promise<void> {
  await lockCards(tx)
  await tx.execute(sql`select counting()`)
  const merging = {
    survivor,
    merged,
    sideOf: (field: string) => sideOf(field as MergeField),
    by,
    now,
    zone,
  }
  const changes: Record<string, unknown> = {}
  for (const one of inMergeOrder(people)) if (one.merge) changes[nameOf(one)] = (await one.merge(tx, merging)) ?? null
  await tx.execute(sql`
    insert into customer_merges (merged_id, survivor_id, at, actor, changes)
    values (${merged}, ${survivor}, ${now.toISOString()}, ${by.name}, ${JSON.stringify(changes)}::jsonb)`)
}

/** The records themselves come last. */
const inMergeOrder = (people: readonly PersonalData[]) => [
  ...people.filter((one) => !one.isLast),
  ...people.filter((one) => one.isLast),
]
/** What an owner's part is kept under: the first of its tables. */
const nameOf = ({ columns }: PersonalData) => Object.keys(columns)[0]!

/** Since when a merge can be undone. */
const earliest = (now: Date) => new Date(now.getTime() - UNDO_HOURS * 3_600_000).toISOString()

const mergeRow = { merged: number, at: text, by: text, changes: json<Record<string, unknown>>() }
type Merge = RowOf<typeof mergeRow>

/** The merges into a customer that can be undone, the newest first. */
export async function mergesInto(db: Db, survivor: number, now: Date): Promise<Merge[]> {
  const { rows } = await query(db, mergeRow)`
    select merged_id as merged, at, actor as by, changes from customer_merges
    where survivor_id = ${survivor} and at > ${earliest(now)} order by at desc, merged_id desc`
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/**
 * Makes two records of one again, in the caller's transaction, which holds both. Of several merges the newest is undone
 * first, so that each finds what it left.
 * @returns what stays with the one that was kept, in words @throws 404, 409
 */
export async function undoMerge(
  { people, env: { dayZone: zone } }: App,
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  by: Actor,
  now: Date,
): Promise<string[]> {
  const merges = await mergesInto(tx, survivor, now)
  const merge = merges.find((one) => one.merged === merged)
  if (!merge) throw new Refusal(404, messages.noMerge)
  if (merges[0] !== merge) throw conflict(messages.newerMerge(merges[0]!.merged))
  await lockCards(tx)
  await tx.execute(sql`select counting()`)
  const stays: string[] = []
  for (const one of inMergeOrder(people).toReversed())
    if (one.unmerge && nameOf(one) in merge.changes)
      stays.push(
        ...((await one.unmerge(tx, { survivor, merged, by, now, zone, changes: merge.changes[nameOf(one)] })) ?? []),
      )
  await tx.execute(sql`delete from customer_merges where merged_id = ${merged}`)
  return stays
}
