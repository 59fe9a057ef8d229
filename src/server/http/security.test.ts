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

test('allows images and videos from the server, any https address, and the file store', () => {
  expect(sources('img-src')).toBe("img-src 'self' data: blob: https:")
  expect(sources('img-src', S3)).toBe("img-src 'self' http://files.inside:9000 data: blob: https:")
  expect(sources('media-src', { ...S3, S3_STYLE: 'virtual-host' })).toBe(
    "media-src 'self' http://cinema.files.inside:9000 https:",
  )
  expect(sources('img-src', { ...S3, S3_PUBLIC_URL: 'http://cdn.inside/films' })).toContain(' http://cdn.inside data:')
})

test('allows artwork from the movie database', () =>
  expect(sources('img-src', { TMDB_TOKEN: 'token' })).toBe("img-src 'self' https://image.tmdb.org data: blob: https:"))

// ASVS: 1.3.2, 3.4.3, 3.6.1
test('allows nothing else', () => expect(sources('script-src', S3)).toBe("script-src 'self'"))

describe('every answer', () => {
  // ASVS: 3.4.1
  test('has the headers that restrict a browser', async () => {
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
    'does not answer to %s, to which a website may have led a browser',
    async (host) => {
      const answer = await answerFrom(host)
      expect(answer.statusCode).toBe(421)
      expect(answer.json().message).toBe(
        'This server only answers to localhost. Set PUBLIC_URL to the address that people use.',
      )
    },
  )

  test('answers to the name that people use behind a proxy', async () => {
    const settings = { PUBLIC_URL: 'https://Office.Chain.example/' }
    expect((await answerFrom('office.chain.example', settings)).statusCode).toBe(200)
    expect((await answerFrom('rebound.evil.example', settings)).statusCode).toBe(421)
  })

  test('answers to any name when it listens for others', async () =>
    expect((await answerFrom('office.inside', { HOST: '0.0.0.0' })).statusCode).toBe(200))
})
