import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { changeCustomer } from '#features/customers/customers/server/public.ts'
import { addCinema, newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { forgetCard, storeCard } from '#features/payments/payments/server/cards.ts'
import { points } from '#features/customers/points/contract.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { privacy } from '../contract.ts'
import { MERGE_FIELD_NAMES, messages, SIDES, type MergeField, type Side } from '../rules.ts'
import { oldMerges } from './retention.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await newShop(server)
  await addCinema(server)
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

/** What somebody has: as little as nothing, as much as everything that a merge moves. */
type Life = {
  purchases: number
  isSubscribed: boolean
  isInClub: boolean
  hasCard: boolean
  hasMemberCard: boolean
  hasNote: boolean
  hasDevice: boolean
  hasError: boolean
  award: number
  tier: number
  gender: 'Female' | 'Male' | null
}
const nothing: Life = {
  purchases: 0,
  isSubscribed: false,
  isInClub: false,
  hasCard: false,
  hasMemberCard: false,
  hasNote: false,
  hasDevice: false,
  hasError: false,
  award: 0,
  tier: 0,
  gender: null,
}
const all: Life = {
  purchases: 2,
  isSubscribed: true,
  isInClub: true,
  hasCard: true,
  hasMemberCard: true,
  hasNote: true,
  hasDevice: true,
  hasError: true,
  award: 300,
  tier: 2,
  gender: 'Female',
}

let number = 0
async function person(life: Partial<Life> = {}) {
  const externalId = `u${++number}`
  const has = { ...nothing, ...life }
  await shop.sendAll('customers', [
    {
      id: externalId,
      first_name: `First${number}`,
      last_name: `Last${number}`,
      email: `${externalId}@mail.example`,
      phone: `0803 100 ${String(number).padStart(4, '0')}`,
      registered_at: `2026-0${(number % 8) + 1}-01T10:00:00.123Z`,
      channel: number % 2 ? 'web' : 'mobile',
      ...(has.gender && { gender: has.gender }),
      ...(has.hasMemberCard && { card_number: `CARD-${externalId}` }),
      ...(has.isInClub && { kids_club: { guardian_name: `Guardian ${externalId}` } }),
    },
  ])
  const id = await shop.idOf(externalId)
  for (let n = 0; n < has.purchases; n++) await buy(externalId, String(n))
  if (has.isSubscribed)
    await shop.sendAll('subscriptions', [
      {
        id: `${externalId}-s`,
        customer_id: externalId,
        event: 'start',
        at: '2026-11-01T09:00:00Z',
        until: '2026-12-01T09:00:00Z',
        plan: 'Buff',
        monthly_price: 9000,
        tickets: 4,
      },
    ])
  if (has.hasCard) {
    const card = { brand: 'VISA', first6: '408408', last4: '1111', expiryMonth: 9, expiryYear: 2032 }
    const stored = { ...card, provider: 'embedded', token: externalId, email: 'x', storedAt: new Date(TEST_NOW) }
    await storeCard(server.db, { ...stored, customerId: id })
  }
  if (has.hasNote) await server.call(customers.addNote, { params: { id }, body: { text: `Note on ${externalId}` } })
  const device = {
    id: externalId,
    token: externalId,
    at: '2026-11-20T10:00:00Z',
    platform: 'android',
    customer_id: externalId,
  }
  if (has.hasDevice) await shop.sendAll('devices', [device])
  // One that both can meet, and one of their own.
  if (has.hasError) await fail(externalId, ['No seat plan', `No menu for ${externalId}`])
  if (has.award) await award(id, has.award)
  if (has.tier) await server.call(points.setTier, { params: { id }, body: { tier: TIERS[has.tier]!, reason: 'Kind' } })
  return { externalId, id }
}
const TIERS = ['Fan', 'Buff', 'Fanatic'] as const
const buy = (externalId: string, n: string) =>
  shop.sendAll('purchases', [
    {
      id: `${externalId}-p${n}`,
      at: '2026-11-05T10:00:00Z',
      customer_id: externalId,
      channel: 'web',
      cinema_id: '0001',
      payment_reference: `REF-${externalId}-${n}`,
      lines: [{ kind: 'ticket', quantity: 1, amount: 3500, movie_id: 'HO0001', show_at: '2026-11-06T18:00:00Z' }],
    },
  ])
const fail = (externalId: string, those: string[]) =>
  shop.sendAll(
    'errors',
    those.map((message) => ({
      id: `${externalId}-e${++number}`,
      at: `2026-11-20T10:00:${String(number % 60).padStart(2, '0')}Z`,
      message: message.replaceAll(/\d/g, ''),
      stack: '',
      component: message,
      customer_id: externalId,
    })),
  )
const award = (id: number, n: number) =>
  server.call(points.award, { params: { id }, body: { points: n, reason: 'Kind' } })
const merge = async (id: number, other: number, fields: Partial<Record<MergeField, Side>> = {}) =>
  expect((await server.call(privacy.merge, { params: { id }, body: { other, fields } })).status).toBe(200)
const undo = (id: number, other: number, as: 'superadmin' | 'admin' = 'superadmin') =>
  server.call(privacy.undoMerge, { params: { id, other }, as })
const clean = async () => expect(await check(server.app.database, server.app.env.zone)).toEqual([])
const profile = async (id: number) => (await server.call(customers.fetch, { params: { id } })).body.data.userData

/** All that a merge can touch, byte by byte. A version only ever grows; what is counted is checked by `clean`. */
const TABLES = [
  'customers customer_cinemas customer_notes duplicate_dismissals kids_club_members loyalty_members payment_cards',
  'payment_events payments payment_intents push_devices purchases redemptions subscription_events subscription_periods ticket_log',
  'buyers buyer_counts errors error_reports error_customers',
].flatMap((line) => line.split(' '))
async function everything() {
  const found: Record<string, unknown[]> = {}
  for (const table of TABLES) {
    const { rows } = await server.db.execute<{ row: string }>(sql`
      select (to_jsonb(t) - 'version')::text as row from ${sql.identifier(table)} t order by 1`)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

describe('a merge that is undone', () => {
  const life: fc.Arbitrary<Life> = fc.record({
    purchases: fc.integer({ min: 0, max: 2 }),
    isSubscribed: fc.boolean(),
    isInClub: fc.boolean(),
    hasCard: fc.boolean(),
    hasMemberCard: fc.boolean(),
    hasNote: fc.boolean(),
    hasDevice: fc.boolean(),
    hasError: fc.boolean(),
    award: fc.constantFrom(0, 100, 250),
    tier: fc.integer({ min: 0, max: 2 }),
    gender: fc.constantFrom('Female', 'Male', null),
  })
  const sides = fc.record(
    Object.fromEntries(MERGE_FIELD_NAMES.map((field) => [field, fc.constantFrom(...SIDES)])) as Record<
      MergeField,
      fc.Arbitrary<Side>
    >,
  )

  test('leaves everything as it was, whatever both had and whatever was chosen', async () => {
    await fc.assert(
      fc.asyncProperty(life, life, sides, async (one, other, chosen) => {
        const [survivor, merged] = [await person(one), await person(other)]
        const before = await everything()
        await merge(survivor.id, merged.id, chosen)
        const { status, body } = await undo(survivor.id, merged.id)
        expect([status, body.message, body.data.stays]).toEqual([200, messages.unmerged, []])
        expect(await everything()).toEqual(before)
        await clean()
      }),
      {
        numRuns: 12,
        examples: [
          [all, all, { ...EACH('other') }],
          [nothing, all, EACH('this')],
        ],
      },
    )
  })

  const SINCE = {
    renames: {
      does: (id: number) => changeCustomer(server.db, id, { firstName: 'Renamed' }, server.clock.now()),
      stays: 'the name',
    },
    forgets: { does: (id: number) => forgetCard(server.db, id), stays: 'the stored payment card' },
    spends: {
      does: (id: number) => server.call(points.redeem, { params: { id }, body: { points: 400, reason: 'Spent' } }),
      stays: '200 points that were spent',
    },
    joins: {
      does: (id: number) =>
        server.db.execute(sql`update kids_club_members set guardian_name = 'Aunt' where customer_id = ${id}`),
      stays: 'the kids club membership',
    },
    buys: { does: (_: number, externalId: string) => buy(externalId, 'since'), stays: '1 purchase' },
  } as const
  const names = Object.keys(SINCE) as (keyof typeof SINCE)[]

  test('names what was changed since and leaves it, and gives back the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }), async (since) => {
        const [survivor, merged] = [
          await person({ ...all, award: 200, tier: 0 }),
          await person({ ...all, award: 300, tier: 0, gender: 'Male' }),
        ]
        const [before, other] = [await profile(survivor.id), await profile(merged.id)]
        await merge(survivor.id, merged.id, EACH('other'))
        for (const event of since) await SINCE[event].does(survivor.id, merged.externalId)
        const { body } = await undo(survivor.id, merged.id)
        expect(body.data.stays.toSorted()).toEqual(since.map((event) => SINCE[event].stays).toSorted())
        // Whoever went is as they were, but for what the other has spent or forgotten of theirs.
        expect(await profile(merged.id)).toMatchObject({
          ...other,
          version: expect.any(Number),
          card: since.includes('forgets') ? null : other.card,
        })
        expect(await profile(survivor.id)).toMatchObject({
          lastName: since.includes('renames') ? other.lastName : before.lastName,
          email: before.email,
          gender: before.gender,
          rosettaCardNumber: before.rosettaCardNumber,
        })
        const owner = await server.db.execute(sql`
          select customer_id, count(*)::int as n from purchases where customer_id in (${survivor.id}, ${merged.id})
          group by 1 order by 1`)
        expect(owner.rows).toEqual([
          { customer_id: survivor.id, n: since.includes('buys') ? 3 : 2 },
          { customer_id: merged.id, n: 2 },
        ])
        await clean()
      }),
      { numRuns: 8, examples: [[[...names]]] },
    )
  })

  test('is audited, and both are told of to the shop', async () => {
    const [survivor, merged] = [await person(), await person()]
    await merge(survivor.id, merged.id)
    await undo(survivor.id, merged.id)
    const { rows } = await server.db.execute<{ entity_id: string; summary: string }>(sql`
      select entity_id, summary from audit_log where action = 'privacy.undoMerge' order by id desc limit 2`)
    const summary = `Undid the merge of customer ${merged.id} into customer ${survivor.id}`
    expect(rows).toEqual([
      { entity_id: String(merged.id), summary },
      { entity_id: String(survivor.id), summary },
    ])
    const changes = await server.db.execute(sql`
      select customer_id, kind from customer_changes order by id desc limit 2`)
    expect(changes.rows).toEqual([
      { customer_id: merged.id, kind: 'edited' },
      { customer_id: survivor.id, kind: 'edited' },
    ])
    // What the shop reports of the one who came back is theirs again.
    await buy(merged.externalId, 'back')
    const bought = await server.db.execute(
      sql`select customer_id from purchases where external_id = ${`${merged.externalId}-pback`}`,
    )
    expect(bought.rows).toEqual([{ customer_id: merged.id }])
  })

  test('of several the newest is first, and a customer who was merged since is not taken apart', async () => {
    const [top, survivor, first, second] = [await person(), await person(), await person(), await person()]
    const before = await everything()
    await merge(survivor.id, first.id)
    server.clock.set('2026-11-21T12:30:00Z')
    await merge(survivor.id, second.id)
    expect(
      (await server.call(privacy.merges, { params: { id: survivor.id } })).body.data.map(({ merged }) => merged),
    ).toEqual([second.id, first.id])
    const early = await undo(survivor.id, first.id)
    expect([early.status, early.problem.message]).toEqual([409, messages.newerMerge(second.id)])
    await merge(top.id, survivor.id)
    expect((await undo(survivor.id, second.id)).status).toBe(404)
    for (const [into, from] of [
      [top.id, survivor.id],
      [survivor.id, second.id],
      [survivor.id, first.id],
    ] as const)
      expect((await undo(into, from)).status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  test('an email and a card that somebody else has by then stay empty', async () => {
    const [survivor, merged, other] = [await person(), await person({ hasMemberCard: true }), await person()]
    const { email, rosettaCardNumber } = await profile(merged.id)
    await merge(survivor.id, merged.id)
    await changeCustomer(server.db, other.id, { email, cardNumber: rosettaCardNumber }, server.clock.now())
    const { body } = await undo(survivor.id, merged.id)
    expect(body.data.stays).toEqual(['the email', 'the membership card'])
    expect(await profile(merged.id)).toMatchObject({ email: null, rosettaCardNumber: null })
  })

  test('is refused after a day, twice, to admins, and of those who were erased', async () => {
    const [survivor, merged] = [await person(all), await person(all)]
    await merge(survivor.id, merged.id)
    expect((await undo(survivor.id, merged.id, 'admin')).status).toBe(403)
    expect((await undo(merged.id, survivor.id)).status).toBe(404)
    await undo(survivor.id, merged.id)
    const twice = await undo(survivor.id, merged.id)
    expect([twice.status, twice.problem.message]).toEqual([404, messages.noMerge])

    await merge(survivor.id, merged.id)
    const { name, email } = { name: '', ...(await profile(survivor.id)) }
    await server.call(privacy.erase, {
      params: { id: survivor.id },
      body: { confirmation: email ?? name, reason: 'Asked by letter' },
    })
    expect((await undo(survivor.id, merged.id)).status).toBe(404)
    const left = await server.db.execute(sql`select from customer_merges where survivor_id = ${survivor.id}`)
    expect(left.rows).toEqual([])

    const [one, two] = [await person(), await person()]
    await merge(one.id, two.id)
    const nextDay = new Date(Date.parse(TEST_NOW) + 24 * 3_600_000)
    server.clock.set(nextDay.toISOString())
    expect((await undo(one.id, two.id)).status).toBe(404)
    const before = oldMerges.before(server.app.env, new Date(nextDay.getTime() + 1))!
    expect(await oldMerges.forget(server.db, before, 100)).toBeGreaterThan(0)
  })

  test('at once with another undo: one happens', async () => {
    const [survivor, merged] = [await person(all), await person(all)]
    const before = await everything()
    await merge(survivor.id, merged.id)
    const answers = await Promise.all([undo(survivor.id, merged.id), undo(survivor.id, merged.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await everything()).toEqual(before)
  })
})

function EACH(side: Side) {
  return Object.fromEntries(MERGE_FIELD_NAMES.map((field) => [field, side])) as Record<MergeField, Side>
}
