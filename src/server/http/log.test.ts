import { readFileSync } from 'node:fs'
import { everyEndpoint } from '#app/server-features.ts'
import { expect, test } from 'vitest'
import { harmless, loggedError, loggedUrl } from './log.ts'

test.each([
  ['/api/admin/forgot-password/3f2a?x=1', '/api/admin/forgot-password/…?x=1'],
  [
    '/api/subscriptions/user-type?page=2&search_query=Ada%20Eze&sort=name',
    '/api/subscriptions/user-type?page=2&search_query=…&sort=name',
  ],
  ['/api/admin/find-users?keyword=0803', '/api/admin/find-users?keyword=…'],
  [
    '/api/analytics/guest-users/booking-activity/ada%40mail.example?page=1',
    '/api/analytics/guest-users/booking-activity/…?page=1',
  ],
  ['/api/search?query=ada', '/api/search?query=…'],
  ['/api/movie/admin/list?page=1&perPage=15', '/api/movie/admin/list?page=1&perPage=15'],
  ['/api/calendar?from=2026-11-01&until=%zz', '/api/calendar?from=2026-11-01&until=%zz'],
])('logs %s as %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

// ASVS: 1.1.1, 14.2.1
test.each([
  ['a parameter whose name is encoded', '/api/tickets?s%65arch_query=Ada', 'Ada'],
  ['a value with an encoded separator', '/api/tickets?search_query=Eze%26Ada', 'Ada'],
  ['an invitation', '/accept-invitation/SECRET', 'SECRET'],
  ['the call of one', '/api/auth/accept-invitation/SECRET', 'SECRET'],
  ['a reset link whose path is encoded', '/api/admin/forgot-p%61ssword/SECRET', 'SECRET'],
  ['a reset link whose slash is encoded', '/api/admin/forgot-password%2FSECRET', 'SECRET'],
  ['a reset link with two slashes', '/reset-password//SECRET', 'SECRET'],
  ['a reset link in capitals', '/Reset-Password/SECRET', 'SECRET'],
  ['an address encoded twice', '/api/guests/ada%2540mail.example', 'ada'],
])('masks %s', (_, url, secret) => {
  expect(loggedUrl(url)).not.toContain(secret)
})

const secretCalls = everyEndpoint.flatMap(({ path }) =>
  /\{(token|key|secret|code|ticket|state)\}/.test(path) ? [`/api${path}`] : [],
)
/** Paths with a text from the address are secrets. The characters of the others are known. */
const routes = readFileSync(new URL('../../web/public-routes.ts', import.meta.url), 'utf8')
const secretPages = [...routes.matchAll(/\^\\\/([a-z-]+)\\\/\(\[\^\/\]\+\)/g)].map(([, page]) => `/${page}/{token}`)

test('checks secrets in the paths of calls and pages', () => {
  expect(secretCalls).toContain('/api/outbox/{key}/html')
  expect(secretPages).toEqual(['/accept-invitation/{token}', '/shared-report/{token}', '/reset-password/{token}'])
})

test.each([...secretCalls, ...secretPages])('masks the secret in %s', (path) => {
  expect(loggedUrl(path.replace(/\{\w+\}/, 'SECRET'))).not.toContain('SECRET')
})

test('cuts a very long address', () => {
  const logged = loggedUrl(`/api/${'a'.repeat(15_000)}`)
  expect(logged).toMatch(/^\/api\/a{1900,}…$/)
  expect(logged.length).toBeLessThanOrEqual(2001)
})

// ASVS: 16.2.5
test('logs a failed query with its text and place, without its values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "admins_email"'), {
    code: '23505',
    detail: 'Key (lower(email))=(ada@mail.example) already exists.',
  })
  const error = Object.assign(
    new Error('Failed query: insert into admins values ($1)\nparams: ada@mail.example', { cause }),
    {
      params: ['ada@mail.example'],
    },
  )
  const logged = loggedError(error)
  expect(logged).toMatchObject({
    message: 'Failed query: insert into admins values ($1)',
    cause: { code: '23505', message: cause.message },
  })
  expect(logged.stack).toMatch(/\n {4}at .*log\.test\.ts/)
  expect(JSON.stringify(logged)).not.toContain('ada@')
})

test('escapes what a terminal would act on, without a change of meaning', () => {
  const text = 'a\u007f\u009b31m\u2028\u202e\u2066é漢😀'
  const line = harmless(JSON.stringify({ text }))
  expect(line).toBe('{"text":"a\\u007f\\u009b31m\\u2028\\u202e\\u2066é漢😀"}')
  expect(JSON.parse(line)).toEqual({ text })
})
