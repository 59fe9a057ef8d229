import { expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { createServer } from './server.ts'

// ASVS: 4.1.3, 15.3.4
test.each([
  ['off', '10.0.0.5', '10.0.0.5'],
  ['on', '10.0.0.5', '203.0.113.9'],
  ['on', '198.51.100.1', '198.51.100.1'],
  ['198.51.100.0/24, 203.0.113.9', '198.51.100.1', '6.6.6.6'],
])('TRUST_PROXY=%s: a call through %s has the address %s', async (TRUST_PROXY, remoteAddress, ip) => {
  const lines: string[] = []
  const server = await createServer({
    env: parseEnv({ TRUST_PROXY, LOG_LEVEL: 'info', DEMO: 'off' }),
    logTo: { write: (line) => void lines.push(line) },
    app: () => {
      throw new Error('not asked for')
    },
    routes: [],
    authenticate: async () => undefined,
  })
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
  await server.inject({ url: '/api/openapi.json', remoteAddress, headers })
  await server.close()
  expect(lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request').ip).toBe(ip)
})
