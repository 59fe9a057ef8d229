import { globSync } from 'node:fs'
import path from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const files = globSync('src/{server/**,features/*/*/server}/tables.ts')
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(path.resolve(file))))
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable))
const ofSql = modules.flatMap(({ SQL_TABLES = [] }) => SQL_TABLES as string[])

/** Tables of the query builder match the migrations; for other tables only the owner is declared. */
test('each table of the database has one owner, and matches its declaration in code', async () => {
  const found = await server.app.database.pool.query<{
    table_name: string
    column_name: string
    type: string
    nullable: boolean
  }>(`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
  const names = [...tables.map((table) => getTableName(table)), ...ofSql]
  expect(names.toSorted()).toEqual([...new Set(found.rows.map((row) => row.table_name))].toSorted())
  for (const table of tables) {
    const name = getTableName(table)
    const inCode = Object.values(getTableColumns(table)).map((column) => ({
      column_name: column.name,
      type: column.getSQLType(),
      nullable: !column.notNull,
    }))
    const inDatabase = found.rows.filter((row) => row.table_name === name).map(({ table_name: _, ...column }) => column)
    const byName = (one: { column_name: string }, other: { column_name: string }) =>
      one.column_name.localeCompare(other.column_name)
    expect(inCode.toSorted(byName), name).toEqual(inDatabase.toSorted(byName))
  }
})
