import { PassThrough } from 'node:stream'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { looseServer } from '#server/test/loose-server.ts'

const rows = {
  file: { method: 'GET', path: '/file', permission: 'public', summary: 'A long file', stream: 'application/json' },
} as const
/** Less than a megabyte of cells that compress well. */
const BEGINNING = Array.from(
  { length: 16_000 },
  (_, n) => `${n},Row ${n * 7919},Adaeze Okafor,+234803${n},2026-11-21\r\n`,
).join('')

test.each(['br', 'gzip'])('sends the start of a file packed as %s while the rest is still made', async (encoding) => {
  const file = new PassThrough({ highWaterMark: 4 * BEGINNING.length })
  const server = await looseServer({ rows, handlers: { file: async () => ({ stream: file }) } })
  file.write(BEGINNING)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port: server.port, path: '/api/file', headers: { 'accept-encoding': encoding } }
    request(options, resolve).on('error', reject).end()
  })
  expect(response.headers['content-encoding']).toBe(encoding)
  const bytes = await new Promise<number>((resolve) => response.once('data', (chunk: Buffer) => resolve(chunk.length)))
  expect(bytes).toBeGreaterThan(0)
  response.destroy()
  file.destroy()
  await server.close()
})
