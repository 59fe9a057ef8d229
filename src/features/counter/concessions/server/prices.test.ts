import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { rngOf } from '#demo/random.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { concessions } from '../contract.ts'
import { priceChanges } from '../price-contract.ts'
import { messages } from '../price-rules.ts'
import { counter, IKEJA, JABI, LEKKI, productOf } from './test/counter.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await counter(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`truncate combo_items, combo_deals, price_change_prices, price_changes`)
  await server.db.execute(sql`update cinema_products set is_active = true, override_kobo = null, override_since = null`)
})

const LARGE = '00101'
const COKE = '00201'
const COMBO = '00501'
/** 21/11/2026 is today. */
const plan = {
  product_ids: [LARGE],
  cinema_ids: [LEKKI],
  how: 'percent' as const,
  value: -10,
  from_day: '2026-12-01',
  until_day: '2026-12-31',
}
const create = (more: object = {}, headers: Record<string, string> = {}) =>
  server.call(priceChanges.create, { body: { name: 'December', ...plan, ...more }, headers })
const preview = (more: object = {}) => server.call(priceChanges.preview, { body: { ...plan, ...more } })
const previewPrices = async (more: object = {}) =>
  (await server.call(priceChanges.previewPrices, { body: { ...plan, ...more } })).body.data.prices
const cancel = (id: number) => server.call(priceChanges.cancel, { params: { id } })
const made = async (more: object = {}) => {
  const answer = await create(more)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
const priceOf = async (name = 'Popcorn, large', cinema = LEKKI) => (await productOf(server, cinema, name)).display_price
const setPrice = async (display_price: number | null, cinema = LEKKI) =>
  (
    await server.call(concessions.atCinemas, {
      params: { id: LARGE },
      body: { cinemas: [{ cinema_id: cinema }], display_price },
    })
  ).body.data.results[0]!

describe('the price of a product at a cinema', () => {
  test('is the change’s from midnight of its first day to that after its last, in the chain’s zone', async () => {
    const change = await made()
    expect(change).toMatchObject({ state: 'planned', products: 1, cinemas: 1, prices: 1, value: -10, step: 50 })
    for (const [at, price, state] of [
      ['2026-11-30T22:59:59.999Z', 3000, 'planned'],
      ['2026-11-30T23:00:00.000Z', 2700, 'running'],
      ['2026-12-31T22:59:59.999Z', 2700, 'running'],
      ['2026-12-31T23:00:00.000Z', 3000, 'ended'],
    ] as const) {
      server.clock.set(at)
      const { body } = await server.call(priceChanges.fetch, { params: { id: change.id } })
      expect([at, await priceOf(), body.data.state]).toEqual([at, price, state])
    }
  })

  test('is that of a change from today at once; taken back, it is as before', async () => {
    const change = await made({ from_day: '2026-11-21', until_day: null, how: 'price', value: 2500 })
    expect(await priceOf()).toBe(2500)
    expect(await priceOf('Popcorn, large', IKEJA)).toBe(4500)
    expect((await cancel(change.id)).body).toMatchObject({
      message: messages.cancelled,
      data: { state: 'cancelled', cancelled_by: expect.any(String) },
    })
    expect(await priceOf()).toBe(3000)
    expect((await cancel(change.id)).problem).toEqual({ status: 409, message: messages.isCancelled })
  })

  test('with an end counts over one for good; of those for good the last that began does, also what staff set', async () => {
    await made({ name: 'New year', from_day: '2026-11-22', until_day: null, how: 'price', value: 3300 })
    await made({ from_day: '2026-11-22', until_day: '2026-11-24' })
    server.clock.set('2026-11-23T12:00:00Z')
    // Ten percent of what it costs at that instant, from when it begins.
    expect(await priceOf()).toBe(2950)
    const set = await setPrice(3600)
    expect(set.message).toBe('₦2,950 by “December”, ₦3,600 without it, active')
    expect(await priceOf()).toBe(2950)
    server.clock.set('2026-11-25T12:00:00Z')
    expect(await priceOf()).toBe(3600)
    await made({ name: 'Again', from_day: '2026-11-26', until_day: null, how: 'price', value: 3800 })
    server.clock.set('2026-11-26T12:00:00Z')
    expect(await priceOf()).toBe(3800)
    await setPrice(null)
    expect(await priceOf()).toBe(3000)
  })

  test('is told everywhere', async () => {
    await made({ from_day: '2026-11-21', how: 'price', value: 2500 })
    expect(await productOf(server, LEKKI, 'Popcorn, large')).toMatchObject({
      display_price: 2500,
      pos_price: 3000,
      own_price: null,
      price_change: { name: 'December', ends_at: '2026-12-31T23:00:00.000Z' },
    })
    const { body } = await server.call(concessions.rosetta, { params: { id: LARGE } })
    expect(body.data.cinemas.map((one) => one.display_price)).toEqual([4500, 3000, 2500])
  })
})

test('whatever is planned, each day has one price: of what ends, else what began last', async () => {
  const dayOf = (day: number) => `2026-12-${String(day).padStart(2, '0')}`
  const rng = rngOf('price changes')
  const standing: { from: number; until: number | null; price: number }[] = []
  for (let n = 0; n < 60; n++) {
    const from = rng.int(1, 20)
    const until = rng.chance(0.4) ? null : from + rng.int(0, 4)
    const price = 1000 + n
    const { status } = await create({
      name: `Plan ${n}`,
      how: 'price',
      value: price,
      from_day: dayOf(from),
      until_day: until && dayOf(until),
    })
    const meets = standing.some((other) =>
      until === null
        ? other.until === null && other.from === from
        : other.until !== null && other.from <= until && other.until >= from,
    )
    expect([n, status]).toEqual([n, meets ? 409 : 201])
    if (!meets) standing.push({ from, until, price })
  }
  for (let day = 1; day <= 25; day++) {
    server.clock.set(`${dayOf(day)}T12:00:00Z`)
    const on = standing.filter(({ from, until }) => from <= day && (until ?? day) >= day)
    const last = on.toSorted((a, b) => Number(a.until === null) - Number(b.until === null) || b.from - a.from)[0]
    expect([day, await priceOf()]).toEqual([day, last?.price ?? 3000])
  }
})

describe('a plan', () => {
  test('shows each price before and after, and what its cinemas do not sell', async () => {
    const more = { product_ids: [LARGE, COMBO], cinema_ids: [LEKKI, IKEJA, JABI], value: 5 }
    const { body } = await preview(more)
    expect(
      (await previewPrices(more)).map((one) => [one.cinema_name, one.product_name, one.before, one.after]),
    ).toEqual([
      ['Ikeja', 'Combo for two', 5250, 5500],
      ['Ikeja', 'Popcorn, large', 4500, 4750],
      ['Jabi', 'Popcorn, large', 3000, 3150],
      ['Lekki', 'Combo for two', 3500, 3700],
      ['Lekki', 'Popcorn, large', 3000, 3150],
    ])
    expect(await previewPrices({ ...more, page: 2 })).toEqual([])
    expect(body.data).toMatchObject({ totalCount: 5, up: 5, down: 0, same: 0, not_sold: 1, wrong: 0, refusal: null })
  })

  test('shows the combos that it touches, and what guests save on them', async () => {
    await server.call(concessions.createCombo, {
      body: { rosetta_product_id: COMBO, combo_items: [LARGE, COKE], cinema_id: LEKKI },
    })
    const touched = (await preview({ how: 'amount', value: -400 })).body.data
    expect(touched.combos).toEqual([
      {
        combo_name: 'Combo for two',
        cinema_name: 'Lekki',
        price_before: 3500,
        price_after: 3500,
        parts_before: 3800,
        parts_after: 3400,
        saving_before: 300,
        saving_after: -100,
      },
    ])
    expect([touched.combo_count, touched.combos_above]).toEqual([1, 1])
    expect((await preview({ cinema_ids: [IKEJA] })).body.data.combo_count).toBe(0)
  })

  test('that cannot be says why, and is refused for it', async () => {
    const wrong = (await preview({ how: 'amount', value: -3000 })).body.data
    expect([wrong.wrong, wrong.refusal]).toEqual([1, 'Popcorn, large at Lekki: would cost ₦0 or less'])
    for (const [more, field, message] of [
      [{ from_day: '2026-11-20' }, 'from_day', messages.past],
      [{ until_day: '2026-11-30' }, 'until_day', messages.endsBefore],
      [{ product_ids: ['nothing'] }, 'product_ids', messages.unknownProduct('nothing')],
      [{ cinema_ids: ['9999'] }, 'cinema_ids', messages.unknownCinema('9999')],
      [{ value: 0 }, 'value', messages.badPercent],
      [{ product_ids: [] }, 'product_ids', messages.noProduct],
      [{ product_ids: [LARGE, LARGE] }, 'product_ids', messages.twice],
      [{ step: 7 }, 'step', 'step is one of 1, 10, 50, 100'],
    ] as const)
      expect((await create(more)).problem).toMatchObject({ status: 422, errors: [{ field, message }] })
    expect((await create({ product_ids: [COMBO], cinema_ids: [JABI] })).problem).toEqual({
      status: 409,
      message: messages.noneSold,
    })
  })

  test('is refused by the name of the one that it overlaps', async () => {
    await made({ name: 'Season', product_ids: [LARGE, COKE] })
    const message = '“Season” (01/12/2026 – 31/12/2026) changes Popcorn, large at Lekki on these days'
    const again = { name: 'Other', from_day: '2026-12-31', until_day: '2027-01-05' }
    expect((await preview(again)).body.data).toMatchObject({ overlaps: [message], refusal: message })
    expect((await create(again)).problem).toEqual({ status: 409, message })
    // Not the day after, nor elsewhere, nor for good.
    for (const more of [
      { from_day: '2027-01-01', until_day: '2027-01-05' },
      { cinema_ids: [IKEJA] },
      { until_day: null },
    ])
      expect((await create({ name: 'Other', ...more })).status).toBe(201)
    expect((await create({ name: 'Third', until_day: null })).problem.message).toContain('“Other” (From 01/12/2026)')
  })

  test('does not stand beside itself when it is taken back', async () => {
    const { id } = await made()
    await cancel(id)
    expect((await create()).status).toBe(201)
  })
})

describe('at once', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => index)

  test('of fifty equal plans one is saved', async () => {
    const answers = await Promise.all(fifty.map((index) => create({ name: `Plan ${index}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...fifty.slice(1).map(() => 409)])
    const { rows } = await server.db.execute(sql`select count(*)::int as n from price_change_prices`)
    expect(rows).toEqual([{ n: 1 }])
  })

  test.runIf(inject('database').postgres)('it waits for nobody who tells of the same products', async () => {
    const other = await server.app.database.pool.connect()
    try {
      await other.query('begin; select from cinema_products order by id for no key update')
      expect((await create()).status).toBe(201)
      await other.query('commit')
    } finally {
      other.release()
    }
  })

  test('one that is sent again with its key is the same one', async () => {
    const answers = await Promise.all(fifty.map(() => create({}, { 'idempotency-key': 'prices-of-december' })))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  test('it is taken back once', async () => {
    const { id } = await made()
    const answers = await Promise.all(fifty.map(() => cancel(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...fifty.slice(1).map(() => 409)])
    const { rows } = await server.db.execute(sql`
      select count(*)::int as n from audit_log where action = 'price-changes.cancel' and entity_id = ${String(id)}`)
    expect(rows).toEqual([{ n: 1 }])
  })
})

test('changes are listed by state and name, and in a file', async () => {
  await made({ name: 'December', product_ids: [LARGE, COKE], cinema_ids: [LEKKI, IKEJA] })
  await made({ name: 'Now', product_ids: [COMBO], from_day: '2026-11-21', until_day: null })
  const list = async (query: object) => {
    const { data } = (await server.call(priceChanges.list, { query })).body
    return [data.totalCount, ...data.changes.map(({ name }) => name)]
  }
  expect(await list({})).toEqual([2, 'December', 'Now'])
  expect(await list({ state: 'running' })).toEqual([1, 'Now'])
  expect(await list({ search: 'decem' })).toEqual([1, 'December'])
  expect(await list({ sort: '-name', perPage: 1, page: 2 })).toEqual([2, 'December'])
  expect(await list({ state: 'ended' })).toEqual([0])
  const csv = await server.call(priceChanges.csv, { query: { columns: 'name,state,change,products,cinemas' } })
  expect(csv.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Name,State,Change,Products,Cinemas',
    'December,Planned,"−10%, rounded to ₦50",2,2',
    'Now,Running,"−10%, rounded to ₦50",1,1',
  ])
})

test('the list for a cinema says what to enter at its till', async () => {
  const { id } = await made({ product_ids: [LARGE, COKE], cinema_ids: [LEKKI, IKEJA] })
  const { data } = (await server.call(priceChanges.fetch, { params: { id }, query: { cinema_id: LEKKI } })).body
  expect(data.at.map(({ cinema_name }) => cinema_name)).toEqual(['Ikeja', 'Lekki'])
  expect(data.list.map(({ product_name, before, after }) => [product_name, before, after])).toEqual([
    ['Coke 50 cl', 800, 700],
    ['Popcorn, large', 3000, 2700],
  ])
  const csv = await server.call(priceChanges.pricesCsv, { params: { id }, query: { cinema_id: LEKKI } })
  expect(csv.text.trim().split('\r\n').slice(1)).toEqual([
    'Lekki,00201,Coke 50 cl,Drinks,800.00,700.00,01/12/2026,31/12/2026',
    'Lekki,00101,"Popcorn, large",Popcorn,3000.00,2700.00,01/12/2026,31/12/2026',
  ])
})
