import { afterAll, beforeAll, expect, test } from 'vitest'
import { looseServer } from '#server/test/loose-server.ts'

let server: Awaited<ReturnType<typeof looseServer>>
beforeAll(async () => {
  server = await looseServer({
    settings: { PUBLIC_URL: 'https://office.chain.example' },
    rows: { find: { method: 'GET', path: '/found/{id}', may: 'public', summary: 'Find' } },
  })
})
afterAll(() => server.close())

const get = (path: string, more = '') =>
  server.raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`)

test.each([
  ['an address whose encoding is broken', () => get('/api/found/%zz'), 400, /% encoding/],
  ['a part that is too long', () => get(`/api/found/${'a'.repeat(501)}`), 414, /at most 500 characters/],
  ['headers that are too large', () => get('/api/found/1', `x: ${'a'.repeat(20_000)}\r\n`), 431, /headers/],
  ['what is no request', () => server.raw('HELO localhost\r\n\r\n'), 400, /not a request/],
])('%s is refused as everything is, and no library is named', async (_, ask, status, words) => {
  const [head = '', body = ''] = (await ask()).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i)
  for (const header of [
    'x-content-type-options',
    'content-security-policy',
    'strict-transport-security',
    'x-frame-options',
    'cache-control: no-store',
  ])
    expect(head.toLowerCase()).toContain(`\r\n${header}`)
  expect(JSON.parse(body)).toEqual({ status, message: expect.stringMatching(words) })
  expect(head + body).not.toMatch(/fastify|FST_|HPE_/i)
})

test('headers that come drop by drop are waited for no longer than 20 seconds', () => {
  expect(server.server.server.headersTimeout).toBeLessThanOrEqual(20_000)
})
