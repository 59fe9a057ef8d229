import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posProduct, type ScriptedPos } from '#server/test/pos.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { messages } from '../rules.ts'
import { takeAtStart, takeProducts, takeProductsJob } from './jobs.ts'
import { counter, IKEJA, JABI, LEKKI, menuOf, PRODUCTS, productOf } from './test/counter.ts'

let server: TestServer
let pos: ScriptedPos
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`
    truncate combo_items, combo_deals, cinema_products, product_syncs, merchandise_sales, products, showtimes, screens,
      cinemas, states, movies, sync_runs cascade`)
  pos = await counter(server)
})

const take = () => takeProducts(server.app)
const change = (cinemaId: string, id: string, more: object) => {
  const list = pos.has.products![cinemaId]!
  pos.has.products![cinemaId] = list.map((product) => (product.id === id ? { ...product, ...more } : product))
}
const names = async (cinemaId: string) =>
  (await menuOf(server, cinemaId)).concessions.map(({ categoryName, products }) => [
    categoryName,
    products.map(({ product_name }) => product_name),
  ])
/** Every row with the transaction that wrote it. */
const asWritten = async () =>
  (
    await server.db.execute(sql`
      select 'p' || id as id, xmin::text, ctid::text from products
      union all select 'c' || id, xmin::text, ctid::text from cinema_products order by 1`)
  ).rows

describe('taking what the cinemas sell from the point of sale', () => {
  // Clauses: operations 208, 416, 441
  test('products come by category with their ids as text, their prices by cinema, and combo deals as the last group', async () => {
    expect(await names(LEKKI)).toEqual([
      ['3D glasses', ['3D glasses']],
      ['Combos', ['Combo for two', 'Family combo']],
      ['Drinks', ['Coke 50 cl']],
      ['Popcorn', ['Caramel popcorn', 'Popcorn, large']],
      ['Souvenirs', ['Popcorn bucket']],
      ['ComboDeals', []],
    ])
    expect((await names(JABI)).map(([category]) => category)).not.toContain('Combos')
    expect(await productOf(server, LEKKI, 'Coke 50 cl')).toMatchObject({
      product_id: '00201',
      display_price: 800,
      product_price: 800,
      pos_price: 800,
      isActive: true,
      isDeactivated: false,
      isSold: true,
      image_url: null,
      combo_items: [],
      problems: [],
    })
    expect((await productOf(server, IKEJA, 'Coke 50 cl')).display_price).toBe(1200)
    expect(await menuOf(server, LEKKI)).toMatchObject({
      cinema_id: LEKKI,
      cinema_name: 'Lekki',
      as_of: TEST_NOW,
      failing_since: null,
      reason: null,
      refusal: null,
    })
  })

  test('a second time writes nothing', async () => {
    const before = await asWritten()
    expect(await take()).toBeUndefined()
    expect(await asWritten()).toEqual(before)
  })

  test('a price and a name follow; what staff gave stays', async () => {
    const coke = await productOf(server, LEKKI, 'Coke 50 cl')
    await server.db.execute(
      sql`update cinema_products set is_active = false, override_kobo = 90000 where id = ${coke.id}`,
    )
    await server.db.execute(sql`update products set image = '/api/files/a.jpg' where rosetta_id = '00201'`)
    change(LEKKI, '00201', { kobo: 100_000, name: 'Coke 60 cl', category: 'Soft drinks' })
    await take()
    expect(await productOf(server, LEKKI, 'Coke 60 cl')).toMatchObject({
      id: coke.id,
      product_category_name: 'Soft drinks',
      pos_price: 1000,
      display_price: 900,
      hasOwnPrice: true,
      isActive: false,
      image_url: '/api/files/a.jpg',
      version: coke.version + 1,
    })
  })

  test('a name that differs between cinemas is that of the first one that sells it', async () => {
    change(IKEJA, '00201', { name: 'Coca-Cola' })
    await take()
    expect(await productOf(server, IKEJA, 'Coke 50 cl')).toBeDefined()
    const before = await asWritten()
    await take()
    expect(await asWritten()).toEqual(before)
    pos.has.products![LEKKI] = PRODUCTS.filter(({ id }) => id !== '00201')
    await take()
    await take()
    expect((await productOf(server, IKEJA, 'Coca-Cola')).product_id).toBe('00201')
  })

  test('a product that is gone leaves the menu, and comes back with what staff gave it', async () => {
    const glasses = await productOf(server, LEKKI, '3D glasses')
    await server.db.execute(sql`update cinema_products set is_active = false where id = ${glasses.id}`)
    pos.has.products![LEKKI] = PRODUCTS.filter(({ id }) => id !== '00601')
    await take()
    expect(await productOf(server, LEKKI, '3D glasses')).toBeUndefined()
    expect(await productOf(server, IKEJA, '3D glasses')).toBeDefined()
    pos.has.products![LEKKI] = PRODUCTS
    await take()
    expect(await productOf(server, LEKKI, '3D glasses')).toMatchObject({ id: glasses.id, isActive: false })
  })

  test('an id that is told twice counts once', async () => {
    pos.has.products![LEKKI] = [...PRODUCTS, posProduct('00201', 'Coke twice', 850)]
    expect(await take()).toBeUndefined()
    expect(await productOf(server, LEKKI, 'Coke twice')).toMatchObject({ product_id: '00201', display_price: 850 })
  })
})

describe('when the point of sale fails', () => {
  test('the last good menu stays, with since when and why; success ends it', async () => {
    const before = await asWritten()
    pos.fault = { reason: 'The point of sale did not answer within 15 seconds' }
    server.clock.set('2026-11-21T09:30:00Z')
    expect(await take()).toBe(pos.fault.reason)
    server.clock.set('2026-11-21T10:00:00Z')
    pos.fault = { reason: 'The point of sale rejected our access key' }
    await take()
    expect(await asWritten()).toEqual(before)
    expect(await menuOf(server, LEKKI)).toMatchObject({
      as_of: TEST_NOW,
      failing_since: '2026-11-21T09:30:00.000Z',
      reason: 'The point of sale rejected our access key',
    })
    pos.fault = undefined
    await take()
    expect(await menuOf(server, LEKKI)).toMatchObject({
      as_of: '2026-11-21T10:00:00.000Z',
      failing_since: null,
      reason: null,
    })
  })

  test('one cinema that fails does not keep the others from following', async () => {
    pos.fault = { reason: 'The point of sale closed the connection early', cinemaId: LEKKI }
    for (const cinemaId of [LEKKI, IKEJA]) change(cinemaId, '00201', { kobo: 99_900 })
    expect(await take()).toBe(pos.fault.reason)
    expect((await productOf(server, LEKKI, 'Coke 50 cl')).pos_price).toBe(800)
    expect((await productOf(server, IKEJA, 'Coke 50 cl')).pos_price).toBe(999)
    expect((await menuOf(server, IKEJA)).failing_since).toBeNull()
  })

  test('an answer that cannot be stored is a failure of its cinema alone', async () => {
    change(LEKKI, '00201', { name: 'Coke\u0000' })
    change(IKEJA, '00201', { kobo: 1e20 })
    change(JABI, '00201', { kobo: 99_900 })
    expect(await take()).toBe('The response of the point of sale could not be stored')
    expect((await productOf(server, JABI, 'Coke 50 cl')).pos_price).toBe(999)
    for (const [cinemaId, price] of [
      [LEKKI, 800],
      [IKEJA, 1200],
    ] as const) {
      expect((await productOf(server, cinemaId, 'Coke 50 cl')).pos_price).toBe(price)
      expect(await menuOf(server, cinemaId)).toMatchObject({
        failing_since: TEST_NOW,
        reason: 'The response of the point of sale could not be stored',
      })
    }
  })

  test('a product that cannot be read keeps its price, and stays on sale; with an id that is unknown all do', async () => {
    pos.has.products![LEKKI] = PRODUCTS.filter(({ id }) => id !== '00201').slice(1)
    pos.unread.products = [{ id: '00201', name: 'Product 00201', what: 'PriceInCents is missing' }]
    await take()
    const onSale = async () =>
      (
        await server.db.execute(sql`
          select count(*)::int as n from cinema_products where cinema_id = ${LEKKI} and listed_since is not null`)
      ).rows[0]!.n
    expect(await productOf(server, LEKKI, 'Coke 50 cl')).toMatchObject({ pos_price: 800, isActive: true })
    expect(await onSale()).toBe(PRODUCTS.length - 1)
    pos.has.products![LEKKI] = []
    pos.unread.products = [{ id: null, name: 'A product without an ID', what: 'Id is missing' }]
    expect(await take()).toBeUndefined()
    expect(await onSale()).toBe(PRODUCTS.length - 1)
  })

  test('three that always fail do not keep the others waiting', async () => {
    const WARRI = '0030'
    pos.has.cinemas = [...pos.has.cinemas, posCinema(WARRI, 'Warri', 'Delta')]
    pos.has.products![WARRI] = PRODUCTS
    await syncSchedule(server.app)
    const requested: string[] = []
    server.app.pos = {
      ...pos,
      products: async (cinemaId) => {
        requested.push(cinemaId)
        if (cinemaId !== WARRI) throw new IntegrationError('The point of sale reported an error (500)')
        return pos.products!(cinemaId)
      },
    }
    for (const at of ['2026-11-21T09:30:00Z', '2026-11-21T10:00:00Z', '2026-11-21T10:30:00Z']) {
      server.clock.set(at)
      await take()
    }
    expect(requested).toEqual([WARRI, LEKKI, IKEJA, JABI, LEKKI, IKEJA, JABI, WARRI, LEKKI, IKEJA, JABI])
    expect((await menuOf(server, WARRI)).as_of).toBe('2026-11-21T10:30:00.000Z')
  })

  test('an answer without any product is a failure; a cinema that never had one may have none', async () => {
    pos.has.products![LEKKI] = []
    expect(await take()).toBe('The point of sale returned no products')
    expect(await productOf(server, LEKKI, 'Coke 50 cl')).toBeDefined()
    await server.db.execute(sql`truncate cinema_products, products cascade`)
    pos.has.products = {}
    expect(await take()).toBeUndefined()
    expect(await names(LEKKI)).toEqual([['ComboDeals', []]])
  })
})

describe('by itself', () => {
  test('the job fails with the reason, so that it is tried again', async () => {
    pos.fault = { reason: 'The point of sale reported an error (500)' }
    await expect(takeProductsJob.run(server.app, {})).rejects.toThrow(pos.fault.reason)
    pos.fault = undefined
    await takeProductsJob.run(server.app, {})
    expect((await menuOf(server, LEKKI)).failing_since).toBeNull()
  })

  test('at the start it is asked for when it is due', async () => {
    server.clock.set('2026-11-21T09:29:00Z')
    await takeAtStart(server.app)
    await server.runJobs()
    expect((await menuOf(server, LEKKI)).as_of).toBe(TEST_NOW)
    server.clock.set('2026-11-21T09:31:00Z')
    await takeAtStart(server.app)
    await server.runJobs()
    expect((await menuOf(server, LEKKI)).as_of).toBe('2026-11-21T09:31:00.000Z')
  })

  test('a point of sale that tells no products says so, and nothing is taken', async () => {
    server.app.pos = { ...pos, products: undefined }
    server.clock.set('2026-11-22T09:00:00Z')
    await takeProductsJob.run(server.app, {})
    await takeAtStart(server.app)
    await server.runJobs()
    expect(await menuOf(server, LEKKI)).toMatchObject({ as_of: TEST_NOW, refusal: messages.notReported })
  })

  test('the made-up chain does not fill a real one', async () => {
    server.app.pos = { ...pos, kind: 'embedded' }
    server.clock.set('2026-11-22T09:00:00Z')
    await takeProductsJob.run(server.app, {})
    expect(await menuOf(server, LEKKI)).toMatchObject({ as_of: TEST_NOW, refusal: messages.noSource })
  })

  test('a cinema that closes takes its products off the lists', async () => {
    pos.has.cinemas = pos.has.cinemas.filter(({ id }) => id !== JABI)
    await syncSchedule(server.app)
    pos.fault = { reason: 'is not asked', cinemaId: JABI }
    expect(await take()).toBeUndefined()
  })
})
