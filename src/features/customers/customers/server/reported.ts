import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { bool, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

/** Upserts customers from the feed, keyed by source and external id. */
export const knownRow = { id: number, source: text, external_id: text, merged_into: orNull(number), is_erased: bool }
export type Known = RowOf<typeof knownRow>

const columns = sql.raw('id, source, external_id, merged_into, erased_at is not null as is_erased')

/** Finds and locks known customers in the order of their ids, until the transaction ends. */
export async function lockKnown(tx: Db, source: string, ids: readonly string[]): Promise<Known[]> {
  const { rows } = await query(tx, knownRow)`
    select ${columns} from customers where source = ${source} and external_id = any(${listOf(ids, 'text')})
    order by id for no key update`
  return rows
}

export async function lockRecord(tx: Db, id: number): Promise<Known> {
  const { rows } = await query(tx, knownRow)`select ${columns} from customers where id = ${id} for no key update`
  return rows[0]!
}

/** Adds customers by id only. @returns those that were unknown */
export async function addKnown(tx: Db, source: string, ids: readonly string[]): Promise<Known[]> {
  const { rows } = await query(tx, knownRow)`
    insert into customers (source, external_id) select ${source}, x from unnest(${listOf(ids, 'text')}) x
    on conflict (source, external_id) do nothing returning ${columns}`
  return rows
}

/** Returns the time of the latest report per customer, in milliseconds. */
export async function reportedUntil(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await query(db, { id: number, reported: orNull(number) })`
    select id, (extract(epoch from reported_at) * 1000)::float8 as reported from customers
    where id = any(${listOf(ids, 'bigint')})`
  return new Map(rows.map((row) => [row.id, row.reported]))
}

/** Finds listed customers with these card numbers. */
export async function cardHolders(db: Db, numbers: readonly string[]): Promise<{ id: number; card_number: string }[]> {
  const { rows } = await query(db, { id: number, card_number: present(text) })`
    select id, card_number from customers where is_listed and card_number = any(${listOf(numbers, 'text')})`
  return rows
}

/** Removes card numbers from their holders, so that other customers can get them. */
export const takeCardsBack = (tx: Db, numbers: readonly string[]) =>
  tx.execute(sql`
    update customers set card_number = null
    where is_listed and card_number = any(${listOf(numbers, 'text')})`)

/** Fields that stay unchanged when a report omits them. */
export const REPORTED_FIELDS = ['gender', 'card_number', 'default_cinema_id', 'trailers_watched'] as const

type ReportedCustomer = {
  id: number
  reported_at: string
  /** Reported under the id of a merged customer. The registration stays. */
  is_anothers: boolean
  /** Created by Marquee, so the identity stays as staff entered it. */
  is_own: boolean
  /** Optional fields that were reported. */
  reported: readonly (typeof REPORTED_FIELDS)[number][]
}

const identity = sql.join(
  ['first_name', 'last_name', 'email', 'phone', 'birth_date'].map((field) =>
    sql.raw(`${field} = case when x.is_own then c.${field} else x.${field} end`),
  ),
  sql`, `,
)
const fieldsNow = sql.join(
  REPORTED_FIELDS.map((field) =>
    sql.raw(`${field} = case when '${field}' = any(x.reported) then x.${field} else c.${field} end`),
  ),
  sql`, `,
)
const keepsRegistration = sql.raw('x.is_anothers and c.registered_at is not null')

/** Updates customers from reports. Registration comes only with records that have the customer's own id. */
export const updateReported = (tx: Db, changes: readonly ReportedCustomer[], zone: string) =>
  tx.execute(sql`
    update customers c set
      ${identity},
      reported_at = x.reported_at, version = c.version + case when c.reported_at is null then 0 else 1 end, ${fieldsNow},
      channel = case when ${keepsRegistration} then c.channel else x.channel end,
      registered_at = case when ${keepsRegistration} then c.registered_at else x.registered_at end,
      registered_on = case when ${keepsRegistration} then c.registered_on
        else (x.registered_at at time zone ${zone})::date end
    from ${rowsOf(
      changes,
      `id bigint, first_name text, last_name text, email text, phone text, birth_date date, channel text,
       reported_at timestamptz, registered_at timestamptz, is_anothers boolean, is_own boolean, reported text[], gender text, card_number text,
       default_cinema_id text, trailers_watched integer`,
    )}
    where c.id = x.id`)
