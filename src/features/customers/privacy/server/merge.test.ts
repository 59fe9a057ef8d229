import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { search } from '#features/lists/search/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { storeCard } from '#features/payments/payments/server/cards.ts'
import { cardOf } from '#features/payments/payments/server/store.ts'
import { points } from '#features/customers/points/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { privacy } from '../contract.ts'
import { messages, type MergeField, type Side } from '../rules.ts'
import { foundAnywhere } from './test/person.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await newShop(server)
})
afterAll(() => server.close())

let number = 0
/** Somebody whom the shop tells of, with as many purchases. @returns the shop's id, and ours */
async function person(change: object = {}, purchases = 0) {
  const externalId = `m${++number}`
  await shop.sendAll('customers', [
    {
      id: externalId,
      first_name: `First${number}`,
      last_name: `Last${number}`,
      email: `${externalId}@mail.example`,
      phone: `0803 000 ${String(number).padStart(4, '0')}`,
      registered_at: '2026-02-01T10:00:00Z',
      channel: 'web',
      ...change,
    },
  ])
  for (let n = 0; n < purchases; n++) await buy(externalId, n)
  return { externalId, id: await shop.idOf(externalId) }
}
const buy = (externalId: string, n: number) =>
  shop.sendAll('purchases', [
    {
      id: `${externalId}-p${n}`,
      at: `2026-11-0${n + 1}T10:00:00Z`,
      customer_id: externalId,
      channel: 'web',
      lines: [
        { kind: 'ticket', quantity: 1, amount: 3500 },
        { kind: 'concession', amount: 1000, discount: 100 },
      ],
    },
  ])
const subscribe = (externalId: string, from: string, until: string) =>
  shop.sendAll('subscriptions', [
    {
      id: `${externalId}-${from}`,
      customer_id: externalId,
      event: 'start',
      at: `${from}T09:00:00Z`,
      until: `${until}T09:00:00Z`,
      plan: 'Buff',
      monthly_price: 9000,
      tickets: 4,
    },
  ])
const merge = (id: number, other: number, more: object = {}) =>
  server.call(privacy.merge, { params: { id }, body: { other, ...more } })
const profile = async (id: number) => (await server.call(customers.fetch, { params: { id } })).body.data.userData
const clean = async () => expect(await check(server.app.database, server.app.env.zone)).toEqual([])
const sales = async () =>
  (await server.db.execute(sql`select day, channel, kind, count, kobo from sales_days order by 1, 2, 3`)).rows
const buyers = async () => (await server.db.execute(sql`select buyers, repeat_buyers from buyer_counts`)).rows[0]

describe('two records of one person', () => {
  test('become one that has all that both bought and did', async () => {
    const one = await person({ registered_at: '2026-03-01T10:00:00Z', channel: 'mobile' }, 2)
    const other = await person({ registered_at: '2026-01-15T10:00:00Z' }, 1)
    await subscribe(one.externalId, '2026-10-01', '2026-11-01')
    await subscribe(other.externalId, '2026-11-01', '2026-12-01')
    await shop.sendAll('redemptions', [
      { id: 'mt1', at: '2026-11-05T10:00:00Z', customer_id: other.externalId, tickets: 2, by_subscription: true },
    ])
    await server.call(points.award, { params: { id: one.id }, body: { points: 300, reason: 'Kind' } })
    await server.call(points.award, { params: { id: other.id }, body: { points: 200, reason: 'Kinder' } })
    const [before, counted] = [await sales(), await buyers()]

    const answer = await merge(one.id, other.id)
    expect([answer.status, answer.body]).toEqual([200, { data: { id: one.id }, message: messages.merged }])
    const { rows } = await server.db.execute(sql`
      select id, merged_into, purchases, registered_on, channel, is_listed
      from customers left join buyers on customer_id = id where id in (${one.id}, ${other.id}) order by id`)
    expect(rows).toEqual([
      { id: one.id, merged_into: null, purchases: 3, registered_on: '2026-01-15', channel: 'web', is_listed: true },
      { id: other.id, merged_into: one.id, purchases: null, registered_on: null, channel: 'web', is_listed: false },
    ])
    const periods = await server.db.execute(sql`
      select customer_id, starts_on, ends_on from subscription_periods where customer_id in (${one.id}, ${other.id})`)
    expect(periods.rows).toEqual([{ customer_id: one.id, starts_on: '2026-10-01', ends_on: '2026-12-01' }])
    const redeemed = await server.db.execute(sql`select customer_id from redemptions where external_id = 'mt1'`)
    expect(redeemed.rows).toEqual([{ customer_id: one.id }])
    const { data } = (await server.call(points.history, { params: { id: one.id }, query: {} })).body
    expect(data.lines[0]).toMatchObject({ kind: 'merge', points: 200, lifetime: 200, available_after: 500 })
    expect(await profile(one.id)).toMatchObject({ status: 'Active' })

    // Each purchase counts where it did; what changed is who is a subscriber, and how many people bought.
    const kinds = (rows: Record<string, unknown>[]) =>
      rows.filter(({ kind }) => ['purchase', 'ticket'].includes(String(kind)))
    expect(kinds(await sales())).toEqual(kinds(before))
    expect(await buyers()).toEqual({
      buyers: Number(counted!.buyers) - 1,
      repeat_buyers: Number(counted!.repeat_buyers),
    })
    await clean()
  })

  test.each([
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 2, 0, 0],
    [1, 1, -1, 1],
    [2, 3, -1, -1],
    [1, 2, -1, 0],
  ])('with %i and %i purchases: buyers %i, repeat buyers %i', async (first, second, more, repeated) => {
    const [one, other] = [await person({}, first), await person({}, second)]
    const before = (await buyers()) as { buyers: number; repeat_buyers: number }
    await merge(one.id, other.id)
    expect(await buyers()).toEqual({ buyers: before.buyers + more, repeat_buyers: before.repeat_buyers + repeated })
    await clean()
  })

  test('each field is taken from the side that was chosen', async () => {
    const one = await person({ gender: 'Male', card_number: 'CARD-1', birth_date: '1990-01-01' })
    const other = await person({ gender: 'Female', card_number: 'CARD-2', birth_date: '1991-01-01' })
    const card = { brand: 'VISA', first6: '408408', expiryMonth: 9, expiryYear: 2032, provider: 'embedded' }
    for (const [{ id }, last4] of [
      [one, '1111'],
      [other, '2222'],
    ] as const)
      await storeCard(server.db, { ...card, last4, token: last4, customerId: id, email: 'x', storedAt: new Date() })
    const compared = (await server.call(privacy.comparison, { params: { id: one.id, other: other.id } })).body.data
    const of = (field: MergeField) => compared.fields.find((row) => row.field === field)
    expect(of('gender')).toEqual({ field: 'gender', this: 'Male', other: 'Female' })
    expect(of('paymentCard')).toMatchObject({ this: 'VISA •••• 1111, 09/32' })
    const sides: Partial<Record<MergeField, Side>> = {
      name: 'other',
      cardNumber: 'other',
      paymentCard: 'other',
      mobile: 'other',
      email: 'this',
    }
    await merge(one.id, other.id, {
      fields: sides,
      version: compared.this.version,
      otherVersion: compared.other.version,
    })
    expect(await profile(one.id)).toMatchObject({
      firstName: compared.other.firstName,
      lastName: compared.other.lastName,
      email: compared.this.email,
      mobile: compared.other.mobile,
      gender: 'Male',
      dateOfBirth: '1990-01-01',
      rosettaCardNumber: 'CARD-2',
      card: { last4: '2222' },
    })
    expect(await cardOf(server.db, other.id)).toBeNull()
    await clean()
  })

  test('a child is a member since the earlier of the two, with the chosen guardian', async () => {
    const club = (guardian_name: string) => ({ kids_club: { guardian_name } })
    const one = await person({ ...club('Mother'), registered_at: '2026-03-01T10:00:00Z' })
    const other = await person({ ...club('Father'), registered_at: '2026-02-01T10:00:00Z' })
    const third = await person()
    await merge(one.id, other.id, { fields: { guardian: 'other' } })
    await merge(third.id, one.id)
    const { rows } = await server.db.execute(sql`
      select customer_id, joined_at, guardian_name from kids_club_members where customer_id in (${one.id}, ${other.id}, ${third.id})`)
    expect(rows).toEqual([
      { customer_id: third.id, joined_at: expect.stringContaining('2026-02-01'), guardian_name: 'Father' },
    ])
  })

  test('what is told of the one that went is taken for the one that stays', async () => {
    const [one, other] = [await person({}, 1), await person({}, 1)]
    await merge(one.id, other.id)
    await buy(other.externalId, 5)
    const { rows } = await server.db.execute(sql`select purchases from buyers where customer_id = ${one.id}`)
    expect(rows).toEqual([{ purchases: 3 }])
    await clean()
  })

  test('is audited with both, and told to the shop', async () => {
    const [one, other] = [await person(), await person()]
    const sides = await profile(other.id)
    await merge(one.id, other.id, { fields: { email: 'other' } })
    const { rows } = await server.db.execute<{ entity_id: string; summary: string; before: object; after: object }>(sql`
      select entity_id, summary, before, after from audit_log where action = 'privacy.merge' order by id desc limit 2`)
    const summary = `Merged customer ${other.id} into customer ${one.id}`
    expect(rows).toEqual([
      { entity_id: String(other.id), summary, before: expect.objectContaining({ email: sides.email }), after: null },
      { entity_id: String(one.id), summary, before: expect.anything(), after: { email: sides.email } },
    ])
    const answer = await server.inject({
      method: 'GET',
      url: '/api/feed/changes?limit=1000',
      headers: { authorization: `Bearer ${shop.secret}` },
    })
    const changes = answer.json().data.changes as { customer_id: string; kind: string; merged_into: string | null }[]
    expect(changes.slice(-2)).toMatchObject([
      { customer_id: one.externalId, kind: 'edited', merged_into: null },
      { customer_id: other.externalId, kind: 'merged', merged_into: one.externalId, customer: null },
    ])
  })

  test('the old id leads to the one that stays, who says whom they were merged from', async () => {
    const [survivor, merged] = [await person(), await person()]
    await server.call(privacy.merge, { params: { id: survivor.id }, body: { other: merged.id } })
    const { body, status } = await server.call(customers.fetch, { params: { id: merged.id } })
    expect([status, body.message]).toEqual([200, `Customer ${merged.id} was merged into customer ${survivor.id}`])
    expect(body.data.userData.id).toBe(survivor.id)
    expect(body.data.mergedFrom).toEqual([{ id: merged.id, at: expect.any(String), by: expect.any(String) }])
    expect((await server.call(customers.fetch, { params: { id: survivor.id } })).body.message).toBeUndefined()
  })

  test('the one that stays is found by the email and phone that were not chosen', async () => {
    const [survivor, between, merged] = [await person(), await person(), await person()]
    const [first, last] = [await profile(merged.id), await profile(between.id)]
    await merge(between.id, merged.id)
    await merge(survivor.id, between.id, { fields: { mobile: 'other' } })
    const those = async (term: string) => {
      const [all, picked] = [
        await server.call(customers.all, { query: { search_query: term } }),
        await server.call(customers.find, { query: { keyword: term } }),
      ]
      const palette = await server.call(search.find, { query: { query: term } })
      return [
        ...[...all.body.data.users, ...picked.body.data].map(({ userId }) => userId),
        ...palette.body.data.map(({ id }) => Number(id)),
      ]
    }
    for (const term of [first.email!, first.mobile!, last.email!, last.mobile!, first.email!.split('@')[0]!])
      expect(await those(term), term).toEqual([survivor.id, survivor.id, survivor.id])
    const { rows } = await server.db.execute(sql`select id, aliases from customers where aliases <> '' order by id`)
    const own = (await profile(survivor.id)).email
    expect(rows).toContainEqual({ id: survivor.id, aliases: expect.not.stringContaining(own!) })
    expect(rows.map(({ id }) => id)).not.toContain(between.id)
  })

  test('erasing the one that stays erases both', async () => {
    const one = await person({ first_name: 'Xantippeia', last_name: 'Vvv', email: 'xan@rare.example' })
    const other = await person({ first_name: 'Xanthia', last_name: 'Vvvv', email: 'xanthia@rare.example' }, 1)
    await server.call(customers.fetch, { params: { id: other.id } })
    await merge(one.id, other.id)
    await server.call(privacy.erase, {
      params: { id: one.id },
      body: { confirmation: 'xan@rare.example', reason: 'Asked by letter' },
    })
    await server.runJobs()
    expect(await foundAnywhere(server, /xantippeia|xanthia|rare\.example/)).toEqual([])
    await clean()
  })

  test('a stale choice, and records that are not two', async () => {
    const [one, other, third] = [await person(), await person(), await person()]
    const stale = await merge(one.id, other.id, { version: 99 })
    expect(stale.status).toBe(409)
    expect((await merge(one.id, other.id, { otherVersion: 99 })).status).toBe(409)
    const same = await merge(one.id, one.id)
    expect([same.status, same.problem.errors]).toEqual([422, [{ field: 'other', message: messages.sameCustomer }]])
    expect((await merge(one.id, 999_999)).problem.message).toBe(messages.noSuchCustomer)
    await merge(one.id, other.id)
    expect((await merge(one.id, other.id)).status).toBe(404)
    expect((await merge(third.id, one.id, { fields: { shoe: 'other' } })).status).toBe(422)
    expect((await merge(third.id, one.id, { fields: { email: 'mine' } })).status).toBe(422)
    const compared = await server.call(privacy.comparison, { params: { id: one.id, other: other.id } })
    expect([compared.status, compared.problem.message]).toEqual([404, messages.noSuchCustomer])
  })

  test('both ways at once: one happens', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await person({}, 1), await person({}, 1)]
      const answers = await Promise.all([
        merge(one.id, other.id),
        merge(other.id, one.id),
        buy(one.externalId, 7),
        buy(other.externalId, 8),
      ])
      const statuses = answers.slice(0, 2).map((answer) => answer!.status)
      expect(statuses.toSorted()).toEqual([200, 404])
    }
    await clean()
  })
})

describe('possible duplicates', () => {
  let own: TestServer
  let externalId: Shop
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    own = await testServer()
    externalId = await newShop(own)
    const born = { first_name: 'Ngozi', last_name: 'Eze', birth_date: '1990-05-05' }
    await externalId.sendAll(
      'customers',
      [
        { id: 'a', ...born, phone: '0803 000 0001' },
        { id: 'b', ...born, first_name: 'NGOZI', phone: '0803 000 0001' },
        { id: 'c', first_name: 'Uche', last_name: 'Obi', phone: '+234 803 000 0001' },
        { id: 'd', ...born, birth_date: '1991-05-05' },
        { id: 'e', first_name: '', last_name: '', birth_date: '1990-05-05' },
        { id: 'f', first_name: '', last_name: '', birth_date: '1990-05-05' },
        { id: 'g', ...born },
      ].map((line) => ({ registered_at: '2026-02-01T10:00:00Z', ...line })),
    )
    for (const id of 'abcdefg') ids[id] = await externalId.idOf(id)
  })
  afterAll(() => own.close())

  const list = async (query: object = {}) => (await own.call(privacy.duplicates, { query })).body.data
  const pairIds = ({ pairs }: { pairs: { one: { id: number }; other: { id: number } }[] }) =>
    pairs.map(({ one, other }) => [one.id, other.id])
  const pair = (one: string, other: string) => [ids[one], ids[other]]

  test('are those with one phone, or one name and date of birth', async () => {
    const all = await list()
    expect(pairIds(all)).toEqual([pair('b', 'g'), pair('a', 'g'), pair('b', 'c'), pair('a', 'c'), pair('a', 'b')])
    expect(all.pairs.at(-1)).toMatchObject({ samePhone: true, sameNameAndBirth: true })
    expect(all.pairs[0]).toMatchObject({ samePhone: false, sameNameAndBirth: true, one: { firstName: 'NGOZI' } })
    expect(pairIds(await list({ by: 'phone' }))).toEqual([pair('b', 'c'), pair('a', 'c'), pair('a', 'b')])
    expect(pairIds(await list({ by: 'name' }))).toEqual([pair('b', 'g'), pair('a', 'g'), pair('a', 'b')])
  })

  test('come in pages, with the true total', async () => {
    const second = await list({ page: 2, perPage: 2 })
    expect([pairIds(second), second.totalCount]).toEqual([[pair('b', 'c'), pair('a', 'c')], 5])
    expect(await list({ page: 9 })).toEqual({ pairs: [], totalCount: 5 })
    const wrong = await own.call(privacy.duplicates, { query: { by: 'shoe' as never } })
    expect(wrong.problem.errors).toEqual([{ field: 'by', message: 'by is phone or name' }])
  })

  test('of one customer', async () => {
    const of = async (id: string) => {
      const { body } = await own.call(privacy.duplicatesOf, { params: { id: ids[id]! } })
      return pairIds({ pairs: body.data })
    }
    expect(await of('c')).toEqual([pair('b', 'c'), pair('a', 'c')])
    expect(await of('a')).toEqual([pair('a', 'g'), pair('a', 'c'), pair('a', 'b')])
    expect(await of('d')).toEqual([])
    expect(await of('e')).toEqual([])
    expect((await own.call(privacy.duplicatesOf, { params: { id: 999 } })).status).toBe(404)
  })

  test('that are two people are shown no more, until that is taken back', async () => {
    const body = { one: ids.c, other: ids.a }
    const dismissed = await own.call(privacy.dismiss, { body })
    expect(dismissed.body.message).toBe(messages.dismissed)
    expect((await own.call(privacy.dismiss, { body })).status).toBe(200)
    expect(pairIds(await list())).not.toContainEqual(pair('a', 'c'))
    expect((await list()).totalCount).toBe(4)
    const back = await own.call(privacy.undismiss, { body })
    expect(back.body.message).toBe(messages.undismissed)
    expect((await list()).totalCount).toBe(5)
    const wrong = [
      await own.call(privacy.dismiss, { body: { one: ids.a, other: ids.a } }),
      await own.call(privacy.dismiss, { body: { one: ids.a, other: 999 } }),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([422, 404])
  })

  test('that became one are none', async () => {
    await own.call(privacy.merge, { params: { id: ids.a! }, body: { other: ids.b } })
    expect(pairIds(await list())).toEqual([pair('a', 'g'), pair('a', 'c')])
  })

  test('are for superadmins alone', async () => {
    expect((await own.call(privacy.duplicates, { as: 'admin' })).status).toBe(403)
  })
})
