import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { EXAMPLES } from '../examples-contract.ts'
import { RECORD_TYPES } from '../rules.ts'
import { newKey, sender, type Send } from './test/sender.ts'

let server: TestServer
let send: Send
beforeAll(async () => {
  server = await testServer()
  send = sender(server, (await newKey(server)).secret)
  await server.db.execute(sql`insert into movies (id, name) values ('HO00004711', 'A Tribe Called Judah')`)
})
afterAll(() => server.close())

test.each(RECORD_TYPES)('has a valid example of %s in the API document', async (recordType) => {
  const { status, data } = await send(recordType, [EXAMPLES[recordType]])
  expect([status, data]).toEqual([
    200,
    { accepted: 1, duplicate: 0, pending: 0, quarantined: 0, rejected: 0, lines: [] },
  ])
})

test('stores the payment method, tax, fee and product id of a purchase', async () => {
  const { rows } = await server.db.execute(sql`
    select p.payment_method, p.tax_kobo, p.fee_kobo, p.recorded_at is not null as is_recorded, l.product_id
    from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'concession'`)
  expect(rows).toEqual([
    { payment_method: 'card', tax_kobo: 64_535, fee_kobo: 12_950, is_recorded: true, product_id: 'IT-118' },
  ])
})
