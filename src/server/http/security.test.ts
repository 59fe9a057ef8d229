import { describe, expect, test } from 'vitest'
import { looseServer } from '../test/loose-server.ts'
import { parseEnv } from '../env.ts'
import { pagePolicy } from './security.ts'

const S3 = {
  S3_ENDPOINT: 'http://files.inside:9000',
  S3_BUCKET: 'cinema',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const sources = (name: string, settings: Record<string, string> = {}) =>
  pagePolicy('nonce', parseEnv(settings))
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))

test('pictures and films come from here, from anywhere safe, and from the store of our files', () => {
  expect(sources('img-src')).toBe("img-src 'self' data: blob: https:")
  expect(sources('img-src', S3)).toBe("img-src 'self' http://files.inside:9000 data: blob: https:")
  expect(sources('media-src', { ...S3, S3_STYLE: 'virtual-host' })).toBe(
    "media-src 'self' http://cinema.files.inside:9000 https:",
  )
  expect(sources('img-src', { ...S3, S3_PUBLIC_URL: 'http://cdn.inside/films' })).toContain(' http://cdn.inside data:')
})

test('artwork comes from the movie database', () =>
  expect(sources('img-src', { TMDB_TOKEN: 'token' })).toBe("img-src 'self' https://image.tmdb.org data: blob: https:"))

// ASVS: 1.3.2, 3.4.3, 3.6.1
test('nothing else does', () => expect(sources('script-src', S3)).toBe("script-src 'self'"))

describe('every answer', () => {
  // ASVS: 3.4.1
  test('says what a browser may not do with it', async () => {
    const server = await looseServer({ settings: { PUBLIC_URL: 'https://office.chain.example' } })
    const { headers } = await server.server.inject('/api/nothing')
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    await server.close()
  })
})

// ASVS: 4.1.4, 13.4.4
test('does not echo a request (TRACE)', async () => {
  const server = await looseServer({})
  const answer = await server.server.inject({
    method: 'TRACE' as never,
    url: '/api/health/live',
    headers: { authorization: 'Bearer secret' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('secret')
  await server.close()
})

describe('a server on loopback', () => {
  const answerFrom = async (host: string, settings: Record<string, string> = {}) => {
    const server = await looseServer({ settings })
    const answer = await server.server.inject({ url: '/api/health/live', headers: { host } })
    await server.close()
    return answer
  }

  test.each(['localhost:4400', '127.0.0.1:4400', '127.0.0.1', '[::1]:4400', 'LOCALHOST'])(
    'answers to %s',
    async (host) => expect((await answerFrom(host)).statusCode).toBe(200),
  )

  test.each(['rebound.evil.example', 'rebound.evil.example:4400', 'localhost.evil.example', '192.168.0.7', '@'])(
    'does not answer to %s, where a website may have led a browser',
    async (host) => {
      const answer = await answerFrom(host)
      expect(answer.statusCode).toBe(421)
      expect(answer.json().message).toBe(
        'This server answers to localhost alone. Set PUBLIC_URL to the address that people use',
      )
    },
  )

  test('behind a proxy answers to the name that people use', async () => {
    const settings = { PUBLIC_URL: 'https://Office.Chain.example/' }
    expect((await answerFrom('office.chain.example', settings)).statusCode).toBe(200)
    expect((await answerFrom('rebound.evil.example', settings)).statusCode).toBe(421)
  })

  test('and one that listens for others, to any', async () =>
    expect((await answerFrom('office.inside', { HOST: '0.0.0.0' })).statusCode).toBe(200))
})
