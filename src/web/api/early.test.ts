import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../config.ts', () => ({ config: { api: '/api' } }))
const { sendEarly, takeEarly, takeEarlyData } = await import('./early.ts')

const answering = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
afterEach(() => vi.unstubAllGlobals())

test('returns received data immediately and only once', async () => {
  answering({ data: [1, 2] })
  sendEarly(['/cinema'], 'mine')
  expect(takeEarlyData('/api/cinema', 'mine')).toBeUndefined()
  await vi.waitFor(() => expect(takeEarlyData('/api/cinema', 'mine')).toEqual([1, 2]))
  expect(takeEarlyData('/api/cinema', 'mine')).toBeUndefined()
  expect(await takeEarly('/api/cinema', 'mine')).toBeUndefined()
})

test('waits for a read on its way', async () => {
  answering({ data: 'all' })
  sendEarly(['/cinema'], 'mine')
  const response = await takeEarly('/api/cinema', 'mine')
  expect(await response!.json()).toEqual({ data: 'all' })
  expect(takeEarlyData('/api/cinema', 'mine')).toBeUndefined()
})

test('returns nothing after a failure or for another token', async () => {
  answering({ message: 'No' }, 403)
  sendEarly(['/cinema'], 'mine')
  expect((await takeEarly('/api/cinema', 'mine'))!.status).toBe(403)
  answering({ data: 'all' })
  sendEarly(['/cinema', '/movies'], 'mine')
  expect(await takeEarly('/api/cinema', 'another')).toBeUndefined()
  expect(await takeEarly('/api/movies', 'mine')).toBeInstanceOf(Response)
})
