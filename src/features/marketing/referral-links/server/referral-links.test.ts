import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feed } from '#features/operations/feed/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { sendForm } from '#features/marketing/notifications/server/test/pushing.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { referralLinks } from '../contract.ts'
import { messages } from '../rules.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const PREVIEW = 'WhatsApp/2.23.20.0 A'
let server: TestServer
let secret: string
beforeAll(async () => {
  server = await testServer({
    env: { SHOP_URL: 'https://shop.example/m/{movie_id}', PUBLIC_URL: 'https://office.chain.example' },
  })
  await server.db.execute(sql`
    insert into movies (id, name, title) values ('0001', 'LIONHEART', 'Lionheart'), ('0002', 'KING OF BOYS', '')`)
  const { body } = await server.call(feed.createKey, {
    body: { name: 'Shop', source: 'shop', record_types: ['purchases', 'refunds'] },
  })
  secret = body.data.secret
})
afterAll(() => server.close())

const make = async (body: object = {}, headers?: Record<string, string>) =>
  server.call(referralLinks.create, { body: { name: 'Genevieve', movie_id: '0001', ...body }, headers })
const made = async (body: object = {}) => (await make(body)).body.data
const open = (code: string, { agent = PHONE, method = 'GET' as 'GET' | 'HEAD' } = {}) =>
  server.inject({ method, url: `/r/${code}`, headers: { 'user-agent': agent } })
const listed = async (query: object = {}) => (await server.call(referralLinks.list, { query })).body.data
const one = async (id: number) => (await listed({ perPage: 100 })).data.find((link) => link.id === id)!
const report = async (stream: string, lines: object[]) => {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await server.inject({ method: 'POST', url: `/api/feed/${stream}`, headers, payload: lines })
  expect(answer.json().data).toMatchObject({ rejected: 0 })
}

describe('a new link', () => {
  // Clauses: operations 220, 410, 507
  test('gets a code and both links from the server', async () => {
    const answer = await make({ name: '  Nkem Owoh ' })
    expect(answer.body.message).toBe('Created referral link')
    const { id, referral_code: code, ...link } = answer.body.data
    expect(code).toMatch(/^[34679ACEFGHJKMNPRTUVWXY]{8}$/)
    expect(link).toEqual({
      name: 'Nkem Owoh',
      movie: { movie_id: '0001', movie_title: 'Lionheart' },
      short_referral_link: `https://office.chain.example/r/${code}`,
      long_referral_link: `https://shop.example/m/0001?referral_code=${code}`,
      clicks: 0,
      ticketsPurchased: 0,
      revenueGenerated: 0,
      createdAt: server.clock.now().toISOString(),
      version: 1,
    })
    expect(await one(id)).toEqual(answer.body.data)
  })

  // Clauses: operations 407
  test('takes what is sent; the long link carries the code in any case', async () => {
    const link = await made({
      referral_code: 'aBcD2345',
      short_referral_link: 'https://bit.ly/x',
      long_referral_link: 'https://other.example/buy?x=1',
    })
    expect(link).toMatchObject({
      referral_code: 'aBcD2345',
      short_referral_link: 'https://bit.ly/x',
      long_referral_link: 'https://other.example/buy?x=1&referral_code=aBcD2345',
    })
  })

  test('that is sent again is the same one, and made once', async () => {
    const body = { name: 'Twice', referral_code: 'TWYCE346' }
    const first = await made(body)
    const again = await make(body)
    expect([again.status, again.body.data]).toEqual([200, first])
    expect((await listed({ search: 'twice' })).pagination.totalCount).toBe(1)
  })

  test('with the code of another answers with that one; of one that was deleted it is refused', async () => {
    const links = { short_referral_link: 'https://bit.ly/y', long_referral_link: 'https://other.example/buy' }
    const first = await made({ referral_code: 'TAKEN346', ...links })
    expect((await make({ referral_code: 'taken346', ...links })).body.data).toEqual(first)
    for (const more of [
      { name: 'Other' },
      { movie_id: '0002' },
      { short_referral_link: 'https://bit.ly/z' },
      { long_referral_link: 'https://other.example/x' },
    ]) {
      const { status, problem } = await make({ referral_code: 'TAKEN346', ...links, ...more })
      expect([status, problem.message, problem.data]).toEqual([409, messages.madeBefore, first])
    }
    await server.call(referralLinks.remove, { params: { id: first.id } })
    const inUse = { field: 'referral_code', message: messages.codeInUse }
    expect((await make({ referral_code: 'TAKEN346', ...links })).problem.errors).toEqual([inUse])
  })

  test('asked for ten times at once with one code is made once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => make({ name: 'Many', referral_code: 'MANY3467' })),
    )
    const [first] = answers
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, first!.body.data])
    expect((await listed({ search: 'many' })).pagination.totalCount).toBe(1)
  })

  test('does not take the code of a notification, also when both are made at once', async () => {
    const push = (code: string) =>
      sendForm(server, notifications.send, { fields: { title: 'T', body: 'B', audience: 'ALL-USERS', code } })
    expect((await push('PASHED34')).status).toBe(200)
    const inUse = { field: 'referral_code', message: messages.codeInUse }
    expect((await make({ referral_code: 'pashed34' })).problem.errors).toEqual([inUse])
    const codes = Array.from({ length: 5 }, (_, n) => `BOTH346${n}`)
    const answers = await Promise.all(
      codes.map(async (code) => {
        const both = await Promise.all([make({ referral_code: code }), push(code)])
        return both.map(({ status }) => status).toSorted()
      }),
    )
    expect(answers).toEqual(codes.map(() => [200, 422]))
  })

  // Clauses: operations 307, 507
  test.each([
    [{ name: '' }, 'name', 'Field is empty'],
    [{ name: undefined }, 'name', 'Field is empty'],
    [{ name: 'x'.repeat(101) }, 'name', 'Enter up to 100 characters'],
    [{ movie_id: '' }, 'movie_id', 'This field is empty'],
    [{ movie_id: 'nope' }, 'movie_id', 'Movie not found'],
    [{ referral_code: 'SHORT' }, 'referral_code', 'Enter a code of 8 letters and digits'],
    [{ referral_code: 'ABC/2345' }, 'referral_code', 'Enter a code of 8 letters and digits'],
    [{ long_referral_link: 'javascript:alert(1)' }, 'long_referral_link', 'Enter a web address'],
    [{ short_referral_link: '/r/abc' }, 'short_referral_link', 'Enter a web address'],
  ])('is refused as %j', async (body, field, message) => {
    const answer = await make(body)
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  // Clauses: operations 410, 471
  test('is not made when the shortener fails; the failure has its status, and our own short link helps', async () => {
    const body = { name: 'Shortener Down', referral_code: 'DAWN3467' }
    const failed = await make(body)
    expect([failed.status, failed.problem.message]).toEqual([502, 'The link shortener reported an error (503)'])
    expect((await listed({ search: 'shortener' })).pagination.totalCount).toBe(0)
    const link = await made({ ...body, own_short_link: true })
    expect(link.short_referral_link).toBe('https://office.chain.example/r/DAWN3467')
  })

  test('needs to know the shop, unless the long link is sent', async () => {
    const without = await testServer()
    await without.db.execute(sql`insert into movies (id, name) values ('1', 'M')`)
    const body = { name: 'A', movie_id: '1' }
    const answer = await without.call(referralLinks.create, { body })
    expect([answer.status, answer.problem.errors]).toEqual([
      422,
      [{ field: 'long_referral_link', message: messages.noShop }],
    ])
    const sent = await without.call(referralLinks.create, {
      body: { ...body, long_referral_link: 'https://s.example' },
    })
    expect(sent.status).toBe(200)
    expect((await without.inject({ method: 'GET', url: '/r/NOTTHERE' })).statusCode).toBe(404)
    await without.close()
  })
})

describe('an opened link', () => {
  test('leads to the shop with its code, is kept by nobody, and counts', async () => {
    const { id, referral_code: code } = await made()
    for (const typed of [code, code.toLowerCase()]) {
      const answer = await open(typed)
      expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
        302,
        `https://shop.example/m/0001?referral_code=${code}`,
        'no-store',
      ])
    }
    // A browser counts once a day, however often it opens the link.
    expect((await one(id)).clicks).toBe(1)
    await open(code, { agent: `${PHONE} Other` })
    expect((await one(id)).clicks).toBe(2)
    server.clock.set('2026-11-22T10:00:00.000Z')
    await open(code)
    expect((await one(id)).clicks).toBe(3)
    server.clock.set(TEST_NOW)
  })

  test('is found behind the end of a sentence and in capitals, and takes the marks of a campaign on', async () => {
    const { id, referral_code: code } = await made()
    const to = `https://shop.example/m/0001?referral_code=${code}`
    for (const [address, location] of [
      [`/r/${code}.`, to],
      [`/r/${code}),`, to],
      [`/r/${code}%E2%80%A6`, to],
      [`/R/${code}`, to],
      [`/r/${code}?utm_source=ig&utm_medium=story&referral_code=MINE1234`, `${to}&utm_source=ig&utm_medium=story`],
    ] as const) {
      const answer = await server.inject({ method: 'GET', url: address, headers: { 'user-agent': PHONE } })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
    }
    expect((await one(id)).clicks).toBe(1)
  })

  test('is not counted for previews, programs and HEAD, which are sent on as well', async () => {
    const { id, referral_code: code, long_referral_link } = await made()
    for (const answer of [
      await open(code, { agent: PREVIEW }),
      await open(code, { agent: '' }),
      await open(code, { method: 'HEAD' }),
    ])
      expect([answer.statusCode, answer.headers.location]).toEqual([302, long_referral_link])
    expect((await one(id)).clicks).toBe(0)
  })

  test('counts every browser of many at once, each once', async () => {
    const { id, referral_code: code } = await made()
    await Promise.all(Array.from({ length: 80 }, (_, n) => open(code, { agent: `${PHONE} ${n % 40}` })))
    expect((await one(id)).clicks).toBe(40)
  })

  test('is read in one query', async () => {
    const { referral_code: code } = await made()
    const { pool } = server.app.database
    const query = pool.query.bind(pool)
    let queries = 0
    pool.query = ((...args: Parameters<typeof query>) => (queries++, query(...args))) as never
    await open(code)
    await open(code, { agent: PREVIEW })
    pool.query = query as never
    expect(queries).toBe(2)
  })

  // ASVS: 3.7.2
  test('that is unknown or deleted leads to the shop', async () => {
    const { id, referral_code: code } = await made()
    await server.call(referralLinks.remove, { params: { id } })
    for (const missing of [code, 'unknown', "x' or 1=1"]) {
      const answer = await open(encodeURIComponent(missing))
      expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://shop.example'])
    }
  })
})

describe('tickets and revenue', () => {
  // Clauses: operations 220
  test('come from purchases that carry the code, refunds taken off, also of before the link', async () => {
    const purchase = (id: string, code: string | null, quantity: number) => ({
      id,
      at: '2026-11-20T10:00:00Z',
      referral_code: code,
      lines: [
        { kind: 'ticket', quantity, amount: quantity * 3500 },
        { kind: 'concession', quantity: 2, amount: 1200.5 },
      ],
    })
    await report('purchases', [purchase('a', 'MANEY346', 3), purchase('b', 'maney346', 1), purchase('c', null, 9)])
    const { id } = await made({ referral_code: 'MANEY346' })
    expect(await one(id)).toMatchObject({ ticketsPurchased: 4, revenueGenerated: 4 * 3500 + 2 * 1200.5 })
    await report('purchases', [purchase('d', 'MANEY346', 2), purchase('a', 'MANEY346', 3)])
    await report('refunds', [
      { id: 'r', purchase_id: 'a', at: '2026-11-21T08:00:00Z', lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }] },
      { id: 'q', purchase_id: 'c', at: '2026-11-21T08:00:00Z', lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }] },
    ])
    expect(await one(id)).toMatchObject({ ticketsPurchased: 5, revenueGenerated: 5 * 3500 + 3 * 1200.5 })
  })
})

describe('the list', () => {
  // Clauses: operations 406, 491
  test('is newest first, paged, with the true total, and has a page beyond its end', async () => {
    for (let n = 0; n < 3; n++) await made()
    const first = await listed()
    expect(first.data).toHaveLength(10)
    expect(first.pagination.totalCount).toBeGreaterThan(10)
    const ids = first.data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(await listed({ page: 99 })).toEqual({ data: [], pagination: first.pagination })
  })

  // Clauses: operations 406
  test('is searched by name, code and movie, with nothing that a wildcard would find', async () => {
    const link = await made({ name: 'Ramsey 100%', movie_id: '0002' })
    for (const search of ['ramsey', link.referral_code.toLowerCase(), 'king of', '100%'])
      expect((await listed({ search })).data.map(({ id }) => id)).toEqual([link.id])
    expect((await listed({ search: 'zz%' })).data).toEqual([])
  })

  test.each(['name', '-name', 'clicks', '-clicks', 'ticketsPurchased', '-revenueGenerated', 'createdAt'] as const)(
    'sorts by %s, and a file has the same order',
    async (sort) => {
      const { data } = await listed({ sort, perPage: 100 })
      const field = sort.replace('-', '') as 'clicks'
      const values = data.map((link) => link[field])
      const order = (one: number | string, other: number | string) =>
        typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other)
      const sorted = values.toSorted(order)
      expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
      const file = await server.call(referralLinks.csv, { query: { sort, columns: 'referral_code' } })
      expect(file.text.trim().split('\r\n').slice(1)).toEqual(data.map((link) => link.referral_code))
    },
  )

  test('is refused what it does not know', async () => {
    expect((await server.call(referralLinks.list, { query: { sort: 'age' } as never })).status).toBe(422)
    expect((await server.call(referralLinks.csv, { query: { columns: 'age' } })).status).toBe(422)
  })

  test('as a file it is whole and audited', async () => {
    const file = await server.call(referralLinks.csv, { query: { search: 'ramsey' } })
    expect(file.headers['content-disposition']).toBe('attachment; filename="referral-links-2026-11-21.csv"')
    const [heading, line] = file.text.split('\r\n')
    expect(heading).toContain(
      'Name,Movie,Referral Code,Short Link,Long Link,Clicks,Tickets Purchased,Revenue Generated',
    )
    expect(line).toMatch(/^Ramsey 100%,KING OF BOYS,\w{8},https:\/\/office\.chain\.example\/r\/\w{8},/)
    const { rows } = await server.db.execute(
      sql`select summary from audit_log where entity = 'export' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ summary: 'Exported 1 referral link' }])
  })
})

describe('a change', () => {
  const change = (id: number, body: object) => server.call(referralLinks.change, { params: { id }, body })

  // Clauses: operations 408
  test('of name and movie: the link that was made leads to the new movie, the code stays', async () => {
    const before = await made()
    await open(before.referral_code)
    const answer = await change(before.id, { name: 'Genevieve N.', movie_id: '0002', version: 1 })
    expect(answer.body).toMatchObject({
      message: 'Updated referral link',
      data: {
        name: 'Genevieve N.',
        movie: { movie_id: '0002', movie_title: 'KING OF BOYS' },
        referral_code: before.referral_code,
        long_referral_link: `https://shop.example/m/0002?referral_code=${before.referral_code}`,
        clicks: 1,
        version: 2,
      },
    })
    const { rows } = await server.db.execute(sql`select before, after from audit_log order by id desc limit 1`)
    expect(rows[0]).toMatchObject({ before: { movie_id: '0001' }, after: { movie_id: '0002' } })
  })

  test('leaves a long link that was given where it leads', async () => {
    const { id } = await made({ long_referral_link: 'https://other.example/x', referral_code: 'GAVEN346' })
    const changed = await change(id, { movie_id: '0002' })
    expect(changed.body.data.long_referral_link).toBe('https://other.example/x?referral_code=GAVEN346')
  })

  test.each([
    [{ name: ' ' }, 'name', 'Field is empty'],
    [{ movie_id: '' }, 'movie_id', 'This field is empty'],
    [{ movie_id: 'nope' }, 'movie_id', 'Movie not found'],
    [{ referral_code: 'ANOTHER3' }, 'referral_code', messages.codeStays],
    [{ long_referral_link: 'ftp://x' }, 'long_referral_link', 'Enter a web address'],
  ])('is refused as %j', async (body, field, message) => {
    const { id } = await made()
    const answer = await change(id, body)
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('of one that is not there', async () => {
    for (const id of [99_999, 'x' as never]) {
      const answers = [
        await change(id as number, { name: 'A' }),
        await server.call(referralLinks.remove, { params: { id } }),
        await server.call(referralLinks.restore, { params: { id } }),
      ]
      expect(answers.map(({ problem }) => problem.message)).toEqual(Array(3).fill('Referral link not found'))
    }
  })
})

// Clauses: operations 409
test('a deleted link leaves the list, keeps what it led to, and comes back as it was', async () => {
  const link = await made()
  await open(link.referral_code)
  const removed = await server.call(referralLinks.remove, { params: { id: link.id } })
  expect(removed.body).toEqual({ data: null, message: 'Deleted successfully' })
  expect(await one(link.id)).toBeUndefined()
  expect((await server.call(referralLinks.remove, { params: { id: link.id } })).status).toBe(404)
  const restored = await server.call(referralLinks.restore, { params: { id: link.id } })
  expect(restored.body.data).toEqual({ ...link, clicks: 1, version: 3 })
  expect((await server.call(referralLinks.restore, { params: { id: link.id } })).status).toBe(409)
})

test('the palette finds links for those who may see them', async () => {
  const find = async (as: 'admin' | 'powerless') => {
    const headers = { authorization: `Bearer ${await server.token(as)}` }
    return (await server.inject({ method: 'GET', url: '/api/search?query=genevieve', headers })).json().data
  }
  const kinds = (found: unknown) => JSON.stringify(found).includes('referral link')
  expect(kinds(await find('admin'))).toBe(true)
  expect(kinds(await find('powerless'))).toBe(false)
})
