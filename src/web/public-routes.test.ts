import { expect, it } from 'vitest'
import { publicPage, redirectFor } from './public-routes.ts'

// Clauses: core 7; operations 177
it('recognises the public pages', () => {
  expect(publicPage('/')).toEqual({ page: 'sign-in' })
  expect(publicPage('/login/')).toEqual({ page: 'sign-in' })
  expect(publicPage('/reset-password-request')).toEqual({ page: 'reset-request' })
  expect(publicPage('/reset-password/a%20b', '?name=Ada')).toEqual({ page: 'reset', token: 'a b', name: 'Ada' })
  expect(publicPage('/reset-password/100%')).toEqual({ page: 'reset', token: '100%', name: undefined })
  expect(publicPage('/reset-password')).toBeUndefined()
  expect(publicPage('/dashboard')).toBeUndefined()
})

// Clauses: core 2, 6
it.each([
  ['/', true, '/dashboard'],
  ['/login', true, '/dashboard'],
  ['/nonsense', true, '/dashboard'],
  ['/dashboard/movies', true, undefined],
  ['/dashboard/movies', false, '/'],
  ['/nonsense', false, '/'],
  ['/login', false, undefined],
  ['/outbox', true, undefined],
  ['/outbox', false, undefined],
  ['/shared-report/token', true, undefined],
  ['/shared-report/token', false, undefined],
  ['/accept-invitation/token', true, undefined],
  ['/accept-invitation/token', false, undefined],
  ['/reset-password/token', true, undefined],
  ['/reset-password/token', false, undefined],
])('redirects %s, signed in: %s, to %s', (path, signedIn, to) => {
  expect(redirectFor(path, signedIn)).toBe(to)
})
