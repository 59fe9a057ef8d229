import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseEnv } from '../env.ts'
import { VERSION } from '../version.ts'
import { createServer } from './server.ts'

let preparing: string | undefined
let server: Awaited<ReturnType<typeof createServer>>
beforeEach(async () => {
  preparing = 'Migrating: 0050_<all>.sql'
  server = await createServer({
    env: parseEnv({ LOG_LEVEL: 'silent', DEMO: 'off' }),
    app: () => {
      throw new Error('There is none yet')
    },
    routes: [],
    authenticate: async () => undefined,
    preparing: () => preparing,
  })
})
afterEach(() => server.close())

describe('a server that is stopping', () => {
  it('reports that it is not ready, answers the rest, and closes each connection after its answer', async () => {
    preparing = undefined
    let isLeaving = false
    const leaving = await createServer({
      env: parseEnv({ LOG_LEVEL: 'silent', DEMO: 'off' }),
      // Called for the database, or for the place to report errors.
      app: () => {
        throw new Error('It is not asked')
      },
      routes: [],
      authenticate: async () => undefined,
      isLeaving: () => isLeaving,
    })
    expect((await leaving.inject('/api/openapi.json')).headers.connection).toBe('keep-alive')
    isLeaving = true
    const ready = await leaving.inject('/api/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 503, message: 'Marquee is stopping' }])
    const other = await leaving.inject('/api/openapi.json')
    expect([other.statusCode, other.headers.connection]).toEqual([200, 'close'])
    expect((await leaving.inject('/api/health/live')).statusCode).toBe(200)
    await leaving.close()
  })
})

describe('a server that is starting up', () => {
  it('is alive, and not ready', async () => {
    expect((await server.inject('/api/health/live')).json()).toEqual({ status: 'live', version: VERSION })
    for (const url of ['/api/health', '/api/health/ready']) expect((await server.inject(url)).statusCode).toBe(503)
  })

  it('reports its current step to programs, with Retry-After', async () => {
    const answer = await server.inject('/api/openapi.json')
    expect(answer.json()).toEqual({
      status: 503,
      message: 'Marquee is starting up (Migrating: 0050_<all>.sql). Try again in a moment.',
    })
    expect(answer.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' })
  })

  it('shows people a page that reloads itself within its policy', async () => {
    const answer = await server.inject({ url: '/dashboard/movies', headers: { accept: 'text/html,*/*' } })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('<h1>Marquee is starting up</h1>')
    expect(answer.body).toContain('http-equiv="refresh" content="3"')
    expect(answer.body).not.toContain('<all>')
    const nonce = /<style nonce="([^"]+)">/.exec(answer.body)![1]!
    expect(answer.headers['content-security-policy']).toContain(`style-src 'nonce-${nonce}'`)
    expect(answer.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' })
  })

  it('answers normally once it is ready', async () => {
    preparing = undefined
    expect((await server.inject('/api/openapi.json')).statusCode).toBe(200)
  })
})
