/** Each act that can need a second person: from which size on, and that what is approved is done as it would have been. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameOf } from '#contract/endpoint.ts'
import { everyEndpoint } from '#app/server-features.ts'
import { APPROVAL_ACTION_NAMES } from '#contract/approval.ts'
import { admins, type AdminRow } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { takeProducts } from '#features/counter/concessions/server/jobs.ts'
import { counter, LEKKI } from '#features/counter/concessions/server/test/counter.ts'
import { audit } from '#features/access/audit/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { addChain, addCube, booked, paidBack, setStatus, shopCharge } from '#features/rooms/cubes/server/test/chain.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { addDevices, GOOD } from '#features/marketing/notifications/server/test/pushing.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { points } from '#features/customers/points/contract.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { serviceTokens } from '#features/access/service-tokens/contract.ts'
import { newAccount } from '#features/access/account/server/test/new-account.ts'
import { addressOf, TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals, type ApprovalRequest } from '../contract.ts'
import { because, customer, ledger, noneDone, noRules, person, setRule, type Person } from './test/office.ts'

let server: TestServer
let one: Person
let other: Person
beforeAll(async () => {
  server = await testServer({ env: { PUSH_UNDO_SECONDS: '0' } })
  one = await person(server, 'Ada Obi')
  other = await person(server, 'Bisi Ade')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await noRules(server)
})

const count = async (from: ReturnType<typeof sql>) =>
  (await server.db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`)).rows[0]!.n

test('every act has calls that do it', () => {
  const guarded = new Set(everyEndpoint.flatMap(({ approval }) => approval ?? []))
  expect([...guarded].toSorted()).toEqual(APPROVAL_ACTION_NAMES.toSorted())
  expect([...server.app.guarded.keys()].toSorted()).toEqual(
    everyEndpoint
      .filter(({ approval }) => approval)
      .map(nameOf)
      .toSorted(),
  )
})

describe('refunds', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await Shop.of(server)
  })

  test('of a payment: in naira, and the provider is asked when it is approved', async () => {
    const id = await shop.paid()
    const refund = (naira: number) => ({
      params: { id },
      body: { kind: 'amount', amount: naira, reason: 'Show cancelled' },
    })
    await setRule(server, 'refunds', 1000)
    expect((await one.call(paymentLogs.refund, refund(999.99))).status).toBe(200)
    expect((await one.call(paymentLogs.refund, refund(1000))).problem.code).toBe('approval')
    const approvalRequest = await one.requestApproval(paymentLogs.refund, refund(1000))
    expect(approvalRequest).toMatchObject({ amount: 1000, difference: [{ entity: 'payment', after: { naira: 1000 } }] })
    const waiting = await shop.detail(id)
    expect(waiting.refunds).toHaveLength(1)
    expect(waiting.waiting).toMatchObject([{ id: approvalRequest.id, amount: 1000, requester: 'Ada Obi' }])
    const approved = await other.approve(approvalRequest)
    expect([approved.status, approved.body.message]).toEqual([200, '₦1,000 refunded'])
    expect((await shop.detail(id)).waiting).toEqual([])
    expect((await shop.detail(id)).refunds).toMatchObject([
      { amount: 999.99 },
      { amount: 1000, state: 'succeeded', createdBy: 'Ada Obi' },
    ])
  })

  test('of what was paid at a counter: nothing is given back before it is approved', async () => {
    const lines = [{ kind: 'concession', amount: 9000 }]
    await shop.sell('till-1', lines, { payment_reference: 'CASH', payment_method: 'cash', channel: 'not_specified' })
    const id = await shop.idOf('shop:till-1')
    await setRule(server, 'refunds', 5000)
    const call = { params: { id }, body: { kind: 'full', amount: 9000, reason: 'Cold' } }
    const approvalRequest = await one.requestApproval(paymentLogs.refund, call)
    expect(await shop.traded(id)).toEqual([])
    expect((await other.approve(approvalRequest)).body.message).toBe('₦9,000 refunded')
    expect(await shop.traded(id)).toMatchObject([{ source: 'marquee', kobo: 900_000 }])
    const { refunds, audited: about } = await shop.detail(id)
    expect(refunds).toMatchObject([{ state: 'succeeded', createdBy: 'Ada Obi' }])
    const audited = (await server.call(audit.list, { query: { about } })).body.data.lines
    expect(audited.map(({ entity, actor }) => [entity, actor]).toSorted()).toEqual([
      ['approval_request', 'Ada Obi'],
      ['approval_request', expect.any(String)],
      ['payment', 'Ada Obi'],
    ])
  })

  test('of a cube booking: cash as well, for those who may refund', async () => {
    await addChain(server)
    const cash = await booked(server, await addCube(server, { base_price: 50_000 }), { payment_amount: 50_040 })
    for (const status of ['Pending Cancellation Approval', 'Approved Cancellation'] as const)
      await setStatus(server, cash.booking_id, status)
    await setRule(server, 'refunds', 50_040)
    const call = { params: { id: cash.booking_id }, body: { status: 'Refunded', reason: 'The room was cold' } }
    const clerk = await person(server, 'Chidi Eze', ['cubes:read', 'cubes:write'])
    const approvalRequest = await one.requestApproval(cubes.setStatus, call)
    expect([approvalRequest.amount, await clerk.pending(), await other.pending()]).toEqual([50_040, 0, 1])
    expect((await clerk.approve(approvalRequest)).status).toBe(404)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const after = await other.call(cubes.booking, { params: { id: cash.booking_id } })
    expect(after.body.data).toMatchObject({ status: 'Refunded', refunded_amount: 50_040 })
  })

  test('of a cube booking that was paid through the provider', async () => {
    await shopCharge(server, 'cube-1', 9000)
    const booking = await booked(server, await addCube(server), { payment_reference: 'cube-1' })
    for (const status of ['Pending Cancellation Approval', 'Approved Cancellation'] as const)
      await setStatus(server, booking.booking_id, status)
    await setRule(server, 'refunds', 90)
    const call = { params: { id: booking.booking_id }, body: { status: 'Refunded' } }
    const approvalRequest = await one.requestApproval(cubes.setStatus, call)
    expect(await paidBack(server, 'cube-1')).toBe(0)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect(await paidBack(server, 'cube-1')).toBe(9000)
  })
})

describe('points', () => {
  const amount = (id: number, of: number) => ({ params: { id }, body: { points: of, reason: 'Premiere night' } })

  test('are redeemed and reversed by the points that move', async () => {
    const id = await customer(server)
    const { body } = await one.call(points.award, amount(id, 500))
    await setRule(server, 'points', 300)
    expect((await one.call(points.redeem, amount(id, 299))).status).toBe(200)
    await noneDone(server)
    await one.call(points.award, amount(id, 200))
    expect((await one.call(points.redeem, amount(id, 300))).problem.code).toBe('approval')
    await setRule(server, 'points', 400)
    await noneDone(server)
    await one.call(points.award, amount(id, 399))
    await setRule(server, 'points', 500)
    const reverse = { params: { id: body.data.line_id }, body: { reason: 'By mistake' } }
    const approvalRequest = await one.requestApproval(points.reverse, reverse)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect((await ledger(server, id)).at(-1)).toEqual({ points: -500, actor: 'Ada Obi' })
  })

  test('that wait are said on the page of their customer, with the way to them for those who could approve', async () => {
    const id = await customer(server)
    await setRule(server, 'points', 300)
    const approvalRequest = await one.requestApproval(points.award, amount(id, 300))
    const clerk = await person(server, 'Chidi Eze', ['customers:read'])
    const waitingFor = async (who: Person) => (await who.call(customers.fetch, { params: { id } })).body.data.waiting
    const expected = { id: approvalRequest.id, action: 'points', requester: 'Ada Obi' }
    expect(await waitingFor(one)).toMatchObject([{ ...expected, canOpen: true }])
    expect(await waitingFor(clerk)).toMatchObject([{ ...expected, canOpen: false }])
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect(await waitingFor(one)).toEqual([])
  })

  test('a change of tier moves none', async () => {
    await setRule(server, 'points', 1)
    const id = await customer(server)
    const set = await one.call(points.setTier, { params: { id }, body: { tier: 1, reason: 'Comes often' } })
    expect(set.status).toBe(200)
    const back = await one.call(points.reverse, { params: { id: set.body.data.line_id }, body: { reason: 'No' } })
    expect(back.status).toBe(200)
  })
})

describe('vouchers', () => {
  let subscriptionId = 0
  const make = (quantity: number) => ({
    body: { companyName: 'Bank', quantity, approvedBy: 'Manager', subscriptionId, paymentConfirmed: true },
  })
  beforeAll(async () => {
    const plan = { product_name: 'Fan', product_price: 5000, tickets: 4, concession_discount: 0 }
    subscriptionId = (await one.call(tiers.create, { body: plan })).body.data.product_id
  })

  test('are made and replaced by their number, each once', async () => {
    await setRule(server, 'vouchers', 10)
    expect((await one.call(vouchers.create, make(9))).status).toBe(200)
    const before = await count(sql`vouchers`)
    const approvalRequest = await one.requestApproval(vouchers.create, make(10))
    expect([approvalRequest.amount, approvalRequest.difference[0]!.id, await count(sql`vouchers`)]).toEqual([
      10,
      null,
      before,
    ])
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect(await count(sql`vouchers`)).toBe(before + 10)

    const group = (await one.call(vouchers.groups)).body.data.voucherGroups[0]!
    expect(group.generatedById).toBe(one.id)
    const list = (await one.call(vouchers.list, { params: { id: group.id } })).body.data.vouchers
    const reissue = (n: number) => ({ params: { id: group.id }, body: { ids: list.slice(0, n).map(({ id }) => id) } })
    await noneDone(server)
    await setRule(server, 'vouchers', 4)
    expect((await one.call(vouchers.reissue, reissue(3))).status).toBe(200)
    const chosen = { params: { id: group.id }, body: { ids: list.slice(3, 7).map(({ id }) => id) } }
    const replaced = await one.requestApproval(vouchers.reissue, chosen)
    expect((await other.approve(replaced)).status).toBe(200)
    expect(await count(sql`vouchers where group_id = ${group.id} and replaced_by is not null`)).toBe(7)
  })
})

describe('prices', () => {
  test('of a product at cinemas: by the largest change', async () => {
    await counter(server)
    await takeProducts(server.app)
    const id = '00101'
    const now = (await one.call(concessions.rosetta, { params: { id } })).body.data.cinemas.find(
      (at) => at.cinema_id === LEKKI,
    )!
    const set = (price: number) => ({ params: { id }, body: { cinemas: [{ cinema_id: LEKKI }], display_price: price } })
    await setRule(server, 'prices', 100)
    expect((await one.call(concessions.atCinemas, set(now.display_price + 99.99))).status).toBe(200)
    const approvalRequest = await one.requestApproval(concessions.atCinemas, set(now.display_price + 199.99))
    expect(approvalRequest.amount).toBe(100)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const off = { params: { id }, body: { cinemas: [{ cinema_id: LEKKI }], isActive: false } }
    expect((await one.call(concessions.atCinemas, off)).status).toBe(200)
  })

  test('of a combo: by what its price saves on its items', async () => {
    await counter(server)
    const body = { rosetta_product_id: '00502', cinema_id: LEKKI, combo_items: ['00101', '00703', '00201'] }
    // 3,000 + 5,000 + 800 naira of items for 9,000.
    await setRule(server, 'prices', 1000)
    const made = await one.call(concessions.createCombo, { body })
    expect(made.status).toBe(201)
    const edit = (items: string[]) => ({
      params: { id: made.body.data.combo_id! },
      body: { rosetta_product_ids: items },
    })
    // Another 1,000 stay below: the items are worth 9,800 then, 800 more than the price.
    expect((await one.call(concessions.editCombo, edit(['00101', '00703', '00201', '00601']))).status).toBe(200)
    const given = edit(['00101', '00703', '00201', '00601', '00104'])
    const approvalRequest = await one.requestApproval(concessions.editCombo, given)
    expect(approvalRequest.amount).toBe(3200)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const of = { rosetta_product_id: '00502', cinema_id: LEKKI, rosetta_product_ids: ['00101'] }
    expect((await one.call(concessions.editComboOf, { body: of })).problem.code).toBe('approval')
  })

  test('of a tier: the price of a new one, its change, and what is given for it', async () => {
    await setRule(server, 'prices', 1000)
    const fields = { product_name: 'Midweek', tickets: 2, concession_discount: 0 }
    const approvalRequest = await one.requestApproval(tiers.create, { body: { ...fields, product_price: 1000 } })
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const { body } = await one.call(tiers.list)
    const { product_id: id } = body.data.find(({ product_name: name }) => name === 'Midweek')!
    const change = (of: object) => one.call(tiers.change, { params: { id }, body: of })
    expect((await change({ product_price: 1999.99 })).status).toBe(200)
    expect((await change({ product_price: 999 })).problem.code).toBe('approval')
    expect((await change({ product_name: 'Midweeks' })).status).toBe(200)
    expect((await change({ tickets: 200 })).problem.code).toBe('approval')
    expect((await change({ concession_discount: 90 })).problem.code).toBe('approval')
  })

  test('of a cube: the base, a guest’s, and how many are included', async () => {
    await setRule(server, 'prices', 1000)
    const create = { body: { name: 'Gold', cinema_id: '0001', base_price: 2000 } }
    const approvalRequest = await one.requestApproval(cubes.create, create)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const cube = (await one.call(cubes.list)).body.data.find(({ name }) => name === 'Gold')!
    const change = (body: object) => one.call(cubes.change, { params: { id: cube.id }, body })
    expect((await change({ base_price: 2999 })).status).toBe(200)
    expect((await change({ guest_price: 1020 })).problem.code).toBe('approval')
    expect((await change({ guests_included: 58 })).problem.code).toBe('approval')
    expect((await change({ name: 'Golden' })).status).toBe(200)
  })
})

describe('pushes', () => {
  const form = async (who: Person, fields: Record<string, string>, more: { id?: number; reason?: string } = {}) => {
    const sent = new FormData()
    for (const [name, value] of Object.entries({ ...GOOD, ...fields })) sent.append(name, value)
    const encoded = new Response(sent)
    const row = more.id === undefined ? notifications.send : notifications.change
    return who.call(row as typeof notifications.send, {
      params: { id: more.id } as never,
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')!, ...(more.reason && because(more.reason)) },
    })
  }

  test('by the devices that they reach; a later one asks again when more people came', async () => {
    await addDevices(server, [
      { token: 'a', of: 'tolu', isSubscribed: true },
      { token: 'b', of: 'uche' },
      { token: 'c' },
    ])
    await setRule(server, 'pushes', 3)
    expect((await form(one, { audience: 'SUBSCRIBED-USERS' })).status).toBe(200)
    expect((await form(one, {})).problem.code).toBe('approval')
    const answer = await form(one, {}, { reason: 'Half price tonight' })
    expect(answer.status).toBe(202)
    const approvalRequest = answer.body.data as never as ApprovalRequest
    expect(approvalRequest).toMatchObject({
      amount: 3,
      difference: [{ id: null, after: { title: 'Half price tonight' } }],
    })
    const before = await count(sql`push_notifications`)
    server.clock.set('2026-11-21T11:00:00.000Z')
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect(await count(sql`push_notifications`)).toBe(before + 1)
    const { rows } = await server.db.execute<{ by: string }>(
      sql`select created_by as by from push_notifications order by id desc limit 1`,
    )
    expect(rows).toEqual([{ by: 'Ada Obi' }])
  })

  test('one that is scheduled and changed; it is too late for it once its time has passed', async () => {
    await setRule(server, 'pushes', 2)
    const later = { is_scheduled: 'true', schedule_date: '2026-11-22', schedule_time: '18:00' }
    const made = await form(one, { ...later, audience: 'SUBSCRIBED-USERS' })
    expect(made.status).toBe(200)
    const { id } = made.body.data
    const wider = await form(one, later, { id, reason: 'To all of them' })
    expect(wider.status).toBe(202)
    const approvalRequest = wider.body.data as never as ApprovalRequest
    expect(approvalRequest.difference[0]).toMatchObject({
      before: { audience: 'SUBSCRIBED-USERS' },
      after: { audience: 'ALL-USERS' },
    })
    server.clock.set('2026-11-22T18:00:00.000Z')
    expect((await other.approve(approvalRequest)).status).toBe(409)
    server.clock.set(TEST_NOW)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    const after = await one.call(notifications.fetch, { params: { id } })
    expect(after.body.data.audience).toBe('ALL-USERS')
  })

  test('its picture waits with it', async () => {
    await setRule(server, 'pushes', 3)
    const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#7c5cf0' } })
      .png()
      .toBuffer()
    const sent = new FormData()
    for (const [name, value] of Object.entries({ ...GOOD, title: 'With a picture' })) sent.append(name, value)
    sent.append('file', new Blob([new Uint8Array(png)]), 'one.png')
    const encoded = new Response(sent)
    const answer = await one.call(notifications.send, {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')!, ...because('Pretty') },
    })
    expect(answer.status).toBe(202)
    expect((await other.approve(answer.body.data as never)).status).toBe(200)
    const { rows } = await server.db.execute<{ image: string }>(
      sql`select image from push_notifications where title = 'With a picture'`,
    )
    expect((await server.inject({ method: 'GET', url: rows[0]!.image })).statusCode).toBe(200)
  })
})

test('erasure: of a customer, whom the proposal forgets as well', async () => {
  await setRule(server, 'erasure', 1)
  const id = await customer(server, 'Ngozi Onyekachukwu')
  const call = { params: { id }, body: { confirmation: 'Ngozi Onyekachukwu', reason: 'Asked by letter' } }
  // She has an address, which is what is asked for.
  const { rows } = await server.db.execute<{ email: string }>(sql`select email from customers where id = ${id}`)
  expect((await one.call(privacy.erase, call)).status).toBeGreaterThanOrEqual(400)
  const right = { params: { id }, body: { confirmation: rows[0]!.email, reason: 'Ngozi Onyekachukwu asked by letter' } }
  expect((await one.call(privacy.erase, right)).problem.code).toBe('approval')
  const approvalRequest = await one.requestApproval(privacy.erase, right, 'Ngozi Onyekachukwu wrote to us')
  await other.call(privacy.erasure, { params: { id } })
  expect((await other.approve(approvalRequest)).status).toBe(200)
  await server.runJobs()
  const erased = await one.call(privacy.erasure, { params: { id } })
  expect(erased.body.data.erasure).toMatchObject({ actor: 'Ada Obi' })
  const stored = await server.db.execute<{ row: string; state: string }>(
    sql`select p::text as row, state from approval_requests p where id = ${approvalRequest.id}`,
  )
  expect(stored.rows[0]!.state).toBe('approved')
  expect(stored.rows[0]!.row).not.toContain('Onyekachukwu')
})

describe('roles', () => {
  test('what one allows, and who has which', async () => {
    const made = await one.call(roles.create, { body: { name: 'Cashier', permissions: ['movies:read'] } })
    const { id } = made.body.data
    await setRule(server, 'roles', 1)
    for (const [row, call] of [
      [roles.create, { body: { name: 'Clerk', permissions: ['*'] } }],
      [roles.change, { params: { id }, body: { permissions: ['*'] } }],
      [roles.remove, { params: { id } }],
    ] as const)
      expect((await one.call(row as typeof roles.change, call as never)).problem.code, row.name).toBe('approval')
    const approvalRequest = await one.requestApproval(roles.change, {
      params: { id },
      body: { permissions: ['refunds:write'] },
    })
    expect((await other.approve(approvalRequest)).status).toBe(200)

    const body = { email: 'new@office.example', mobile: '0803 123 4567', first_name: 'New', last_name: 'One' }
    const invited = await one.requestApproval(admins.create, { body: { ...body, userType: 'Super Admin' } })
    expect((await other.approve(invited)).status).toBe(200)
    const all = (await one.call(admins.list)).body.data as AdminRow[]
    const admin = all.find(({ email }) => email === 'new@office.example')!
    expect(admin).toMatchObject({ userType: 'Super Admin', invitedUntil: expect.any(String) })

    const edit = (more: object) => ({
      params: { id: admin.id },
      body: {
        email: admin.email,
        mobile: '0803 123 4567',
        firstName: 'New',
        lastName: 'Two',
        userType: 'Super Admin',
        ...more,
      },
    })
    expect((await one.call(admins.edit, edit({}))).status).toBe(200)
    const demoted = await one.requestApproval(admins.edit, edit({ userType: 'Admin' }))
    expect(demoted.difference[0]).toMatchObject({ before: { userType: 'Super Admin' }, after: { userType: 'Admin' } })
    expect((await other.approve(demoted)).status).toBe(200)
  })
})

test('two customers that become one', async () => {
  await setRule(server, 'erasure', 1)
  const [id, double] = [await customer(server, 'Ngozi Eze'), await customer(server, 'Ngozi Ezeh')]
  const call = { params: { id }, body: { other: double, version: 1, otherVersion: 1 } }
  expect((await one.call(privacy.merge, call)).problem.code).toBe('approval')
  const approvalRequest = await one.requestApproval(privacy.merge, call)
  expect((await other.approve(approvalRequest)).status).toBe(200)
  const merged = sql`audit_log where action = 'privacy.merge' and entity_id in (${String(id)}, ${String(double)})`
  expect(await count(merged)).toBe(2)
})

describe('access', () => {
  test('second factors that are removed', async () => {
    const person = await newAccount(server)
    await person.enter()
    await person.addAuthenticator()
    await setRule(server, 'roles', 1)
    const call = { params: { id: person.id }, body: { reason: 'Phone stolen' } }
    expect((await one.call(admins.resetFactors, call)).problem.code).toBe('approval')
    const approvalRequest = await one.requestApproval(admins.resetFactors, call)
    expect(await count(sql`authenticators where admin_id = ${person.id}`)).toBe(1)
    expect((await other.approve(approvalRequest)).status).toBe(200)
    expect(await count(sql`authenticators where admin_id = ${person.id}`)).toBe(0)
  })

  test('a service token: whoever asked for it fetches its secret, once, and nobody has it before', async () => {
    const { body: role } = await one.call(roles.create, { body: { name: 'Books', permissions: ['movies:read'] } })
    await setRule(server, 'roles', 1)
    const approvalRequest = await one.requestApproval(serviceTokens.create, {
      body: { name: 'Books', roleId: role.data.id, days: 90 },
    })
    server.clock.set('2026-11-22T09:00:00.000Z')
    const approved = await other.approve(approvalRequest)
    expect([approved.status, approved.text.includes('mqt_')]).toEqual([200, false])
    const { tokens } = (await one.call(serviceTokens.list)).body.data
    const token = tokens.find(({ name }) => name === 'Books')!
    expect([token.last4, token.created_by]).toEqual(['', 'Ada Obi'])
    const fetchSecret = (who: Person) => who.call(serviceTokens.secret, { params: { id: token.id } })
    expect((await fetchSecret(other)).status).toBe(403)
    const both = await Promise.all([fetchSecret(one), fetchSecret(one)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { secret } = both.find(({ status }) => status === 200)!.body.data
    const asProgram = (key: string) =>
      server.call(movies.list, { as: 'nobody', headers: { authorization: `Bearer ${key}` }, query: {} as never })
    expect([(await asProgram(secret)).status, (await asProgram('mqt_')).status]).toEqual([200, 401])
  })
})

test('a call that is refused to somebody is refused before anything is proposed', async () => {
  await setRule(server, 'vouchers', 1)
  const other = await person(server, 'Dayo Ige', ['movies:read'])
  const answer = await other.call(vouchers.create, { body: {}, headers: because('Please') })
  expect([answer.status, answer.problem.code]).toEqual([403, undefined])
  const url = addressOf(approvals.list)
  expect((await server.inject({ method: 'GET', url })).statusCode).toBe(401)
})
