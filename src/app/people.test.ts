/**
 * Of every text and JSON column it is said what becomes of it when somebody is erased: beside its owner's tables, in
 * `holds`. A new column about which nothing is said fails here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsIn, type PersonalColumns } from '#server/person.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const answersOf = ({ erased, redact, redactJson, exported, nonPersonal = {} }: PersonalColumns) => ({
  personal: [...columnsIn(erased), ...columnsIn(redact), ...columnsIn(redactJson), ...columnsIn(exported)],
  nonPersonal: Object.values(nonPersonal).flatMap((columns) => columnsIn(columns)),
})

// ASVS: 14.1.1
test('each column says what becomes of it when a person is erased', async () => {
  // What is worked out from other columns goes with them.
  const { rows } = await server.app.database.pool.query<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'character varying')`)
  const allColumns = server.app.people.flatMap(({ columns }) => Object.entries(columns))
  expect(allColumns.map(([table]) => table).toSorted()).toEqual(
    [...new Set(allColumns.map(([table]) => table))].toSorted(),
  )

  const isHere = ([table]: [string, PersonalColumns]) => !table.includes('.')
  const answers = allColumns.filter(isHere).flatMap(([table, holding]) => {
    const { personal, nonPersonal } = answersOf(holding)
    expect(
      personal.filter((column) => nonPersonal.includes(column)),
      table,
    ).toEqual([])
    return [...new Set([...personal, ...nonPersonal])].map((column) => `${table}.${column}`)
  })
  const columns = rows.map(({ table, column }) => `${table}.${column}`)
  expect(
    columns.filter((column) => !answers.includes(column)),
    'nothing is said of',
  ).toEqual([])
  expect(
    answers.filter((answer) => !columns.includes(answer)),
    'there is no',
  ).toEqual([])

  const json = rows.filter(({ type }) => type.startsWith('json')).map(({ table, column }) => `${table}.${column}`)
  for (const [table, { redact, redactJson }] of allColumns.filter(isHere)) {
    expect(
      columnsIn(redact).filter((column) => json.includes(`${table}.${column}`)),
      table,
    ).toEqual([])
    expect(
      columnsIn(redactJson).filter((column) => !json.includes(`${table}.${column}`)),
      table,
    ).toEqual([])
  }
})
