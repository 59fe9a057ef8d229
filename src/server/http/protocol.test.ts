import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { looseServer } from '#server/test/loose-server.ts'
import type { Context } from './handle.ts'

let server: Awaited<ReturnType<typeof looseServer>>
beforeAll(async () => {
  server = await looseServer({
    settings: { PUBLIC_URL: 'https://office.chain.example' },
    rows: {
      find: { method: 'GET', path: '/found/{id}', permission: 'public', summary: 'Find' },
      send: { method: 'POST', path: '/sent', permission: 'public', summary: 'Send', files: true, audit: 'none' },
    },
    handlers: {
      find: async () => null,
      send: (async ({ form }: Pick<Context<Endpoint>, 'form'>) => (await form(1000), null)) as never,
    },
  })
})
afterAll(() => server.close())

const get = (path: string, more = '') =>
  server.raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`)

// ASVS: 1.1.1, 3.2.1, 3.4.4, 4.2.1, 4.2.2
test.each([
  ['an address with a broken encoding', () => get('/api/found/%zz'), 400, /% encoding/],
  ['a part that is too long', () => get(`/api/found/${'a'.repeat(501)}`), 414, /longer than 500 characters/],
  ['headers that are too large', () => get('/api/found/1', `x: ${'a'.repeat(20_000)}\r\n`), 431, /headers/],
  ['bytes that are not a request', () => server.raw('HELO localhost\r\n\r\n'), 400, /cannot be read/],
])('answers %s like any other error, without the name of a library', async (_, ask, status, message) => {
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
  expect(JSON.parse(body)).toEqual({ status, message: expect.stringMatching(message) })
  expect(head + body).not.toMatch(/fastify|FST_|HPE_/i)
})

test('waits no longer than 20 seconds for headers that arrive slowly', () => {
  expect(server.server.server.headersTimeout).toBeLessThanOrEqual(20_000)
})

test('answers the next request on the connection after a form that ended early', async () => {
  const field = '------x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
  const form = field + field + 'x'.repeat(2_000_000)
  const answer = await server.raw(
    'POST /api/sent HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=\r\n' +
      `content-length: ${form.length}\r\n\r\n${form}` +
      'GET /api/found/1 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  )
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})
