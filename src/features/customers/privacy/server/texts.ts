import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { columnsIn, type PersonalColumns, type PersonalData } from '#server/person.ts'
import { lockRunning, noteStep, type Running } from './erasures.ts'
import { arrayOf, orNull, query, text } from '#server/db/query.ts'

/** Rows that one transaction looks at. */
const ROWS = 2000
const AUDIT = 'audit_log'

/** The tables in which people and programs write freely, in the order in which an erasure looks through them. */
export const textTables = (people: readonly PersonalData[]): string[] => [
  ...people.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, { redact, redactJson }]) => (redact || redactJson ? [table] : [])),
  ),
  AUDIT,
]

/**
 * Takes a person out of the next rows of an erasure, in the caller's transaction, and notes how far it is.
 * @returns whether there is more to do here
 */
export async function eraseNext(tx: Db, people: readonly PersonalData[], id: number): Promise<boolean> {
  const erasure = await lockRunning(tx, id)
  if (!erasure) return false
  const [table = '', ...others] = erasure.remainingTables
  const key = await keyOf(tx, table)
  const last = key?.length ? await lastOf(tx, table, key, erasure.lastKey) : undefined
  if (key) {
    const behind = erasure.lastKey ? sql`${columnsOf(key)} > ${valueOf(key, erasure.lastKey)}` : sql`true`
    const rows = last ? sql`${behind} and ${columnsOf(key)} <= ${valueOf(key, last)}` : behind
    if (table === AUDIT) await freeAudit(tx, erasure, last)
    else for (const { columns } of people) if (columns[table]) await freeRows(tx, table, columns[table], erasure, rows)
  }
  const left = last ? erasure.remainingTables : others
  await noteStep(tx, id, left, last ?? null)
  return left.length > 0
}

type Key = { name: string; type: string }[]
const columnsOf = (key: Key) => sql.raw(`(${key.map(({ name }) => name).join(', ')})`)
const valueOf = (key: Key, values: readonly string[]) =>
  sql`(${sql.join(
    key.map(({ type }, n) => sql`${values[n]}::${sql.raw(type)}`),
    sql`, `,
  )})`

/**
 * The columns of a table's primary key. Of the queue's table, which is kept for a week, there are none: it is looked at at
 * once. Undefined where there is no such table, as of the queue before it ever ran.
 */
async function keyOf(tx: Db, table: string): Promise<Key | undefined> {
  const there = await query(tx, { name: orNull(text) })`select to_regclass(${table})::text as name`
  if (!there.rows[0]!.name) return
  const { rows } = await query(tx, { name: text, type: text })`
    select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey::int[]) with ordinality k(attnum, n)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = to_regclass(${table}) and i.indisprimary
    order by k.n`
  return rows
}

/** The key of the last of the next rows; undefined when these are all that there are. */
async function lastOf(tx: Db, table: string, key: Key, lastKey: string[] | null): Promise<string[] | undefined> {
  const texts = sql.raw(key.map(({ name }) => `${name}::text`).join(', '))
  const { rows } = await query(tx, { last: arrayOf(text) })`
    select array[${texts}] as last from ${sql.raw(table)}
    where ${lastKey ? sql`${columnsOf(key)} > ${valueOf(key, lastKey)}` : sql`true`}
    order by ${sql.raw(key.map(({ name }) => name).join(', '))} offset ${ROWS - 1} limit 1`
  return rows[0]?.last
}

/** Takes the person out of what was written freely in some rows. */
async function freeRows(
  tx: Db,
  table: string,
  { redact, redactJson }: PersonalColumns,
  { searchTerms }: Running,
  rows: SQL,
) {
  const [texts, json] = [redact, redactJson].map((names) => columnsIn(names).map((name) => sql.raw(name))) as [
    SQL[],
    SQL[],
  ]
  const patterns = listOf(searchTerms!.anywhere, 'text')
  const changes = [
    ...texts.map((name) => sql`${name} = redact(${name}, ${patterns})`),
    ...json.map((name) => sql`${name} = redact(${name}, ${patterns}, '{}')`),
  ]
  await tx.execute(sql`
    update ${sql.raw(table)} set ${sql.join(changes, sql`, `)}
    where ${rows}
      and lower(concat_ws(' ', ${sql.join([...texts, ...json], sql`, `)})) like any(${listOf(searchTerms!.needles, 'text')})`)
}

const LAST_ID = '9223372036854775807'

const freeAudit = (tx: Db, { searchTerms, lastKey }: Running, last: string[] | undefined) =>
  tx.execute(sql`
    select redact_audit_texts(${lastKey?.[0] ?? '0'}, ${last?.[0] ?? LAST_ID}, ${listOf(searchTerms!.anywhere, 'text')},
      ${listOf(searchTerms!.needles, 'text')})`)
