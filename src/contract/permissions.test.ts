import { expect, test } from 'vitest'
import { everyEndpoint } from './index.ts'
import { asked, isAdmin, isSuperadmin, permissions, refusal } from './permissions.ts'

const admin = (...granted: string[]) => ({ userType: 'Admin', permissions: granted })

test.each([
  ['Admin', true, false],
  ['Super Admin', true, true],
  ['SUPERADMIN', true, true],
  ['Editor', false, false],
])('%s', (userType, mayEnter, isSuper) => {
  expect(isAdmin(userType)).toBe(mayEnter)
  expect(isSuperadmin(userType)).toBe(isSuper)
})

test('a superadmin may everything, whatever the role', () => {
  for (const may of ['session', 'superadmin', ...permissions])
    expect(refusal({ userType: 'Super Admin', permissions: [] }, may)).toBeUndefined()
})

test('the default role may everything but what only a superadmin may', () => {
  for (const may of ['session', ...permissions]) expect(refusal(admin('*'), may)).toBeUndefined()
  expect(refusal(admin('*'), 'superadmin')).toBe('Only a superadmin can do this')
})

test('a permission allows itself alone', () => {
  expect(refusal(admin('movies:read'), 'movies:read')).toBeUndefined()
  expect(refusal(admin('movies:read'), 'movies:write')).toBe('Your role does not allow you to change: Movies')
  expect(refusal(admin('movies:write'), 'events:read')).toBe('Your role does not allow you to see: Events')
  expect(refusal(undefined, 'movies:read')).toBe('Sign in first')
})

test('of a list each is needed, and the first that lacks is named', () => {
  const both = ['kids-club:write', 'customers:read']
  expect(refusal(admin(...both), both)).toBeUndefined()
  expect(refusal(admin('kids-club:write'), both)).toBe('Your role does not allow you to see: Users')
  expect(refusal(admin(), both)).toBe('Your role does not allow you to change: Kids club')
})

test('every call asks for a permission that a role can be given', () => {
  const known = ['public', 'session', 'superadmin', 'feed', ...permissions]
  for (const { may } of everyEndpoint) for (const one of asked(may)) expect(known).toContain(one)
})
