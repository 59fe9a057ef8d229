import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shop } from '#features/customers/customers/server/test/shop.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { addressOf } from '#server/test/harness.ts'
import { privacy } from '../contract.ts'
import { chainWithShop, RARE, rarePerson } from './test/person.ts'
import { unzipped } from '#server/test/unzip.ts'

let server: TestServer
let shop: Shop
let id: number
beforeAll(async () => {
  server = await testServer()
  shop = await chainWithShop(server)
  id = await rarePerson(server, shop)
})
afterAll(() => server.close())

async function exported(of: number) {
  const answer = await server.inject({
    method: 'GET',
    url: addressOf(privacy.export, { id: of }),
    headers: { authorization: `Bearer ${await server.token('superadmin')}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="customer-${of}-2026-11-21.zip"`,
    'cache-control': 'no-store',
  })
  const files = unzipped(answer.rawPayload)
  return { files, data: JSON.parse(files.get('data.json')!) as Record<string, Record<string, unknown>[]> }
}

test('everything that is held on a person is there, as JSON and CSV', async () => {
  const { files, data } = await exported(id)
  expect(data.identity).toEqual([
    expect.objectContaining({
      record: id,
      source: 'web-shop',
      external_id: 'rare',
      first_name: RARE.first_name,
      last_name: RARE.last_name,
      email: RARE.email,
      phone: '+2348097776543',
      birth_date: '1990-02-03',
      card_number: 'CARD-RARE',
      has_card_pin: true,
      registered_at: '2026-01-05T10:00:00.000Z',
    }),
  ])
  expect(data.purchases).toMatchObject([
    { purchase: 'rare-guest', as_guest: true },
    { purchase: 'rare-p1', naira: 8500, buyer_name: 'Zebulonia Quxworthy', as_guest: false },
    { purchase: 'rare-p2' },
  ])
  expect(data.purchase_lines).toHaveLength(6)
  expect(data.purchase_lines![1]).toMatchObject({ kind: 'concession', product: 'Popcorn', naira: 1500 })
  expect(data.refunds).toMatchObject([{ refund: 'rare-r1', naira: 3500 }])
  expect(data.subscriptions).toMatchObject([{ kind: 'start', plan: 'Buff', naira: 9000 }, { kind: 'end' }])
  expect(data.redemptions).toMatchObject([{ tickets: 2, show_day: '2026-11-10' }])
  expect(data.points).toEqual([{ tier: 'Fan', lifetime_points: 500, available_points: 500 }])
  expect(data.points_ledger).toMatchObject([{ kind: 'award', points: 500, reason: 'Zebulonia Quxworthy was kind' }])
  expect(data.kids_club).toMatchObject([{ guardian_name: 'Guardianella Q', consent_source: 'Phone' }])
  expect(data.cards).toEqual([{ brand: 'VISA', first6: '408408', last4: '4081', expiry: '09/32' }])
  expect(data.payment_logs).toMatchObject([{ reference: 'booking-1', naira: 7000, status: 'failed' }])
  expect(data.reviews).toMatchObject([{ movie_id: 'HO0001', liked: true }])
  expect(data.error_reports).toMatchObject([{ message: 'No seat for Zebulonia' }])
  expect(data.emails!.length).toBeGreaterThan(1)
  expect(data.audit_log!.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['customers.edit', 'points.award', 'customers.setPicture', 'kids-club.edit']),
  )

  expect([...files.keys()].toSorted()).toEqual(
    [
      'data.json',
      'your-data.html',
      ...Object.keys(data)
        .filter((name) => name !== 'exported_at')
        .map((name) => `${name.replaceAll('_', '-')}.csv`),
    ].toSorted(),
  )
  expect(files.get('refunds.csv')).toBe(
    `\ufeffrefund,purchase,at,naira,reason\r\nrare-r1,rare-p1,2026-11-10T10:00:00.000Z,3500,Asked by ${RARE.email}\r\n`,
  )
  expect(files.get('payments.csv')).toBe('\ufeffreference,plan,months,naira,state,message,created_at,settled_at\r\n')
})

// ASVS: 14.2.4
test('no secret is among it', async () => {
  const { files } = await exported(id)
  const all = [...files.values()].join('')
  expect(all).not.toMatch(/argon2|token_hash|embedded-visa/i)
})

test('it is audited', async () => {
  await exported(id)
  const { rows } = await server.db.execute(sql`
    select actor, action, entity, entity_id, summary from audit_log order by id desc limit 1`)
  expect(rows).toEqual([
    {
      actor: 'superadmin Tester',
      action: 'privacy.export',
      entity: 'customer',
      entity_id: String(id),
      summary: `Exported all data of customer ${id}`,
    },
  ])
})

test('it has the email and phone from before a merge', async () => {
  await shop.sendAll(
    'customers',
    ['kept', 'lost'].map((id) => ({
      id,
      first_name: 'Tola',
      email: `${id}@merge.example`,
      registered_at: '2026-01-05T10:00:00Z',
    })),
  )
  const [survivor, other] = [await shop.idOf('kept'), await shop.idOf('lost')]
  await server.call(privacy.merge, { params: { id: survivor }, body: { other } })
  expect((await exported(survivor)).data.identity![0]).toMatchObject({
    email: 'kept@merge.example',
    aliases: 'lost@merge.example',
  })
})

test('more purchases than are read at once, each with its lines', async () => {
  await shop.sendAll('customers', [{ id: 'often', first_name: 'Often', registered_at: '2026-01-05T10:00:00Z' }])
  const purchase = (n: number) => ({
    id: `often-${n}`,
    at: '2026-11-10T10:00:00Z',
    customer_id: 'often',
    lines: [1, 2].map((amount) => ({ kind: 'ticket', quantity: 1, amount })),
  })
  await shop.sendAll(
    'purchases',
    Array.from({ length: 2100 }, (_, n) => purchase(n)),
  )
  const { data } = await exported(await shop.idOf('often'))
  expect(data.purchases).toHaveLength(2100)
  expect(data.purchase_lines).toHaveLength(4200)
  expect(new Set(data.purchase_lines!.map((line) => `${line.purchase} ${line.line}`)).size).toBe(4200)
})

test('of nobody', async () => {
  const answer = await server.call(privacy.export, { params: { id: 999_999 } })
  expect([answer.status, answer.problem.message]).toEqual([404, 'Customer not found'])
})

test('there is a page for people: plain words, local time, amounts, and nothing that runs', async () => {
  await server.db.execute(sql`
    insert into customer_notes (customer_id, text, author, at)
    values (${id}, '<script>alert(1)</script> likes row C', 'Adaeze Okafor', '2026-11-01T09:00:00Z')`)
  const page = (await exported(id)).files.get('your-data.html')!
  expect(page).toContain(`The data we hold about ${RARE.first_name} ${RARE.last_name}`)
  expect(page).toContain('As of 21/11/2026 10:00')
  expect(page).toContain('<td>₦8,500</td>')
  expect(page).toContain('<td>01/11/2026 10:00</td><td>&lt;script&gt;alert(1)&lt;/script&gt; likes row C</td>')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('Adaeze Okafor')
})
