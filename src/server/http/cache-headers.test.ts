import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { serveDocument } from './cache-headers.ts'

// ASVS: 4.1.1
test('writes a document once, compresses it as accepted, and answers 304 to a caller that has it', async () => {
  const text = 'A long document. '.repeat(1000)
  const write = vi.fn<() => string>(() => text)
  const server = Fastify()
  await server.register(compress, { threshold: 0 })
  serveDocument(server, '/document', { type: 'text/html', headers: { 'x-policy': 'none' }, write })
  const get = (headers: Record<string, string>) => server.inject({ method: 'GET', url: '/document', headers })
  const encoded = async (accepted: string) => {
    const { headers, rawPayload } = await get({ 'accept-encoding': accepted })
    return [headers['content-encoding'], rawPayload] as const
  }

  const [br, packed] = await encoded('gzip;q=0.5, br')
  expect([br, brotliDecompressSync(packed).toString()]).toEqual(['br', text])
  const [gzip, zipped] = await encoded('br;q=0, gzip')
  expect([gzip, gunzipSync(zipped).toString()]).toEqual(['gzip', text])
  for (const accepted of ['', '*', 'identity']) {
    const [none, plain] = await encoded(accepted)
    expect([none, plain.toString()]).toEqual([undefined, text])
  }

  const { headers } = await get({})
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
    'x-policy': 'none',
  })
  const known = await get({ 'if-none-match': String(headers.etag) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  expect(write).toHaveBeenCalledTimes(1)
  await server.close()
})
