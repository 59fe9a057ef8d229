import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { settleShipping, shipWaiting } from '#server/audit/ship.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

const written: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    env: { SHOP_URL: 'https://shop.example/m/{movie_id}', LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void written.push(line) },
  })
  await server.db.execute(sql`insert into movies (id, name, title) values ('0001', 'LIONHEART', 'Lionheart')`)
})
afterAll(() => server.close())

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

describe('response headers', () => {
  test.each(['2026-11-01\r\nX-Injected: 1', '2026-11-01"; x="', '2026-11-01%0d%0aX-Injected: 1'])(
    "have the name of a download without its day's control characters: %j",
    async (start_date) => {
      const { status, headers } = await server.call(movieStats.csv, { query: { start_date, end_date: '2026-11-02' } })
      expect(status).toBe(422)
      expect(Object.keys(headers)).not.toContain('x-injected')
    },
  )

  // ASVS: 3.7.2
  test('adds the parameters of a short link inside its own address', async () => {
    const { body } = await server.call(referralLinks.create, { body: { name: 'Ada', movie_id: '0001' } })
    const code = body.data.referral_code
    const landings = new Set()
    for (const more of [
      '?utm_source=a%0d%0aX-Injected:%201',
      '?utm_source=//evil.example&next=https://evil.example',
      '//evil.example',
      '%2f%2fevil.example',
      '@evil.example',
      '%0d%0aLocation:%20https://evil.example',
    ]) {
      const opened = await server.inject({ url: `/r/${code}${more}`, headers: { 'user-agent': PHONE } })
      expect(Object.keys(opened.headers)).not.toContain('x-injected')
      const { location } = opened.headers
      landings.add(location === undefined ? opened.statusCode : new URL(String(location)).host)
    }
    expect([...landings].toSorted()).toEqual([404, 'shop.example'])
  })

  test('numbers each request itself', async () => {
    const lie = 'ours\u001b[31m'
    const { headers } = await server.inject({ url: '/api/health/live', headers: { 'x-request-id': lie } })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})

/**
 * Characters that start a line, move the cursor, colour or reverse text in a terminal or a program that reads lines.
 */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const EVIL = 'x\r\n{"level":30,"msg":"forged"}\n\u001b[2J\u009b31m\u2028\u202e\u2066y'

const expectLines = (text: string) => {
  expect(text).not.toMatch(CONTROLS)
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.slice(0, -1).split('\n')) expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
}

describe('the log', () => {
  test('escapes the address, headers and body of a request', async () => {
    written.length = 0
    const path = encodeURIComponent(EVIL)
    await server.inject({ url: `/api/nothing/${path}?page=${path}&${path}=1`, headers: { 'user-agent': EVIL } })
    await server.inject({ url: `/dashboard/${path}`, headers: { 'x-forwarded-for': EVIL, referer: EVIL } })
    await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': EVIL },
      payload: { email: `${EVIL}@evil.example`, password: EVIL },
    })
    const { message } = new Error(EVIL)
    server.app.log.error({ err: new Error(message) }, EVIL)
    expect(written.join('')).toContain('/api/nothing/')
    expectLines(written.join(''))
    for (const line of written) expect(line.split('\n')).toHaveLength(2)
  })

  test('escapes a name when an audit log entry is shipped', async () => {
    await settleShipping(server.db, true)
    await server.call(categories.create, { body: { name: EVIL } })
    await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': EVIL },
      payload: { email: 'a@\u009b31m.example', password: EVIL },
    })
    let text = ''
    await shipWaiting(server.app, async (more) => void (text += more))
    expect(text).toContain('categories.create')
    expectLines(text)
  })
})
