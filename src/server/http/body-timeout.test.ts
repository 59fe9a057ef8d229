import { request } from 'node:http'
import { connect } from 'node:net'
import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'
import { looseServer } from '#server/test/loose-server.ts'

afterEach(() => void vi.useRealTimers())

const MEGABYTE = 1024 * 1024
const rows = {
  form: { method: 'POST', path: '/form', permission: 'public', summary: 'A form', body: z.object({}) },
  batch: {
    method: 'POST',
    path: '/batch',
    permission: 'public',
    summary: 'A batch',
    body: z.object({}),
    bodyLimit: 4 * MEGABYTE,
  },
} as const

/** Starts a server, and a caller that sends the headers and the beginning of a body. */
async function begun(path: string) {
  const arrived = Promise.withResolvers<void>()
  const authenticate = async () => void arrived.resolve()
  const server = await looseServer({ rows, authenticate })
  // Time stops here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = Promise.withResolvers<void>()
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {}).on('close', () => closed.resolve())
  const headers = ['host: localhost', 'authorization: a', 'content-type: application/json', 'content-length: 100']
  socket.write(`POST /api${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"a"`)
  await arrived.promise
  return { server, socket, closed: closed.promise }
}

test.each([
  ['/form', 30_000],
  ['/batch', 120_000],
])('disconnects a caller whose body for %s is incomplete after %i ms', async (path, ms) => {
  const { server, closed } = await begun(path)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(1)
  await closed
  vi.useRealTimers()
  await server.close()
  expect(server.faults).toEqual([])
})

test('counts the time from the start of reading the body, so that waiting for the database disconnects no one', async () => {
  const requested = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  const authenticate = async () => {
    requested.resolve()
    await known.promise
    return undefined
  }
  const form = { ...rows.form, body: z.object({ name: z.string() }) }
  const server = await looseServer({ rows: { form }, authenticate })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = new Promise<number>((resolve, reject) => {
    const headers = { authorization: 'a', 'content-type': 'application/json', 'content-length': 2 }
    const options = { port: server.port, path: '/api/form', method: 'POST', headers }
    request(options, ({ statusCode }) => resolve(statusCode!))
      .on('error', reject)
      .end('{}')
  })
  answered.catch(() => {})
  await requested.promise
  await vi.advanceTimersByTimeAsync(60_000)
  known.resolve()
  expect(await answered).toBe(422)
  vi.useRealTimers()
  await server.close()
})

test('does not report a body that its sender breaks off as an error', async () => {
  const refused = Promise.withResolvers<number>()
  const { server, socket } = await begun('/form')
  vi.useRealTimers()
  server.onAnswer((status) => refused.resolve(status))
  socket.destroy()
  expect(await refused.promise).toBe(400)
  expect(server.faults).toEqual([])
  await server.close()
})
