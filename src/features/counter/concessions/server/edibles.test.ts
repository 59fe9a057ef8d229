import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { concessions } from '../contract.ts'
import { counter, IKEJA, JABI, LEKKI } from './test/counter.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { edibles, type Edible } from '../product-contract.ts'
import { messages } from '../product-rules.ts'

type Query = Input<(typeof edibles)['list']['query']>

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await counter(server)
  // Coke was added late on the day before in Lagos, which is another day in UTC.
  await server.db.execute(sql`update products set created_at = '2026-11-19T23:30:00Z' where rosetta_id = '00201'`)
})
afterAll(() => server.close())

const list = async (query: Query = {}) => (await server.call(edibles.list, { query })).body.data
const page = async (query: Query) =>
  (await list({ page: 1, ...query })) as { concessions: Edible[]; totalCount: number }
const names = async (query: Query) => (await page(query)).concessions.map(({ name }) => name)

describe('food and beverages', () => {
  // Clauses: operations 201, 384
  test('all of them with their price at each cinema; merchandise is none of them', async () => {
    const all = (await list()) as Edible[]
    expect(all.map(({ name }) => name)).toEqual([
      '3D glasses',
      'Caramel popcorn',
      'Coke 50 cl',
      'Combo for two',
      'Family combo',
      'Popcorn, large',
    ])
    expect(all.find(({ name }) => name === 'Popcorn, large')).toEqual({
      id: expect.any(Number),
      rosetta_product_id: '00101',
      name: 'Popcorn, large',
      category: 'Popcorn',
      type: 'Food',
      flavour: 'Salted',
      size: 'Large',
      hpok: 'HO101',
      price: 3000,
      highest_price: 4500,
      image_url: null,
      createdAt: '2026-11-21T09:00:00.000Z',
      concessions: [
        { id: expect.any(Number), cinema_id: IKEJA, cinema_name: 'Ikeja', city: 'Lagos', price: 4500, isActive: true },
        {
          id: expect.any(Number),
          cinema_id: JABI,
          cinema_name: 'Jabi',
          city: 'Abuja (FCT)',
          price: 3000,
          isActive: true,
        },
        { id: expect.any(Number), cinema_id: LEKKI, cinema_name: 'Lekki', city: 'Lagos', price: 3000, isActive: true },
      ],
    })
  })

  // Clauses: operations 55-56, 62
  test.each<[Query, string[]]>([
    [{ type: 'Drinks' }, ['Coke 50 cl']],
    [{ type: 'Glasses' }, ['3D glasses']],
    [{ flavour: 'Sweet' }, ['Caramel popcorn', 'Coke 50 cl']],
    [{ flavour: 'Sweet', type: 'Food' }, ['Caramel popcorn']],
    [{ search: 'POPCORN' }, ['Caramel popcorn', 'Popcorn, large']],
    [{ search: '00201' }, ['Coke 50 cl']],
    [{ search: 'ho104' }, ['Caramel popcorn']],
    [{ search: '%' }, []],
    [{ start_date: '2026-11-20', end_date: '2026-11-20' }, ['Coke 50 cl']],
    [{ end_date: '2026-11-19' }, []],
    [{ start_date: '2026-11-21', type: 'Glasses' }, ['3D glasses']],
    [
      { sort: '-price', perPage: 5 },
      ['Family combo', 'Combo for two', 'Caramel popcorn', 'Popcorn, large', '3D glasses'],
    ],
    [{ sort: 'price', perPage: 2 }, ['Coke 50 cl', '3D glasses']],
    [{ sort: '-name', perPage: 1 }, ['Popcorn, large']],
    [{ sort: 'createdAt', perPage: 1 }, ['Coke 50 cl']],
    [{ sort: '-size', perPage: 1 }, ['Caramel popcorn']],
    [{ sort: '-hpok', perPage: 1 }, ['Caramel popcorn']],
    [{ sort: '-type', perPage: 1 }, ['3D glasses']],
    [{ sort: '-flavour', perPage: 1 }, ['Caramel popcorn']],
    [{ perPage: 5, page: 2 }, ['Popcorn, large']],
    [{ perPage: 5, page: 3 }, []],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a page says how many there are in all', async () => {
    expect((await page({ perPage: 5, page: 3 })).totalCount).toBe(6)
    expect((await page({ type: 'Drinks' })).totalCount).toBe(1)
  })

  test.each([
    [{ type: 'Shoes' }, 'type', messages.badType],
    [{ flavour: 'Bitter' }, 'flavour', messages.badFlavour],
    [{ start_date: '20/11/2026' }, 'start_date', 'Enter a date as YYYY-MM-DD'],
    [{ page: 0 }, 'page', 'page starts at 1'],
    [{ perPage: 101 }, 'perPage', 'perPage is at most 100'],
  ])('%j is refused: %s, %s', async (query, field, message) => {
    const answer = await server.call(edibles.list, { query: query as Query })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  // Clauses: operations 385
  test('one of them; what is merchandise, and what there is not, is none', async () => {
    const [first] = (await list()) as Edible[]
    const fetch = (id: number | string) => server.call(concessions.fetch, { params: { id: String(id) } })
    expect((await fetch(first!.id)).body.data).toEqual(first)
    const { rows } = await server.db.execute<{ id: number }>(sql`select id from products where kind = 'merchandise'`)
    for (const id of [rows[0]!.id, 999_999, 'popcorn', '9'.repeat(20)])
      expect((await fetch(id)).problem).toEqual({ status: 404, message: 'Food or beverage not found' })
  })

  test('one that no cinema sells any more leaves the list, and can still be looked at', async () => {
    const [first] = (await list()) as Edible[]
    await server.db.execute(sql`update cinema_products set listed_since = null where product_id = ${first!.id}`)
    expect(await names({ search: first!.name })).toEqual([])
    const answer = await server.call(concessions.fetch, { params: { id: String(first!.id) } })
    expect(answer.body.data).toMatchObject({ name: first!.name, concessions: [] })
    await server.db.execute(sql`update cinema_products set listed_since = now() where product_id = ${first!.id}`)
  })

  // Clauses: operations 66
  test('the CSV holds the table, in the columns that are asked for', async () => {
    const lines = async (query: object) =>
      (await server.call(edibles.listCsv, { query })).text.replace('\uFEFF', '').trim().split('\r\n')
    const full = await server.call(edibles.listCsv)
    expect(full.headers['content-disposition']).toBe('attachment; filename="food-and-beverages.csv"')
    expect(await lines({ flavour: 'Sweet' })).toEqual([
      'Name,Type,Flavour,Size,HPOK,Price,Date added',
      'Caramel popcorn,Food,Sweet,Large,HO104,3200.00 – 4800.00,21/11/2026',
      'Coke 50 cl,Drinks,Sweet,50 cl,,800.00 – 1200.00,20/11/2026',
    ])
    expect(await lines({ type: 'Glasses', columns: 'price,name' })).toEqual([
      'Price,Name',
      '1000.00 – 1500.00,3D glasses',
    ])
    expect((await server.call(edibles.listCsv, { query: { columns: 'secret' } })).status).toBe(422)
  })
})

describe('cinemas', () => {
  // Clauses: operations 202, 386
  test('by name with their city; on request with what they sell', async () => {
    const plain = await server.call(edibles.cinemas)
    expect(plain.body.data).toEqual([
      { id: IKEJA, cinema_name: 'Ikeja', city: 'Lagos' },
      { id: JABI, cinema_name: 'Jabi', city: 'Abuja (FCT)' },
      { id: LEKKI, cinema_name: 'Lekki', city: 'Lagos' },
    ])
    const full = await server.call(edibles.cinemas, { query: { $include: 'concessions' } })
    const jabi = full.body.data.find(({ id }) => id === JABI)!
    expect(jabi.concessions!.map(({ name, price }) => [name, price])).toEqual([
      ['3D glasses', 1000],
      ['Caramel popcorn', 3200],
      ['Coke 50 cl', 800],
      ['Popcorn, large', 3000],
    ])
    expect(jabi.concessions![0]).toMatchObject({ rosetta_product_id: '00601', type: 'Glasses', isActive: true })
  })

  test('anything else to include is refused', async () => {
    const answer = await server.call(edibles.cinemas, { query: { $include: 'halls' as never } })
    expect(answer.problem).toMatchObject({ status: 422, message: messages.badInclude })
  })
})
