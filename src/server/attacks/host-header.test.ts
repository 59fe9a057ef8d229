import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { newAccount } from '#features/access/account/server/test/new-account.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

const PUBLIC_URL = 'https://office.chain.example'
/** Headers in which a proxy or the caller names the server. */
const LIES = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  forwarded: 'host=evil.example;proto=gopher',
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
}

let server: TestServer
beforeAll(async () => {
  // A server that listens for others and trusts a proxy accepts every Host.
  server = await testServer({ env: { HOST: '0.0.0.0', PUBLIC_URL: PUBLIC_URL, TRUST_PROXY: 'on' } })
})
afterAll(() => server.close())

test('links to PUBLIC_URL in emails, whatever address the caller names', async () => {
  const { email } = await newAccount(server)
  const answer = await server.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: LIES,
    payload: { email },
  })
  expect(answer.statusCode).toBe(200)
  await server.runJobs()
  const { rows } = await server.db.execute<{ body: string; html: string }>(sql`
    select body, html from outbox where recipient = ${email}`)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.body).toMatch(new RegExp(`${PUBLIC_URL}/reset-password/[\\w-]{43}`))
  expect(rows[0]!.body + rows[0]!.html).not.toMatch(/evil|gopher/)
})

const cached = everyEndpoint.filter(({ maxAge, path }) => maxAge !== undefined && !path.includes('{'))

test.each(cached.map(({ path }) => path))('answers %s, which may be cached, alike under every name', async (path) => {
  const under = async (headers: Record<string, string>) => {
    const { statusCode, body, headers: received } = await server.inject({ url: `/api${path}`, headers })
    const { date: _, 'x-request-id': __, ...rest } = received
    return { statusCode, body, rest }
  }
  const honest = await under({ host: 'office.chain.example' })
  expect(honest.statusCode).toBe(200)
  expect(await under(LIES)).toEqual(honest)
})

test('finds such calls', () => expect(cached.length).toBeGreaterThan(2))
