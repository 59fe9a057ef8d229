import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import { bool, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

/** Customers as programs tell of them: each by its source and its id there. */
export const knownRow = { id: number, source: text, external_id: text, merged_into: orNull(number), is_erased: bool }
export type Known = RowOf<typeof knownRow>

const columns = sql.raw('id, source, external_id, merged_into, erased_at is not null as is_erased')

/** Those that are known, locked in the order in which they became known, until the transaction ends. */
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

/** Makes them known by the id alone. @returns those that were not */
export async function addKnown(tx: Db, source: string, ids: readonly string[]): Promise<Known[]> {
  const { rows } = await query(tx, knownRow)`
    insert into customers (source, external_id) select ${source}, x from unnest(${listOf(ids, 'text')}) x
    on conflict (source, external_id) do nothing returning ${columns}`
  return rows
}

/** Until when something was reported about customers, in milliseconds. */
export async function reportedUntil(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await query(db, { id: number, reported: orNull(number) })`
    select id, (extract(epoch from reported_at) * 1000)::float8 as reported from customers
    where id = any(${listOf(ids, 'bigint')})`
  return new Map(rows.map((row) => [row.id, row.reported]))
}

/** Which listed customers have these card numbers. */
export async function cardHolders(db: Db, numbers: readonly string[]): Promise<{ id: number; card_number: string }[]> {
  const { rows } = await query(db, { id: number, card_number: present(text) })`
    select id, card_number from customers where is_listed and card_number = any(${listOf(numbers, 'text')})`
  return rows
}

/** Takes card numbers from those who have them, so that others can have them now. */
export const takeCardsBack = (tx: Db, numbers: readonly string[]) =>
  tx.execute(sql`
    update customers set card_number = null
    where is_listed and card_number = any(${listOf(numbers, 'text')})`)

/** Fields that stay as they are when they are left out. */
export const REPORTED_FIELDS = ['gender', 'card_number', 'default_cinema_id', 'trailers_watched'] as const

type ReportedCustomer = {
  id: number
  reported_at: string
  /** The record was reported as another's, whose registration stands. */
  is_anothers: boolean
  /** Made here: who they are stays as staff said. */
  is_own: boolean
  /** Which of the fields that may be left out were reported. */
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

/** When and where somebody registered is reported by lines that bear their own id. */
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
