/**
 * Which rows of which table are of which cinema: each feature says it once, in its `server/policy.ts`. Two things follow.
 * People whose role is for some cinemas see these rows alone (row-level security, scoped.ts); and a record is of the
 * cinemas of its rows: its writes take the right to them (http/scope.ts), and its audit lines are shown there.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { present, query, text } from './query.ts'
import { SCOPED_ROLE } from './scoped.ts'

export type Rows =
  /** Every cinema's. */
  | 'shared'
  /** Of the cinema `cinema_id`. */
  | 'cinema'
  /** Of the customer whose id is in this column. */
  | { customer: string }
  /** Of the row of another table whose `key` (`id`) is this one's `by`. */
  | { of: string; by: string; key?: string }
  /** Seen under a condition that says nothing of a record's cinemas. */
  | { where: string }

/** The rows of a kind of record: those that have its id in `key` (`id`). */
type RecordKind = {
  table: string
  key?: string
  /** What its id is; a number where it is left out. */
  id?: 'uuid' | 'email'
  /** Changing it takes the right to all of its cinemas, not to one of them. */
  needs?: 'all'
}
type CinemasOf = (db: Db, id: string) => Promise<readonly string[]>

/** What is seen of a feature's tables, by their names; of a table that nobody names, nothing is. */
export type Policy = {
  rows?: Readonly<Record<string, Rows>>
  /** Statements besides: what the role may read of views and of columns. */
  grants?: readonly string[]
  /** By their kind, as the audit log and `about` name it: records that are of cinemas, and how to find these. */
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

/** Statements that bind the role of those who see some cinemas. */
export const securityOf = ({ rows, grants }: Policies): string =>
  [
    ...Object.entries(rows).map(([table, of]) => {
      const name = of === 'shared' ? 'of_every_cinema' : 'of_cinema'
      return `create policy ${name} on ${table} for select to ${SCOPED_ROLE} using (${conditionOf(table, of)})`
    }),
    ...grants,
  ].join(';\n')

/** The cinemas of the rows of a table, as a query of `cinema_id`. */
function cinemasIn(rows: Policies['rows'], table: string, those: SQL): SQL {
  const named = sql.identifier(table)
  const of = rows[table]
  if (of === 'cinema') return sql`select cinema_id from ${named} where ${those}`
  if (typeof of !== 'object' || 'where' in of) throw new Error(`Rows of ${table} are of no cinema`)
  const { of: other, by, key = 'id' } = 'customer' in of ? cinemasOfCustomer(of.customer) : of
  return cinemasIn(
    rows,
    other,
    sql`${sql.identifier(key)} in (select ${sql.identifier(by)} from ${named} where ${those})`,
  )
}

/** What is no id of its kind is in no table. */
const IDS = {
  number: { is: /^\d{1,15}$/, value: (id: string) => sql`${id}::bigint` },
  uuid: { is: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, value: (id: string) => sql`${id}::uuid` },
  email: { is: /@/, value: (id: string) => sql`lower(${id})` },
}

/** The cinemas of a record; none of what is the chain's, and of none that is there. */
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

/** Whether the right at some cinemas is enough for a record of these. */
export const isEnough = ({ records }: Policies, kind: string, cinemas: readonly string[], scope: readonly string[]) => {
  const record = records[kind]
  return typeof record === 'object' && record.needs === 'all'
    ? cinemas.length > 0 && cinemas.every((id) => scope.includes(id))
    : cinemas.some((id) => scope.includes(id))
}
