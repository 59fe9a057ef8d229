/** What cannot be right of a person is refused or held by the form, the import and the feed alike. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkActions } from '#features/lists/bulk-actions/contract.ts'
import { imports } from '#features/lists/bulk-actions/import-contract.ts'
import { work } from '#features/lists/bulk-actions/server/work.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { newKey, sender, type Send } from '#features/operations/feed/server/test/sender.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

let server: TestServer
let ingest: Send
beforeAll(async () => {
  server = await testServer({ env: { BUSINESS_DAY_ENDS: '04:00' } })
  ingest = sender(server, (await newKey(server)).secret)
})
afterAll(() => server.close())

type Person = { email: string; phone: string; born: string }
let people = 0
const RIGHT = { phone: '0803 123 4567', born: '1990-05-24' }

async function byForm({ email, phone, born }: Person) {
  const body = { first_name: 'Ada', last_name: 'Obi', email, mobile: phone, dateOfBirth: born }
  return (await server.call(customers.add, { body })).status < 300
}

async function byImport({ email, phone, born }: Person) {
  const file = `First name,Last name,Email,Phone,Date of birth\nAda,Obi,"${email}","${phone}",${born}`
  const fields = { action: 'import.customers' }
  const uploaded = await server.upload(imports.upload, { file: Buffer.from(file), name: 'list.csv', fields })
  const { id, chosen } = uploaded.body.data
  await server.call(imports.check, { params: { id }, body: chosen })
  while (await work(server.app, id, 20_000));
  return (await server.call(bulkActions.fetch, { params: { id } })).body.data.rows.rejected === 0
}

async function byFeed({ email, phone, born }: Person) {
  const line = {
    id: `p${people}`,
    first_name: 'Ada',
    email,
    phone,
    birth_date: born,
    registered_at: '2026-03-02T09:00:00Z',
  }
  return (await ingest('customers', [line])).data.accepted === 1
}

async function bySale({ email, phone }: Person) {
  const line = { id: `s${people}`, at: '2026-11-20T18:00:00Z', email, phone, lines: [{ kind: 'ticket', amount: 3000 }] }
  return (await ingest('purchases', [line])).data.quarantined === 0
}

// The test's now is 2026-11-21T09:00Z.
test.each<[Partial<Person>, isRight: boolean]>([
  [{}, true],
  [{ email: "d'arcy+tag@mail.example" }, true],
  [{ email: 'ünï@kọ́lá.example' }, true],
  [{ email: 'ada@x..example' }, false],
  [{ email: 'dot.@mail.example' }, false],
  [{ email: 'trail@mail.example.' }, false],
  [{ email: 'leap.day@mail.ex_ample' }, false],
  [{ email: 'ada@mail,example' }, false],
  [{ phone: '+44 20 7946 0958' }, true],
  [{ phone: '0201 234 5678' }, true],
  [{ phone: '+234 803 222 33490' }, false],
  [{ phone: '0803 222 334' }, false],
  [{ phone: '0803 111 9999 ext 5' }, false],
  [{ born: '2026-11-21' }, true],
  [{ born: '2026-11-22' }, false],
  [{ born: '2030-01-01' }, false],
  [{ born: '1899-12-31' }, false],
])('of a person %j is right: %s', async (more, isRight) => {
  const person = { ...RIGHT, email: `p${++people}@mail.example`, ...more }
  // Two customers of the feed may have one email.
  expect(await byImport(person)).toBe(isRight)
  expect(await byForm(person)).toBe(isRight)
  expect(await byFeed(person)).toBe(isRight)
  // A sale says no birth.
  expect(await bySale(person)).toBe(isRight || more.born !== undefined)
})

test('the day of a birth is that of the chain’s calendar, while a business day goes on', async () => {
  // 00:30 of the 22nd in Lagos.
  server.clock.set('2026-11-21T23:30:00Z')
  const person = { ...RIGHT, email: `p${++people}@mail.example`, born: '2026-11-22' }
  expect([await byForm(person), await byFeed(person)]).toEqual([true, true])
})
