import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOut } from '#features/sales/trade/server/public.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { tiers, type Plan } from '../contract.ts'
import { messages } from '../rules.ts'
import { PLANS as SOLD_IN_DEMO } from '#demo/trade/plans.ts'
import { demo } from '#demo/parts/tiers.ts'
import { planOfName, soldPlans } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const body = (name: string, more: object = {}) => ({
  product_name: name,
  product_price: 9000,
  tickets: 4,
  concession_discount: 10,
  is_multi_user: false,
  ...more,
})
const create = (name: string, more: object = {}) => server.call(tiers.create, { body: body(name, more) })
const made = async (name: string, more: object = {}): Promise<Plan> => (await create(name, more)).body.data
const change = (id: number, given: object) => server.call(tiers.change, { params: { id }, body: given })
const retire = (id: number) => server.call(tiers.retire, { params: { id } })
const restore = (id: number) => server.call(tiers.restore, { params: { id } })
const list = async () => (await server.call(tiers.list)).body.data
const names = async () => (await list()).map(({ product_name: name }) => name)
const clear = () =>
  server.db.transaction(async (tx) => {
    await tx.execute(sql`delete from plan_names`)
    await tx.execute(sql`delete from plans`)
  })

// Clauses: operations 186, 366
test('a plan is made: its id is from 401 on, its price in naira', async () => {
  const answer = await create('Fan', { product_price: 5000.5 })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    message: messages.created,
    data: {
      product_id: 401,
      product_name: 'Fan',
      product_price: 5000.5,
      tickets: 4,
      concession_discount: 10,
      is_multi_user: false,
      place: 1,
      customers: 0,
      retired_at: null,
      version: 1,
    },
  })
  expect(await list()).toEqual([answer.body.data])
  await clear()
})

test.each([
  [{ product_name: ' ' }, 'product_name', messages.noName],
  [{ product_name: 'x'.repeat(101) }, 'product_name', 'Enter up to 100 characters'],
  [{ product_price: undefined }, 'product_price', messages.noPrice],
  [{ product_price: -1 }, 'product_price', messages.badPrice],
  [{ product_price: 0.001 }, 'product_price', messages.badPrice],
  [{ tickets: undefined }, 'tickets', messages.noTickets],
  [{ tickets: 1.5 }, 'tickets', messages.badTickets],
  [{ concession_discount: undefined }, 'concession_discount', messages.noDiscount],
  [{ concession_discount: 101 }, 'concession_discount', messages.badDiscount],
  [{ place: 0 }, 'place', messages.badPlace],
])('%j is refused: %s, %s', async (wrong, field, message) => {
  const answer = await create('Bad', wrong)
  expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message }] })
})

test('two plans of one name are not sold at the same time, whatever its letters', async () => {
  await made('Buff')
  const twice = await create('BUFF')
  expect(twice.problem).toMatchObject({ status: 422, errors: [{ field: 'product_name', message: messages.nameInUse }] })
  const other = await made('Fan')
  expect((await change(other.product_id, { product_name: 'buff' })).problem.message).toBe(messages.nameInUse)
  await clear()
})

test('a change: what is not sent stays', async () => {
  const plan = await made('Buff')
  const changed = await change(plan.product_id, { product_price: 9500, version: 1 })
  expect(changed.body).toMatchObject({ message: messages.changed, data: { ...plan, product_price: 9500, version: 2 } })
  expect((await change(plan.product_id, { tickets: 6 })).body.data).toMatchObject({ tickets: 6, version: 3 })
  expect((await change(999, { tickets: 6 })).problem).toEqual({ status: 404, message: 'Tier not found' })
  const { rows } = await server.db.execute(sql`
    select summary, before, after from audit_log where action = 'tiers.change' order by id limit 1`)
  expect(rows).toEqual([
    { summary: 'Edited the tier Buff', before: { product_price: 9000 }, after: { product_price: 9500 } },
  ])
  await clear()
})

// Clauses: operations 366
test('plans keep their order, wherever one is put', async () => {
  const [fan, buff, fanatic] = [await made('Fan'), await made('Buff'), await made('Fanatic')]
  await change(fanatic.product_id, { place: 1 })
  expect(await names()).toEqual(['Fanatic', 'Fan', 'Buff'])
  await change(fanatic.product_id, { place: 2 })
  expect(await names()).toEqual(['Fan', 'Fanatic', 'Buff'])
  await made('First', { place: 1 })
  await change(fan.product_id, { place: 99 })
  expect(await names()).toEqual(['First', 'Fanatic', 'Buff', 'Fan'])
  await retire(buff.product_id)
  expect((await list()).map(({ place }) => place)).toEqual([1, 2, 3])
  await restore(buff.product_id)
  expect(await names()).toEqual(['First', 'Fanatic', 'Buff', 'Fan'])
  await clear()
})

test('moved at the same time, every plan has a place of its own', async () => {
  const plans: Plan[] = []
  for (const name of ['A', 'B', 'C', 'D']) plans.push(await made(name))
  await Promise.all([...plans.map(({ product_id: id }) => change(id, { place: 1 })), create('E', { place: 2 })])
  expect((await list()).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
  await clear()
})

test('a retired plan is sold no longer, and comes back as it was', async () => {
  const plan = await made('Buff')
  const retired = await retire(plan.product_id)
  expect(retired.body).toMatchObject({ message: 'Deleted successfully', data: { retired_at: expect.any(String) } })
  expect(await list()).toEqual([])
  expect((await retire(plan.product_id)).problem).toEqual({ status: 409, message: messages.isRetired })
  expect((await change(plan.product_id, { tickets: 1 })).problem).toEqual({ status: 409, message: messages.isRetired })
  const restored = await restore(plan.product_id)
  expect(restored.body).toMatchObject({ message: messages.restored, data: { retired_at: null, product_price: 9000 } })
  expect((await restore(plan.product_id)).problem).toEqual({ status: 409, message: messages.isSold })
  await retire(plan.product_id)
  await made('Buff')
  expect((await restore(plan.product_id)).problem).toEqual({ status: 409, message: messages.nameInUse })
  for (const answer of [await retire(999), await restore(999)])
    expect(answer.problem).toEqual({ status: 404, message: 'Tier not found' })
  await clear()
})

test('a price change keeps what running subscriptions were sold at, and a new name still counts them', async () => {
  const plan = await made('Buff')
  await server.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into customers (source, external_id) values ('shop', 'sub') returning id`)
    const { id } = rows[0]!
    await tx.execute(sql`
      insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
      values ('shop', 'sub', ${id}, 'start', '2026-11-01T09:00:00Z', '2026-11-01', '2026-12-01T09:00:00Z', 'Buff', 900000, 4)`)
    await workOut(tx, 'Africa/Lagos', [id])
  })
  await change(plan.product_id, { product_name: 'Film Buff', product_price: 12_000, tickets: 6 })
  const { rows } = await server.db.execute(sql`select plan, kobo, tickets from subscription_periods`)
  expect(rows).toEqual([{ plan: 'Buff', kobo: 900_000, tickets: 4 }])
  const events = await server.db.execute(sql`select plan, kobo, tickets from subscription_events`)
  expect(events.rows).toEqual([{ plan: 'Buff', kobo: 900_000, tickets: 4 }])
  expect(await list()).toMatchObject([{ product_name: 'Film Buff', product_price: 12_000, customers: 1 }])
  expect(await planOfName(server.db, 'buff')).toMatchObject({ id: plan.product_id, name: 'Film Buff' })
  server.clock.set('2026-12-01T09:00:00Z')
  expect(await list()).toMatchObject([{ customers: 0 }])
  await clear()
})

// Clauses: operations 35-36, 530
test('the CSV holds the table, in the columns that are asked for', async () => {
  await made('Buff', { is_multi_user: true, product_price: 9000.5 })
  const full = await server.call(tiers.listCsv)
  expect(full.headers['content-disposition']).toBe('attachment; filename="subscription-tiers.csv"')
  const [head, row] = full.text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe(
    'Subscription Name,Subscription Fee,Subscription ID,Tickets a month,Concession discount (%),Multi User Plan,Subscribers',
  )
  expect(row).toMatch(/^Buff,9000\.50,\d+,4,10,Yes,0$/)
  const some = await server.call(tiers.listCsv, { query: { columns: 'product_price,product_name' } })
  expect(some.text.replace('\uFEFF', '')).toBe('Subscription Fee,Subscription Name\r\n9000.50,Buff\r\n')
  expect((await server.call(tiers.listCsv, { query: { columns: 'secret' } })).status).toBe(422)
  const { rows } = await server.db.execute(sql`select 1 from audit_log where action = 'tiers.listCsv'`)
  expect(rows).toHaveLength(2)
  await clear()
})

test('the demo sells the plans that its trade speaks of, at their prices', async () => {
  await server.db.transaction((tx) => demo(tx, { today: '2026-11-21', now: server.clock.now(), seed: 1 }))
  const sold = (await soldPlans(server.db)).map(({ name, kobo, tickets, concessionDiscount }) => ({
    name,
    kobo,
    tickets,
    discount: concessionDiscount / 100,
  }))
  expect(sold).toEqual(SOLD_IN_DEMO.map(({ churn: _, ...plan }) => plan))
  await clear()
})
