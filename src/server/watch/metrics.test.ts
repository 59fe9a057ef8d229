import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analytics } from '#features/insights/analytics/contract.ts'
import { newKey, sender } from '#features/operations/feed/server/test/sender.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { samplesOf } from './test/samples.ts'

const TOKEN = 'a token of sixteen characters'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => server.close())

const scraped = (authorization = `Bearer ${TOKEN}`) => server.inject({ url: '/metrics', headers: { authorization } })
const samples = async () => samplesOf((await scraped()).body)
/** Returns by how much each metric grew during some work. */
const grown = async (work: () => Promise<unknown>, ...keys: string[]) => {
  const before = await samples()
  await work()
  const after = await samples()
  return keys.map((key) => (after.get(key) ?? 0) - (before.get(key) ?? 0))
}
const signIn = (email: string, remoteAddress = '197.210.54.7') =>
  server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'not the right one' },
    remoteAddress,
  })

// ASVS: 13.4.5
test("answers callers with the token in Prometheus's format, and no one else", async () => {
  const answer = await scraped()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toMatch(/^# TYPE marquee_sign_in_failures_total counter$/m)
  for (const bad of ['', 'Bearer ', `Bearer ${TOKEN}!`, `Bearer ${await server.token('superadmin')}`]) {
    const refused = await scraped(bad)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(refused.body).not.toContain('marquee_')
  }
})

// ASVS: 13.4.5
test('answers 404 without a port and a token', async () => {
  const unwatched = await testServer()
  const answer = await unwatched.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })
  await unwatched.close()
  expect(answer.statusCode).toBe(404)
})

describe('requests', () => {
  test('are counted by the pattern of their route, never by its values', async () => {
    const route = `/api${movies.fetch.path.replace(/\{(\w+)\}/g, ':$1')}`
    const labels = `method="GET",route="${route}"`
    const work = () => server.call(movies.fetch, { params: { id: 'HO-SECRET-7' } as never })
    expect(
      await grown(
        work,
        `marquee_http_requests_total{${labels},status="404"}`,
        `marquee_http_request_duration_seconds_count{${labels},status_class="4xx"}`,
        `marquee_http_request_duration_seconds_bucket{${labels},status_class="4xx",le="+Inf"}`,
      ),
    ).toEqual([1, 1, 1])
    expect((await scraped()).body).not.toContain('SECRET')
  })

  test('share one label for unknown addresses', async () => {
    const work = async () => {
      for (const url of ['/wp-login.php', '/api/none', '/a/b@mail.example']) await server.inject({ url })
    }
    expect(await grown(work, 'marquee_http_requests_total{method="GET",route="other",status="404"}')).toEqual([3])
  })

  test('that cannot be read are counted too', async () => {
    const work = () => server.inject({ url: '/api/%zz' })
    expect(await grown(work, 'marquee_http_requests_total{method="GET",route="other",status="400"}')).toEqual([1])
  })

  test('above a rate limit are counted by route', async () => {
    const work = async () => {
      for (let n = 0; n < 12; n++) await signIn('flood@test.example', '203.0.113.9')
    }
    expect(
      await grown(
        work,
        'marquee_http_rate_limited_total{route="/api/auth/login"}',
        'marquee_sign_in_failures_total{reason="wrong_password"}',
        'marquee_sign_in_failures_total{reason="too_many_tries"}',
      ),
    ).toEqual([2, 10, 1])
  })

  test('are in flight until they are answered, here only the scrape', async () => {
    expect((await samples()).get('marquee_http_requests_in_flight')).toBe(1)
  })
})

test('counts a failed sign-in by its reason, without its person', async () => {
  const failed = 'marquee_sign_in_failures_total{reason="wrong_password"}'
  expect(await grown(() => signIn('nobody@test.example'), failed)).toEqual([1])
  expect((await scraped()).body).not.toContain('@')
})

test('times statements of the database, failed ones separately', async () => {
  const count = (outcome: string) => `marquee_database_statement_duration_seconds_count{outcome="${outcome}"}`
  const work = () => server.db.execute(sql`select 1 / 0`).catch(() => {})
  expect(await grown(work, count('failed'))).toEqual([1])
  const [alone, failed] = await grown(() => server.db.execute(sql`select 1`), count('ok'), count('failed'))
  expect(alone).toBeGreaterThanOrEqual(1)
  expect(failed).toBe(0)
  const [inTransaction] = await grown(() => server.db.transaction((tx) => tx.execute(sql`select 1`)), count('ok'))
  expect(inTransaction).toBeGreaterThanOrEqual(3)
})

test('counts records of the feed by type and outcome', async () => {
  const of = (outcome: string) => `marquee_feed_records_total{record_type="visits",outcome="${outcome}"}`
  const send = sender(server, (await newKey(server, { name: 'Watched', source: 'watched' })).secret)
  const visit = { id: 'v', at: '2026-11-20T18:30:00+01:00', channel: 'mobile', count: 3 }
  const work = () => send('visits', [visit, visit, { id: 'bad' }])
  expect(await grown(work, of('accepted'), of('duplicate'), of('pending'), of('rejected'))).toEqual([1, 1, 0, 1])
  expect((await samples()).get('marquee_feed_records_total{record_type="reviews",outcome="rejected"}')).toBe(0)
})

test('counts open streams of the live figures, without a duration', async () => {
  const leaving = new AbortController()
  const response = await fetch(`${server.app.origin}${addressOf(analytics.live)}`, {
    headers: { authorization: `Bearer ${await server.token('admin')}` },
    signal: leaving.signal,
  })
  const reader = response.body!.getReader()
  await reader.read()
  expect((await samples()).get('marquee_live_listeners')).toBe(1)
  leaving.abort()
  await expect.poll(async () => (await samples()).get('marquee_live_listeners')).toBe(0)
  const text = (await scraped()).body
  expect(text).toMatch(/^marquee_http_requests_total\{method="GET",route="[^"]*live",status="200"\} 1$/m)
  expect(text).not.toMatch(/duration_seconds_count\{method="GET",route="[^"]*live"/)
})

test('measures the database, the integrations and the process at each scrape', async () => {
  const { pool } = server.app.database
  await server.db.execute(sql`
    insert into integration_states (name, last_success_at, failing_since, last_failure_at, reason)
    values ('mail', '2026-11-20 08:00Z', '2026-11-20 09:00Z', '2026-11-20 09:00Z', 'said ada@mail.example')
    on conflict (name) do update set last_success_at = excluded.last_success_at, failing_since = excluded.failing_since`)
  const own = await samples()
  expect(own.get('marquee_database_up')).toBe(1)
  expect(own.get('marquee_database_connections_max')).toBe(pool.options.max)
  expect(own.get('marquee_database_waiting')).toBe(0)
  const connections = ['idle', 'used'].map((state) => own.get(`marquee_database_connections{state="${state}"}`)!)
  expect(connections.every((count) => count >= 0 && count <= pool.options.max)).toBe(true)
  expect(own.get('marquee_event_loop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(own.get('process_resident_memory_bytes')).toBeGreaterThan(50e6)
  expect(own.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(Math.abs(own.get('process_start_time_seconds')! + process.uptime() - Date.now() / 1000)).toBeLessThan(5)
  expect([...own.keys()].filter((key) => key.startsWith('marquee_build_info'))).toEqual([
    expect.stringMatching(/^marquee_build_info\{version="\d+\.\d+\.\d+",node="v\d+/),
  ])
})
