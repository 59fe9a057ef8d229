import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { check } from '#features/operations/rollups/server/check.ts'
import { rebuild } from '#features/operations/rollups/server/rebuild.ts'
import { newShop, rowsOf, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { tickets } from '../contract.ts'
import type { SearchBounds } from '../rules.ts'
import { pageOfLog, completeLog, type Filter } from './store.ts'

type Query = Input<(typeof tickets)['breakdown']['query']>
const ZONE = 'Africa/Lagos'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await newShop(server)
  await addCinemas(server.db, { '0001': 'Lekki', '0002': 'Ikeja' })
  await server.db.execute(sql`
    insert into movies (id, name, title) values ('HO1', 'ANIKULAPO', 'Anikulapo'), ('HO2', 'KING OF BOYS', '')`)
  await shop.sendAll('customers', [
    {
      id: 'ada',
      first_name: 'Ada',
      last_name: 'Okafor',
      email: 'ada@mail.example',
      phone: '+2348031234567',
      registered_at: '2026-01-05T10:00:00Z',
    },
    {
      id: 'ada-2',
      first_name: 'A.',
      last_name: 'Okafor',
      email: 'ada@work.example',
      registered_at: '2026-02-05T10:00:00Z',
    },
    { id: 'lone', first_name: 'Aniekan', last_name: 'Udo', registered_at: '2026-02-05T10:00:00Z' },
  ])
  await shop.sendAll('purchases', [
    bought(
      'o-1',
      '2026-10-01T23:30:00+01:00',
      [ticket({ movie_id: 'HO1', show_at: '2026-10-02T23:30:00+01:00', quantity: 2, amount: 7000 })],
      {
        customer_id: 'ada',
        channel: 'web',
        cinema_id: '0001',
        payment_reference: 'FLW-99120',
      },
    ),
    bought(
      'o-2',
      '2026-10-02T00:30:00+01:00',
      [ticket({ product: 'VIP', movie_id: 'HO2', show_at: '2026-10-03T00:30:00+01:00' })],
      {
        name: 'Tunde Bakare',
        email: 'tunde@guest.example',
        channel: 'mobile',
        cinema_id: '0002',
        payment_reference: 'FLW-99121',
      },
    ),
    bought(
      'o-3',
      '2026-10-02T12:00:00+01:00',
      [
        ticket({
          product: 'Adult',
          movie_id: 'HO1',
          show_at: '2026-10-05T20:00:00+01:00',
          amount: 6000,
          quantity: 2,
          seats: ['F7', 'F8'],
        }),
        { kind: 'concession', product: 'Popcorn', amount: 1500, discount: 150 },
        ticket({ product: 'Child', movie_id: 'HO1', show_at: '2026-10-05T20:00:00+01:00', amount: 1500 }),
      ],
      { customer_id: 'ada-2', cinema_id: '0001', channel: 'web' },
    ),
    bought('o-4', '2026-10-03T12:00:00+01:00', [{ kind: 'concession', amount: 900 }], { customer_id: 'ada' }),
    bought('o-5', '2026-10-04T12:00:00+01:00', [ticket({ amount: 0 })], { customer_id: 'lone', channel: 'mobile' }),
  ])
  await shop.sendAll('refunds', [
    {
      id: 'r-1',
      purchase_id: 'o-1',
      at: '2026-10-05T10:00:00+01:00',
      reason: 'Show cancelled',
      lines: [{ kind: 'ticket', quantity: 2, amount: 7000 }],
    },
    {
      id: 'r-3',
      purchase_id: 'o-3',
      at: '2026-10-05T11:00:00+01:00',
      lines: [
        { kind: 'ticket', quantity: 1, amount: 3000 },
        { kind: 'concession', amount: 500 },
      ],
    },
  ])
  await shop.sendAll('redemptions', [
    { id: 's-3', purchase_id: 'o-3', cinema_id: '0001', at: '2026-10-05T19:40:00+01:00' },
  ])
})
afterAll(() => server?.close())

function bought(id: string, at: string, lines: object[], more: object = {}) {
  return { id, at, lines, ...more }
}
function ticket(more: object = {}) {
  return { kind: 'ticket', amount: 3500, ...more }
}

/** Lines by the shop's name of their purchase and their number, in order. */
const named = async (ids: readonly string[]) => {
  const known = new Map(
    (await rowsOf(server, 'select id, external_id from purchases')).map((row) => [`${row.id}`, row.external_id]),
  )
  return ids.map((id) => id.replace(/^\d+/, (purchase) => String(known.get(purchase))))
}
const list = async (query: Query = {}) => {
  const { body, problem } = await server.call(tickets.breakdown, { query: { page: 1, ...query } })
  if (!body?.data) throw new Error(problem.message)
  return { ids: await named(body.data.tickets.map(({ id }) => id)), total: body.data.totalCount }
}

describe('GET /ticket/ticket-breakdown, a page of it', () => {
  // Clauses: operations 102, 211, 414
  test('a row is a line of tickets with the fields of a ticket log entry, the latest first, 15 a page', async () => {
    const { body } = await server.call(tickets.breakdown, { query: { page: 1 } })
    expect(body.data).toMatchObject({ totalCount: 5, isTruncated: false })
    expect(await named(body.data.tickets.map(({ id }) => id))).toEqual(['o-5-1', 'o-3-3', 'o-3-1', 'o-2-1', 'o-1-1'])
    expect(body.data.tickets[4]).toEqual({
      id: expect.any(String),
      purchase_id: expect.any(Number),
      cinema: 'Lekki',
      customerEmail: 'ada@mail.example',
      customer_name: 'Ada Okafor',
      fwTransactionRef: 'FLW-99120',
      purchasDate: '2026-10-01T22:30:00.000Z',
      ticketType: 'Ticket',
      movieName: 'Anikulapo',
      quantity: 2,
      amount: 7000,
      channel: 'web',
      show_at: '2026-10-02T22:30:00.000Z',
      refund: 'full',
    })
    expect(body.data.tickets[3]).toMatchObject({
      customer_name: 'Tunde Bakare',
      customerEmail: 'tunde@guest.example',
      ticketType: 'VIP',
      movieName: 'KING OF BOYS',
      refund: 'none',
    })
    const many = await server.call(tickets.breakdown, { query: { perPage: 2 } })
    expect(many.body.data.tickets).toHaveLength(2)
  })

  test('a refund comes off the lines of its show in their order; what cost nothing is not refunded by that', async () => {
    const { body } = await server.call(tickets.breakdown, { query: { page: 1 } })
    expect(body.data.tickets.map(({ ticketType, refund }) => [ticketType, refund])).toEqual([
      ['Ticket', 'none'],
      ['Child', 'none'],
      ['Adult', 'part'],
      ['VIP', 'none'],
      ['Ticket', 'full'],
    ])
  })

  test.each<[Query, string[]]>([
    [{ perPage: 2, page: 2 }, ['o-3-1', 'o-2-1']],
    [{ perPage: 2, page: 3 }, ['o-1-1']],
    [{ perPage: 2, page: 4 }, []],
    [{ perPage: 2, page: 1_000_000_000 }, []],
    [{ sort: 'purchasDate', perPage: 2 }, ['o-1-1', 'o-2-1']],
    [{ sort: 'purchasDate', perPage: 2, page: 2 }, ['o-3-1', 'o-3-3']],
    [{ sort: 'purchasDate', perPage: 2, page: 3 }, ['o-5-1']],
    [{ perPage: 2, page: 2, search: 'okafor' }, ['o-1-1']],
  ])('page %j, with the true total', async (query, ids) => {
    expect(await list(query)).toEqual({ ids, total: query.search ? 3 : 5 })
  })

  test.each<[string, Query, string[]]>([
    ['payment at 23:30 is of its day', { start_date: '2026-10-01', end_date: '2026-10-01' }, ['o-1-1']],
    [
      'payment at 00:30 is of the next',
      { start_date: '2026-10-02', end_date: '2026-10-02' },
      ['o-3-3', 'o-3-1', 'o-2-1'],
    ],
    ['from a day on', { start_date: '2026-10-03' }, ['o-5-1']],
    ['until a day, all of it', { end_date: '2026-10-02' }, ['o-3-3', 'o-3-1', 'o-2-1', 'o-1-1']],
    ['a show at 23:30 is of its day', { show_start_date: '2026-10-02', show_end_date: '2026-10-02' }, ['o-1-1']],
    ['a show at 00:30 is of the next', { show_start_date: '2026-10-03', show_end_date: '2026-10-03' }, ['o-2-1']],
    ['shows from a day on', { show_start_date: '2026-10-03' }, ['o-3-3', 'o-3-1', 'o-2-1']],
    ['shows until a day', { show_end_date: '2026-10-03', sort: 'purchasDate' }, ['o-1-1', 'o-2-1']],
    ['cinema', { cinema_id: '0001' }, ['o-3-3', 'o-3-1', 'o-1-1']],
    ['a cinema without tickets', { cinema_id: '0009' }, []],
    ['channel', { channel: 'mobile' }, ['o-5-1', 'o-2-1']],
    ['a channel that nothing was bought through', { channel: 'not_specified' }, []],
    ['several cinemas', { cinema_id: '0001,0002' }, ['o-3-3', 'o-3-1', 'o-2-1', 'o-1-1']],
    [
      'several cinemas from the first on',
      { cinema_id: '0002,0001', sort: 'purchasDate' },
      ['o-1-1', 'o-2-1', 'o-3-1', 'o-3-3'],
    ],
    ['several cinemas, one without tickets', { cinema_id: '0009,0002' }, ['o-2-1']],
    ['several channels', { channel: 'mobile,web' }, ['o-5-1', 'o-3-3', 'o-3-1', 'o-2-1', 'o-1-1']],
    ['several of both', { cinema_id: '0001,0002', channel: 'mobile,not_specified' }, ['o-2-1']],
    [
      'all at once',
      { start_date: '2026-10-02', show_end_date: '2026-10-31', cinema_id: '0001', channel: 'web' },
      ['o-3-3', 'o-3-1'],
    ],
    ['an amount', { amount: '3500' }, ['o-2-1']],
    ['an amount and less, of which nothing was paid for some', { amount: '..1500' }, ['o-5-1', 'o-3-3']],
    ['amounts, both ends included', { amount: '3500..6000', sort: 'purchasDate' }, ['o-2-1', 'o-3-1']],
    ['an amount and more, of a cinema', { amount: '6000..', cinema_id: '0001' }, ['o-3-1', 'o-1-1']],
    ['what nobody paid', { amount: '6000.5..6999.99' }, []],
    ['all of it refunded', { refund: 'full' }, ['o-1-1']],
    ['refunded, in part or all of it', { refund: 'part,full' }, ['o-3-1', 'o-1-1']],
    ['not refunded', { refund: 'none' }, ['o-5-1', 'o-3-3', 'o-2-1']],
    ['a movie', { movie_id: 'HO2' }, ['o-2-1']],
    ['several movies', { movie_id: 'HO1,HO2' }, ['o-3-3', 'o-3-1', 'o-2-1', 'o-1-1']],
    ['a movie that nobody saw', { movie_id: 'HO3' }, []],
    [
      'a movie, an amount and a refund',
      { movie_id: 'HO1', amount: '1000..6500', refund: 'none,part', show_start_date: '2026-10-05' },
      ['o-3-3', 'o-3-1'],
    ],
    ['days the wrong way round', { start_date: '2026-10-04', end_date: '2026-10-01' }, []],
  ])('filter: %s', async (_, query, ids) => {
    expect(await list(query)).toEqual({ ids, total: ids.length })
    // The same rows by hand, without what is kept of days.
    expect(await list({ ...query, search: 'example' })).toEqual({
      ids: ids.filter((id) => id !== 'o-5-1'),
      total: ids.filter((id) => id !== 'o-5-1').length,
    })
  })

  test.each([
    ['a part of a name', 'KAFO', ['o-3-3', 'o-3-1', 'o-1-1']],
    ['first and last name, one of them in an email', 'ada okafor', ['o-3-3', 'o-3-1', 'o-1-1']],
    ['words in another order', 'okafor, a.', ['o-3-3', 'o-3-1']],
    ['an email', 'ada@work', ['o-3-3', 'o-3-1']],
    ['the phone of an account', '3123456', ['o-1-1']],
    ['a phone as people write it', '0803 123 4567', ['o-1-1']],
    ["a guest's name", 'bakare', ['o-2-1']],
    ["a guest's email", 'tunde@guest', ['o-2-1']],
    ['a transaction', 'FLW-99120', ['o-1-1']],
    ['a part of transactions, in any case', 'flw-9912', ['o-2-1', 'o-1-1']],
    ['a movie by its title', 'nikulap', ['o-3-3', 'o-3-1', 'o-1-1']],
    ['a movie by its name at the point of sale', 'king of', ['o-2-1']],
    ['a movie and a name: each line once', 'ani', ['o-5-1', 'o-3-3', 'o-3-1', 'o-1-1']],
    ['wildcards are no wildcards', 'a%o', []],
    ['nobody', 'zzz', []],
  ])('search by %s', async (_, search, ids) => {
    expect(await list({ search })).toEqual({ ids, total: ids.length })
  })

  test('a search that leads to too many lists the newest of it, and says so', async () => {
    const filter = { zone: ZONE, search: 'ani' }
    const page = async (number: number, bounds: SearchBounds) => {
      const {
        tickets: rows,
        totalCount,
        isTruncated,
      } = await pageOfLog(server.db, filter, { page: number, perPage: 2 }, bounds)
      return { ids: await named(rows.map(({ id }) => id)), totalCount, isTruncated }
    }
    // Too many lines of the movie, and of people.
    for (const bounds of [
      { counted: 2, listed: 3, people: 9, movies: 9, sifted: 2 },
      { counted: 2, listed: 3, people: 0, movies: 9, sifted: 2 },
      { counted: 2, listed: 3, people: 9, movies: 0, sifted: 2 },
      { counted: 0, listed: 3, people: 9, movies: 9, sifted: 0 },
    ]) {
      expect(await page(1, bounds)).toEqual({ ids: ['o-5-1', 'o-3-3'], totalCount: 3, isTruncated: true })
      expect(await page(2, bounds)).toEqual({ ids: ['o-3-1'], totalCount: 3, isTruncated: true })
      expect(await page(3, bounds)).toEqual({ ids: [], totalCount: 3, isTruncated: true })
      const { pages } = await completeLog(server.db, { ...filter, sort: 'purchasDate' }, bounds)
      const ids: string[] = []
      for await (const rows of pages) ids.push(...rows.map(({ id }) => id))
      expect(await named(ids)).toEqual(['o-1-1', 'o-3-1', 'o-3-3', 'o-5-1'])
    }
  })

  const foundBy = async (searched: Query, bounds: SearchBounds) => {
    const filter = { zone: ZONE, ...searched } as Filter
    const paged = await pageOfLog(server.db, filter, { page: 1, perPage: 15 }, bounds)
    const { total, pages } = await completeLog(server.db, filter, bounds)
    const ids: string[] = []
    for await (const rows of pages) ids.push(...rows.map(({ id }) => id))
    expect(ids).toEqual(paged.tickets.map(({ id }) => id))
    expect(total).toBe(paged.totalCount)
    return { ids: await named(ids), totalCount: paged.totalCount, isTruncated: paged.isTruncated }
  }

  test.each<[string, Query, number, string[]]>([
    ['a movie that plays now', { search: 'nikulap', end_date: '2026-10-03' }, 3, ['o-3-3', 'o-3-1', 'o-1-1']],
    ['transactions that are alike', { search: 'flw-9912', sort: 'purchasDate' }, 2, ['o-1-1', 'o-2-1']],
    ['one purchase', { search: 'okafor', end_date: '2026-10-03' }, 3, ['o-3-3', 'o-3-1', 'o-1-1']],
  ])('%s at the top of the log does not stand for all of it', async (_, filter, found, ids) => {
    expect(await foundBy(filter, { counted: found, listed: 1, people: 9, movies: 9, sifted: 1 })).toEqual({
      ids,
      totalCount: found,
      isTruncated: false,
    })
  })

  test.each<[Query, string[]]>([
    [{ start_date: '2026-10-02', end_date: '2026-10-02', cinema_id: '0002' }, ['o-2-1']],
    [{ channel: 'mobile', end_date: '2026-10-03' }, ['o-2-1']],
    [{ end_date: '2026-10-01' }, ['o-1-1']],
  ])('of more people than are looked for, the lines of %j are counted', async (filter, ids) => {
    const bounds = { counted: 1, listed: 3, people: 1, movies: 1, sifted: 1 }
    expect(await foundBy({ search: 'example', ...filter }, bounds)).toEqual({ ids, totalCount: 1, isTruncated: false })
    expect(
      await pageOfLog(server.db, { zone: ZONE, search: 'example' }, { page: 1, perPage: 2 }, bounds),
    ).toMatchObject({ totalCount: 3, isTruncated: true })
  })

  test.each<Query>([
    { amount: '..7000' },
    { refund: 'none,part,full' },
    { refund: 'none,part,full', cinema_id: '0001,0002' },
  ])('of %j, which leaves more than is counted, the newest are listed', async (filter) => {
    const bounds = { counted: 2, listed: 3, people: 2, movies: 2, sifted: 2 }
    const all = (await list(filter)).ids
    const page = async (number: number) => {
      const filtered = { zone: ZONE, ...filter } as Filter
      const { tickets: rows, ...rest } = await pageOfLog(server.db, filtered, { page: number, perPage: 2 }, bounds)
      return { ids: await named(rows.map(({ id }) => id)), ...rest }
    }
    expect(await page(1)).toEqual({ ids: all.slice(0, 2), totalCount: 3, isTruncated: true })
    expect(await page(2)).toEqual({ ids: all.slice(2, 3), totalCount: 3, isTruncated: true })
    expect(await page(3)).toEqual({ ids: [], totalCount: 3, isTruncated: true })
    const { total, pages } = await completeLog(server.db, { zone: ZONE, ...filter } as Filter, bounds)
    const ids: string[] = []
    for await (const rows of pages) ids.push(...rows.map(({ id }) => id))
    expect([total, await named(ids)]).toEqual([undefined, all])
  })

  test.each([
    [{ page: 0 }, 'page starts at 1'],
    [{ perPage: 101 }, 'perPage is at most 100'],
    [{ search: 'ab' }, 'Search for at least 3 characters'],
    [{ start_date: '2026-02-30' }, 'Enter a date as YYYY-MM-DD'],
    [{ show_end_date: 'tomorrow' }, 'Enter a date as YYYY-MM-DD'],
    [{ channel: 'fax' }, 'channel is one of web, mobile, not_specified'],
    [{ channel: 'web,fax' }, 'channel is one of web, mobile, not_specified'],
    [{ channel: 'web,-' }, 'This field is never empty'],
    [{ amount: '5000..1000' }, 'The end is before the start'],
    [{ amount: 'much' }, 'Enter an amount or a range of amounts, such as 1000..5000'],
    [{ refund: 'all' }, 'refund is one of none, part, full'],
    [{ movie_id: '-' }, 'This field is never empty'],
    [{ sort: 'name' }, 'sort must be one of purchasDate, with - in front for descending order'],
  ])('%j is refused: %s', async (query, message) => {
    const { status, problem } = await server.call(tickets.breakdown, { query: query as never })
    expect([status, problem.message]).toEqual([422, message])
  })
})

describe('GET /ticket/ticket-breakdown without paging', () => {
  // Clauses: operations 414
  test('answers all rows as one list, and is audited', async () => {
    const answer = await server.call(tickets.breakdown)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const rows = answer.body.data as unknown as { id: string; key?: object }[]
    expect(await named(rows.map(({ id }) => id))).toEqual(['o-5-1', 'o-3-3', 'o-3-1', 'o-2-1', 'o-1-1'])
    const paged = await server.call(tickets.breakdown, { query: { page: 1 } })
    expect(rows).toEqual(paged.body.data.tickets)
    const lines = await rowsOf(server, `select summary from audit_log where entity_id = 'ticket-breakdown'`)
    expect(lines).toEqual([{ summary: 'Exported 5 rows of the ticket log' }])
  })

  test('with a filter, and of nothing an empty list', async () => {
    const some = await server.call(tickets.breakdown, { query: { cinema_id: '0002' } })
    expect(some.body.data).toHaveLength(1)
    expect((await server.call(tickets.breakdown, { query: { search: 'zzz' } })).body.data).toEqual([])
  })
})

describe('ticket-logs.csv', () => {
  const file = async (query: Input<(typeof tickets)['csv']['query']> = {}) => {
    const { status, headers, text } = await server.call(tickets.csv, { query })
    expect(status).toBe(200)
    return {
      name: /filename="(.+)"/.exec(String(headers['content-disposition']))![1],
      rows: text.replace('\ufeff', '').trim().split('\r\n'),
      total: headers['x-total-count'],
    }
  }

  // Clauses: operations 101
  test('has every column, and dates of the chain', async () => {
    const { name, rows, total } = await file({ sort: 'purchasDate' })
    expect([name, total]).toEqual(['ticket-logs.csv', '5'])
    expect(rows.slice(0, 3)).toEqual([
      'Date Purchased,Name,Email,Ticket Type,Movie Title,Transaction ID,Cinema,Tickets,Amount,Show,Channel,Refund',
      '01/10/2026 23:30,Ada Okafor,ada@mail.example,Ticket,Anikulapo,FLW-99120,Lekki,2,7000.00,02/10/2026 23:30,Web,Refunded',
      '02/10/2026 00:30,Tunde Bakare,tunde@guest.example,VIP,KING OF BOYS,FLW-99121,Ikeja,1,3500.00,03/10/2026 00:30,Mobile,',
    ])
  })

  test('has what the screen shows, by its filters, and is audited', async () => {
    const { rows, total } = await file({ search: 'okafor', channel: 'web', columns: 'ticketType,quantity' })
    expect([rows, total]).toEqual([['Ticket Type,Tickets', 'Child,1', 'Adult,2', 'Ticket,2'], '3'])
    const lines = await rowsOf(
      server,
      `select summary from audit_log where entity_id = 'ticket-logs.csv' order by id desc limit 1`,
    )
    expect(lines).toEqual([{ summary: 'Exported 3 rows of the ticket log' }])
    const narrowed = await file({ movie_id: 'HO1', amount: '..6000', refund: 'part', columns: 'amount,refund' })
    expect([narrowed.rows, narrowed.total]).toEqual([['Amount,Refund', '6000.00,Partly refunded'], '1'])
  })

  test('refuses a column that it does not have', async () => {
    const { status, problem } = await server.call(tickets.csv, { query: { columns: 'customer_name,password' } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'columns'])
  })
})

describe('GET /ticket/purchases/{id}', () => {
  const idOf = async (reported: string) =>
    (await rowsOf(server, `select id from purchases where external_id = '${reported}'`))[0]!.id as number

  test('the whole purchase with what came back of it', async () => {
    const { body } = await server.call(tickets.purchase, { params: { id: await idOf('o-3') } })
    expect(body.data).toEqual({
      id: expect.any(Number),
      booking_id: 'o-3',
      source: 'web-shop',
      purchasDate: '2026-10-02T11:00:00.000Z',
      channel: 'web',
      cinema: 'Lekki',
      customer_id: await shop.idOf('ada-2'),
      customer_name: 'A. Okafor',
      customerEmail: 'ada@work.example',
      phone: '',
      fwTransactionRef: '',
      payment_id: expect.any(Number),
      referral_code: '',
      amount: 9000,
      refunded: 3500,
      refund: 'part',
      redeemed: { tickets: 1, at: '2026-10-05T18:40:00.000Z' },
      lines: [
        {
          n: 1,
          kind: 'ticket',
          name: 'Adult',
          quantity: 2,
          amount: 6000,
          discount: 0,
          movieName: 'Anikulapo',
          show_at: '2026-10-05T19:00:00.000Z',
          seats: ['F7', 'F8'],
        },
        {
          n: 2,
          kind: 'concession',
          name: 'Popcorn',
          quantity: 1,
          amount: 1500,
          discount: 150,
          movieName: '',
          show_at: null,
          seats: [],
        },
        {
          n: 3,
          kind: 'ticket',
          name: 'Child',
          quantity: 1,
          amount: 1500,
          discount: 0,
          movieName: 'Anikulapo',
          show_at: '2026-10-05T19:00:00.000Z',
          seats: [],
        },
      ],
      refunds: [
        {
          id: expect.any(Number),
          at: '2026-10-05T10:00:00.000Z',
          reason: '',
          amount: 3500,
          lines: [
            { kind: 'ticket', quantity: 1, amount: 3000 },
            { kind: 'concession', quantity: 1, amount: 500 },
          ],
        },
      ],
    })
  })

  test('a guest has no account', async () => {
    const { body } = await server.call(tickets.purchase, { params: { id: await idOf('o-2') } })
    expect(body.data).toMatchObject({ customer_id: null, customer_name: 'Tunde Bakare', refund: 'none', refunds: [] })
  })

  test.each([
    ['999999', 404],
    ['abc', 422],
    ['0', 422],
  ])('%s is answered with %i: Purchase not found', async (id, expected) => {
    const { status, problem } = await server.call(tickets.purchase, { params: { id } as never })
    expect([status, problem.message]).toEqual([expected, 'Purchase not found'])
  })
})

describe('what is kept of the log', () => {
  test('is what the raw rows amount to', async () => {
    expect(await check(server.app.database, ZONE)).toEqual([])
    await server.db.execute(sql`update ticket_log_days set lines = lines + 1 where cinema_id = '*'`)
    const found = await check(server.app.database, ZONE)
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(['ticket_log_days']))
    await server.db.execute(sql`update ticket_log_days set lines = lines - 1 where cinema_id = '*'`)
  })

  test('knows again what came back where that was lost', async () => {
    const states = async () =>
      (await server.db.execute(sql`select purchase_id, n, refund from ticket_log order by purchase_id, n`)).rows
    const before = await states()
    expect(new Set(before.map(({ refund }) => refund))).toEqual(new Set(['none', 'part', 'full']))
    await server.db.execute(sql`update ticket_log set refund = case refund when 'none' then 'part' else 'none' end`)
    const { found, left } = await rebuild(server.app.database, ZONE)
    expect(found).toHaveLength(before.length)
    expect(left).toEqual([])
    expect(await states()).toEqual(before)
  })

  test('follows two customers who turn out to be one', async () => {
    const [ada, other] = [await shop.idOf('ada'), await shop.idOf('ada-2')]
    const { status } = await server.call(privacy.merge, { params: { id: ada }, body: { other } })
    expect(status).toBe(200)
    const { body } = await server.call(tickets.breakdown, { query: { search: 'ada okafor', page: 1 } })
    expect(await named(body.data.tickets.map(({ id }) => id))).toEqual(['o-3-3', 'o-3-1', 'o-1-1'])
    expect(new Set(body.data.tickets.map(({ customerEmail }) => customerEmail))).toEqual(new Set(['ada@mail.example']))
  })

  test('follows days of another zone when they are repaired', async () => {
    await server.db.execute(sql`update purchase_lines set show_day = show_day + 1 where kind = 'ticket'`)
    expect(
      await rowsOf(
        server,
        `select distinct l.show_day - t.show_day as moved from ticket_log t
      join purchase_lines l using (purchase_id, n) where l.show_day is not null`,
      ),
    ).toEqual([{ moved: 0 }])
    expect((await rebuild(server.app.database, ZONE)).left).toEqual([])
    expect(await list({ show_start_date: '2026-10-02', show_end_date: '2026-10-02' })).toEqual({
      ids: ['o-1-1'],
      total: 1,
    })
  })
})

test('the number of a booking finds its lines, and its details lead to the payment', async () => {
  const id = '2026-11-20-77'
  await shop.sendAll('purchases', [
    bought(id, '2026-11-20T12:00:00+01:00', [ticket()], { payment_reference: 'PAY-77' }),
  ])
  const { tickets: found } = (await server.call(tickets.breakdown, { query: { search: id, page: 1, perPage: 15 } }))
    .body.data
  expect(found.map(({ fwTransactionRef }) => fwTransactionRef)).toEqual(['PAY-77'])
  const purchase = await server.call(tickets.purchase, { params: { id: found[0]!.purchase_id } })
  const [payment] = await rowsOf(server, "select id from payments where reference = 'PAY-77'")
  expect(purchase.body.data).toMatchObject({ booking_id: id, payment_id: payment!['id'] })
  expect(
    (await server.call(tickets.breakdown, { query: { search: '2026-11-20-7', page: 1, perPage: 15 } })).body.data,
  ).toMatchObject({ totalCount: 0 })
})

test('a whole transaction finds its own lines alone, under the filter and in the file; a part of it finds others too', async () => {
  const paidUnder = (id: string, reference: string) =>
    bought(id, '2026-11-21T12:00:00+01:00', [ticket(), ticket()], { payment_reference: reference, channel: 'web' })
  await shop.sendAll('purchases', [paidUnder('w-1', 'WHOLE-0001'), paidUnder('w-2', 'WHOLE-00012')])
  const breakdown = async (query: object) => (await server.call(tickets.breakdown, { query })).body.data
  const full = await breakdown({ search: 'WHOLE-0001', page: 2, perPage: 1 })
  expect([full.totalCount, full.tickets.map(({ fwTransactionRef }) => fwTransactionRef)]).toEqual([2, ['WHOLE-0001']])
  expect(await breakdown({ search: 'WHOLE-0001', channel: 'mobile', page: 1 })).toMatchObject({
    totalCount: 0,
    tickets: [],
  })
  expect(await breakdown({ search: 'WHOLE-000', page: 1 })).toMatchObject({ totalCount: 4 })
  const { text } = await server.call(tickets.csv, { query: { search: 'WHOLE-0001', columns: 'fwTransactionRef' } })
  expect(text.trim().split('\r\n').slice(1)).toEqual(['WHOLE-0001', 'WHOLE-0001'])
})
