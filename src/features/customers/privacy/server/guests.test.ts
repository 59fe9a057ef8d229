import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { addCinema, newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { guestId } from '#server/person.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { unzipped } from '#server/test/unzip.ts'
import { privacy } from '../contract.ts'
import { messages } from '../rules.ts'
import { foundAnywhere } from './test/person.ts'

const EMAIL = 'Walburga.U@walburga.example'
const TRACES = /walburga|wuxianne|8091112223|809 111 2223/i

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  await addCinema(server)
  shop = await newShop(server)
  await sell('g-1', EMAIL, 'Walburga Wuxianne')
  await sell('g-2', EMAIL.toLowerCase(), 'Walburga Wuxianne')
  await shop.sendAll('reviews', [
    { id: 'g-v', movie_id: 'HO0001', at: AT, name: 'Walburga Wuxianne', liked: true, review: 'Walburga loved it' },
  ])
  await shop.sendAll('errors', [{ id: 'g-e', at: AT, message: `Mail to ${EMAIL} bounced` }])
  await server.db.execute(sql`
    insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, message)
    values (${AT}, 'embedded', 'g-1', ${EMAIL}, 350000, 'TICKET', 'failed', ${`${EMAIL} has no funds`})`)
})
afterAll(() => server.close())

const AT = '2026-11-10T10:00:00Z'
const sell = (id: string, email: string, name: string, phone = '0809 111 2223') =>
  shop.sendAll('purchases', [
    { id, at: AT, channel: 'web', name, email, phone, lines: [{ kind: 'concession', amount: 1500 }] },
  ])
const params = { email: EMAIL }
const notes = async (of = EMAIL) => {
  const { body } = await server.call(customers.guestTimeline, { params: { email: of }, query: { kinds: 'note' } })
  return body.data.events.map(({ title }) => title)
}
const overview = (of = EMAIL) => server.call(privacy.guestErasure, { params: { email: of } })
const erase = (body: object, of = EMAIL) => server.call(privacy.eraseGuest, { params: { email: of }, body })
const right = { confirmation: EMAIL, reason: 'Asked by letter' }

describe('notes about a guest', () => {
  let noteId = 0

  test('are added, changed, deleted and restored as about a customer, and are in the timeline', async () => {
    const added = await server.call(customers.addGuestNote, {
      params,
      body: { text: 'Walburga likes row C' },
      as: 'admin',
    })
    expect(added.status).toBe(201)
    noteId = added.body.data.noteId
    expect(await notes()).toEqual(['Walburga likes row C'])
    const change = { params: { ...params, noteId }, body: { text: 'Walburga likes row D', version: 1 } }
    expect((await server.call(customers.editGuestNote, change)).status).toBe(403)
    expect((await server.call(customers.editGuestNote, { ...change, as: 'admin' })).body.data.version).toBe(2)
    expect((await server.call(customers.editGuestNote, { ...change, as: 'admin' })).status).toBe(409)
    expect((await server.call(customers.removeGuestNote, { params: { ...params, noteId } })).status).toBe(200)
    expect(await notes()).toEqual([])
    expect((await server.call(customers.restoreGuestNote, { params: { ...params, noteId } })).status).toBe(200)
    expect(await notes()).toEqual(['Walburga likes row D'])
    const { rows } = await server.db.execute(sql`
      select entity, entity_id from audit_log where action like 'customers.%GuestNote' group by 1, 2`)
    expect(rows).toEqual([{ entity: 'guest', entity_id: guestId(EMAIL) }])
  })

  test('are of that guest alone, and of one who is there', async () => {
    await sell('other', 'other@mail.example', 'Other Guest', '0803 000 0009')
    const other = { email: 'other@mail.example', noteId }
    expect((await server.call(customers.removeGuestNote, { params: other })).status).toBe(404)
    expect(await notes(other.email)).toEqual([])
    const unknown = { params: { email: 'nobody@mail.example' }, body: { text: 'Nobody' } }
    const { status, problem } = await server.call(customers.addGuestNote, unknown)
    expect([status, problem.message]).toEqual([404, 'Guest not found'])
    const empty = await server.call(customers.addGuestNote, { params, body: { text: ' ' } })
    expect([empty.status, empty.problem.errors?.[0]?.field]).toEqual([422, 'text'])
    expect((await server.call(customers.addGuestNote, { params, body: { text: 'x' }, as: 'powerless' })).status).toBe(
      403,
    )
  })
})

test('a guest is exported as a customer is', async () => {
  const answer = await server.inject({
    method: 'GET',
    url: addressOf(privacy.exportGuest, { email: EMAIL }),
    headers: { authorization: `Bearer ${await server.token('superadmin')}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="guest-${guestId(EMAIL)}-2026-11-21.zip"`)
  const data = JSON.parse(unzipped(answer.rawPayload).get('data.json')!) as Record<string, unknown[]>
  expect(data).toMatchObject({
    identity: [],
    purchases: [{ purchase: 'g-1', as_guest: true }, { purchase: 'g-2' }],
    notes: [{ text: 'Walburga likes row D' }],
    payment_logs: [{ reference: 'g-1', naira: 3500 }],
    reviews: [{ review: 'Walburga loved it' }],
  })
  expect(data.audit_log!.length).toBeGreaterThan(0)
  const unknown = await server.call(privacy.exportGuest, { params: { email: 'nobody@mail.example' } })
  expect([unknown.status, unknown.problem.message]).toEqual([404, 'Guest not found'])
})

describe('erasing a guest', () => {
  test('is for superadmins alone, with the address typed and a reason', async () => {
    for (const endpoint of [privacy.exportGuest, privacy.guestErasure, privacy.eraseGuest])
      expect(
        (await server.call(endpoint as typeof privacy.eraseGuest, { params, body: right, as: 'admin' })).status,
      ).toBe(403)
    const wrong = await erase({ ...right, confirmation: 'Walburga Wuxianne' })
    expect(wrong.problem.errors).toEqual([{ field: 'confirmation', message: 'Type the email of the guest' }])
    expect((await erase({ confirmation: EMAIL })).problem.errors).toEqual([
      { field: 'reason', message: 'Enter a reason' },
    ])
    const { goes, keeps, name, customerId } = (await overview()).body.data
    expect([name, customerId]).toEqual(['Walburga Wuxianne', null])
    const counts = Object.fromEntries([...goes, ...keeps].map(({ what, count }) => [what, count]))
    expect(counts).toMatchObject({
      'Name, email and phone on purchases': 2,
      'Notes that staff wrote': 1,
      'Name on reviews': 1,
      'Payments by card: amount and outcome': 1,
    })
  })

  test('leaves nothing of the guest, and every sum as it was', async () => {
    const sums = () => server.db.execute(sql`select * from sales_days order by day, channel, kind`)
    const before = (await sums()).rows
    const { status, body } = await erase(right)
    expect([status, body.message]).toEqual([200, messages.guestErased])
    expect((await server.call(customers.guestBookings, { params })).body.data.totalCount).toBe(0)
    expect((await overview()).body.data.erasure).toMatchObject({ running: { done: 0 } })
    expect((await erase(right)).problem.message).toBe(messages.guestErasing)
    await server.runJobs()
    expect(await foundAnywhere(server, TRACES)).toEqual([])
    expect((await sums()).rows).toEqual(before)
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
    expect((await overview()).body.data).toMatchObject({
      goes: [],
      erasure: { actor: 'superadmin Tester', reason: 'Asked by letter', running: null },
    })
    expect((await erase(right)).status).toBe(404)
    const { rows } = await server.db.execute(sql`
      select summary, entity_id from audit_log where action = 'privacy.eraseGuest'`)
    expect(rows).toEqual([{ summary: 'Erased a guest', entity_id: guestId(EMAIL) }])
  })

  test('who buys again is a guest again', async () => {
    await sell('g-3', EMAIL, 'Walburga Wuxianne')
    expect((await overview()).body.data).toMatchObject({ name: 'Walburga Wuxianne', erasure: null })
    expect((await erase(right)).status).toBe(200)
    await server.runJobs()
    expect(await foundAnywhere(server, TRACES)).toEqual([])
  })
})

test('a guest with a customer’s address is that customer, whose erasure covers both', async () => {
  const email = 'both@ermengarde.example'
  await sell('b-1', email, 'Ermengarde Both')
  await server.call(customers.addGuestNote, { params: { email }, body: { text: 'Ermengarde before she signed up' } })
  await shop.sendAll('customers', [{ id: 'both', first_name: 'Ermengarde', email, registered_at: AT }])
  const id = await shop.idOf('both')
  expect((await overview(email)).body.data).toMatchObject({ customerId: id, erasure: null })
  const answers = [
    await erase({ confirmation: email, reason: 'Asked' }, email),
    await server.call(privacy.exportGuest, { params: { email } }),
  ]
  for (const { status, problem } of answers) expect([status, problem.message]).toEqual([409, messages.isCustomer(id)])
  const seen = await server.call(customers.timeline, { params: { id }, query: { kinds: 'note' } })
  expect(seen.body.data.events.map(({ title }) => title)).toEqual(['Ermengarde before she signed up'])
  await server.call(privacy.erase, { params: { id }, body: { confirmation: email, reason: 'Asked' } })
  await server.runJobs()
  expect(await foundAnywhere(server, /ermengarde/i)).toEqual([])
})
