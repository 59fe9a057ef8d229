/**
 * Cinemas of the rows of each table, stated once by each feature in its `server/policy.ts`. Row-level security shows
 * staff with cinema roles only these rows (scoped.ts). A record belongs to the cinemas of its rows: writes need the
 * permission there (http/scope.ts), and its audit log entries are visible there.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { present, query, text } from './query.ts'
import { SCOPED_ROLE } from './scoped.ts'

export type Rows =
  /** Visible for every cinema. */
  | 'shared'
  /** Belongs to the cinema `cinema_id`. */
  | 'cinema'
  /** Belongs to the customer in this column. */
  | { customer: string }
  /** Belongs to the row of another table whose `key` (default `id`) equals the column `by`. */
  | { of: string; by: string; key?: string }
  /** Visible under a condition unrelated to the cinemas of a record. */
  | { where: string }

/** Rows of a kind of record: those with its ID in `key` (default `id`). */
type RecordKind = {
  table: string
  key?: string
  /** Type of the ID; default: a number. */
  id?: 'uuid' | 'email'
  /** `all`: a change needs the permission at all of its cinemas instead of one. */
  needs?: 'all'
}
type CinemasOf = (db: Db, id: string) => Promise<readonly string[]>

/** Visible rows of a feature's tables, by table. A table without an entry is invisible. */
export type Policy = {
  rows?: Readonly<Record<string, Rows>>
  /** Further statements: the views and columns that the role can read. */
  grants?: readonly string[]
  /** Kinds of records with cinemas, by their names in the audit log and in `about`, and how to find these cinemas. */
  records?: Readonly<Record<string, RecordKind | CinemasOf>>
}

export type Policies = { rows: Record<string, Rows>; grants: string[]; records: Record<string, RecordKind | CinemasOf> }

export const joinPolicies = (all: readonly Policy[]): Policies => ({
  rows: Object.assign({}, ...all.map(({ rows }) => rows)) as Policies['rows'],
  grants: all.flatMap(({ grants = [] }) => grants),
  records: Object.assign({}, ...all.map(({ records }) => records)) as Policies['records'],
})

const cinemasOfCustomer = (by: string) => ({ of: 'customer_cinemas', by, key: 'customer_id' })

function conditionOf(table: string, rows: Rows): string {
  if (rows === 'shared') return 'true'
  if (rows === 'cinema') return 'cinema_id = any ((select scoped_cinemas())::text[])'
  if ('where' in rows) return rows.where
  if ('customer' in rows)
    return `(select customers_are_shared()) or ${conditionOf(table, cinemasOfCustomer(rows.customer))}`
  const { of, by, key = 'id' } = rows
  return `exists (select from ${of} x where x.${key} = ${table}.${by})`
}

/** Returns the statements that restrict the role of staff with cinema roles. */
export const securityOf = ({ rows, grants }: Policies): string =>
  [
    ...Object.entries(rows).map(([table, of]) => {
      const name = of === 'shared' ? 'of_every_cinema' : 'of_cinema'
      return `create policy ${name} on ${table} for select to ${SCOPED_ROLE} using (${conditionOf(table, of)})`
    }),
    ...grants,
  ].join(';\n')

/** Returns a query of `cinema_id` for rows of a table. */
function cinemasIn(rows: Policies['rows'], table: string, those: SQL): SQL {
  const named = sql.identifier(table)
  const of = rows[table]
  if (of === 'cinema') return sql`select cinema_id from ${named} where ${those}`
  if (typeof of !== 'object' || 'where' in of) throw new Error(`Rows of ${table} belong to no cinema`)
  const { of: other, by, key = 'id' } = 'customer' in of ? cinemasOfCustomer(of.customer) : of
  return cinemasIn(
    rows,
    other,
    sql`${sql.identifier(key)} in (select ${sql.identifier(by)} from ${named} where ${those})`,
  )
}

/** Formats of IDs. A text of another format is in no table. */
const IDS = {
  number: { is: /^\d{1,15}$/, value: (id: string) => sql`${id}::bigint` },
  uuid: { is: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, value: (id: string) => sql`${id}::uuid` },
  email: { is: /@/, value: (id: string) => sql`lower(${id})` },
}

/** Returns the cinemas of a record; none for a record of the chain or an unknown one. */
export async function cinemasOf(
  { rows, records }: Policies,
  db: Db,
  kind: string,
  id: string | number,
): Promise<readonly string[]> {
  const record = records[kind]
  const given = String(id)
  if (!record) return []
  if (typeof record === 'function') return record(db, given)
  const { table, key = 'id', id: type = 'number' } = record
  if (!IDS[type].is.test(given)) return []
  const those = cinemasIn(rows, table, sql`${sql.identifier(key)} = ${IDS[type].value(given)}`)
  const found = await query(db, { cinema_id: present(text) })`
    select distinct cinema_id from (${those}) c where cinema_id is not null order by cinema_id`
  return found.rows.map((row) => row.cinema_id)
}

/** Returns whether the permission at some cinemas is enough for a record of these cinemas. */
export const isEnough = ({ records }: Policies, kind: string, cinemas: readonly string[], scope: readonly string[]) => {
  const record = records[kind]
  return typeof record === 'object' && record.needs === 'all'
    ? cinemas.length > 0 && cinemas.every((id) => scope.includes(id))
    : cinemas.some((id) => scope.includes(id))
}
