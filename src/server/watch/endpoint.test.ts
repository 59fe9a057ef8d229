import { afterEach, expect, test } from 'vitest'
import { serveMetricsApart } from './endpoint.ts'

let served: Awaited<ReturnType<typeof serveMetricsApart>>
afterEach(() => served.close())
const serve = async (token?: string, scrape = async () => 'up 1\n') =>
  (served = await serveMetricsApart({ port: 0, host: '127.0.0.1', token }, scrape))

test('serves only the metrics on their own port', async () => {
  const { address } = await serve()
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await answer.text()).toBe('up 1\n')
  for (const path of ['/', '/api/health', '/metricsx']) expect((await fetch(new URL(path, address))).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
})

test('requires the token there, if one is set', async () => {
  const { address } = await serve('a token of sixteen characters')
  expect((await fetch(address)).status).toBe(401)
  const headers = { authorization: 'Bearer a token of sixteen characters' }
  expect((await fetch(address, { headers })).status).toBe(200)
})

test('answers a failed scrape with an error', async () => {
  const { address } = await serve(undefined, async () => {
    throw new Error('no')
  })
  expect((await fetch(address)).status).toBe(500)
})
