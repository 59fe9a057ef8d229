import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter, LEKKI } from '#features/concessions/server/test/counter.ts'
import { customers } from '#features/customers/contract.ts'
import { inRoot } from '#server/root.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { importing } from './test/importing.ts'

const FOLDER = inRoot('src/server/sheets/cases')
const fileNamed = (name: string) => readFileSync(path.join(FOLDER, name))

let server: TestServer
let kit: ReturnType<typeof importing>
let leap: number
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example/film' } })
  kit = importing(server)
  await counter(server)
  const { body } = await server.call(customers.add, {
    body: {
      first_name: 'Leap',
      last_name: 'Day',
      email: 'leap.day@mail.example',
      mobile: '0803 111 8888',
      dateOfBirth: '2004-02-29',
    } as never,
  })
  leap = body.data.userId
  await server.db.execute(sql`update customers set card_number = '63910000013793' where id = ${leap}`)
  await server.db.execute(sql`update cinemas set name = 'Marquee Gwarinpa' where id = ${LEKKI}`)
  await server.db.execute(sql`
    insert into movies (id, name) values ('m1', 'Jaws (2D)'), ('m2', 'Crouching Tiger, Hidden Dragon'),
      ('m3', 'The Lord of the Rings: The Fellowship of the Ring')`)
})
afterAll(() => server.close())

/** What each line comes to: its number, and its values or why it is refused. */
async function linesOf(action: string, name: string, how: Record<string, string> = {}) {
  const draft = await kit.draft(action, fileNamed(name), { name, how })
  const { lines, problem } = await kit.preview(draft, { dates: draft.chosen.dates ?? 'dmy' })
  const said = lines.map(({ line, state, message, values }) =>
    state === 'refused' ? `${line} ${message}` : `${line} ${Object.values(values).join(' | ')}`,
  )
  return { draft, lines: said, problem }
}

const CUT = 'Excel has cut off the last digits, format the column as Text and enter them again'
const NO_DAY = 'Date of birth: not a date (DD/MM/YYYY)'
const NO_EMAIL = 'Email: not an email address'

const CUSTOMERS: Record<string, string[]> = {}

test.each(Object.entries(CUSTOMERS))('customers of %s', async (name, lines) => {
  expect((await linesOf('import.customers', name)).lines).toEqual(lines)
})
