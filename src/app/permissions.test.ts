import { describe, expect, test } from 'vitest'
import { nameOf } from '#contract/endpoint.ts'
import { everyEndpoint } from './server-features.ts'
import {
  allowedBy,
  permissionsOf,
  canBeAtCinemas,
  isAdmin,
  isSuperadmin,
  MANAGE_PEOPLE,
  permissions,
  scopeOf,
  refusal,
  superadminsAlone,
  NEEDS_CHAIN_SCOPE,
} from '#contract/permissions.ts'

const admin = (...granted: string[]) => ({ userType: 'Admin', permissions: granted })

// Clauses: operations 332
test.each([
  ['Admin', true, false],
  ['Super Admin', true, true],
  ['SUPERADMIN', true, true],
  ['Editor', false, false],
])('%s', (userType, canEnter, isSuper) => {
  expect(isAdmin(userType)).toBe(canEnter)
  expect(isSuperadmin(userType)).toBe(isSuper)
})

test('a superadmin may everything, whatever the role', () => {
  for (const permission of ['session', 'person', 'superadmin', ...permissions])
    expect(refusal({ userType: 'Super Admin', permissions: [] }, permission)).toBeUndefined()
})

// Clauses: core 141; operations 336
test('the default role may everything but manage people, and what only a superadmin may', () => {
  for (const permission of ['session', 'person', ...permissions])
    expect([permission, refusal(admin('*'), permission)]).toEqual([
      permission,
      permission === MANAGE_PEOPLE ? 'You do not have permission to manage Admin Settings' : undefined,
    ])
  expect(refusal(admin('*', MANAGE_PEOPLE), MANAGE_PEOPLE)).toBeUndefined()
  expect(refusal(admin('*'), 'superadmin')).toBe('Only a superadmin can do this')
})

// Clauses: operations 333
test('a permission allows itself alone', () => {
  expect(refusal(admin('movies:read'), 'movies:read')).toBeUndefined()
  expect(refusal(admin('movies:read'), 'movies:write')).toBe('You do not have permission to manage Movies')
  expect(refusal(admin('movies:write'), 'events:read')).toBe('You do not have permission to view FH+ Event')
  expect(refusal(undefined, 'movies:read')).toBe('Sign in first')
})

test('of a list each is needed, and the first that lacks is named', () => {
  const both = ['kids-club:write', 'customers:read']
  expect(refusal(admin(...both), both)).toBeUndefined()
  expect(refusal(admin('kids-club:write'), both)).toBe('You do not have permission to view Users')
  expect(refusal(admin(), both)).toBe('You do not have permission to manage Kids Klub')
})

test('every call asks for a permission that a role can be given', () => {
  const known = ['public', 'session', 'person', 'superadmin', 'feed', ...permissions]
  for (const { permission } of everyEndpoint) for (const one of permissionsOf(permission)) expect(known).toContain(one)
})

/** What a handler asks for where several areas share a call, and a screen whose call is open to every admin. */
const CHECKED_ELSEWHERE = ['kids-club:export', 'tiers:read']

test('a role can be given what some call asks for, and nothing else', () => {
  const wanted = everyEndpoint.flatMap(({ permission }) => permissionsOf(permission)).filter((one) => one.includes(':'))
  expect(permissions.toSorted()).toEqual([...new Set([...wanted, ...CHECKED_ELSEWHERE])].toSorted())
})

// ASVS: 8.1.1
test('of each permission, and of what is for superadmins alone, it is said in words what it allows', () => {
  for (const permission of permissions) {
    const text = allowedBy(permission)
    expect(text).toMatch(/^[A-Z]/)
    // Several sentences have full stops, a single one has none.
    expect(text.endsWith('.'), text).toBe(text.includes('. '))
  }
  const alone = everyEndpoint.filter(({ permission }) => permission === 'superadmin').map(({ feature }) => feature)
  expect(Object.keys(superadminsAlone).toSorted()).toEqual([...new Set(alone)].toSorted())
})

test('a file of an area is a permission of its own; a link of one asks for the right of who sent it', () => {
  const files = everyEndpoint.filter(
    ({ stream, permission }) =>
      stream === 'text/csv' && !['superadmin', 'session', 'public'].includes(String(permission)),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const { path, permission } of files)
    for (const each of [permission].flat()) expect([path, each]).toEqual([path, expect.stringMatching(/:export$/)])
})

describe('a role for some cinemas', () => {
  const manager = {
    userType: 'Admin',
    permissions: ['movies:read'],
    cinemaRoles: [
      { permissions: ['cubes:read', 'cubes:write', 'vouchers:read', 'movies:write'], cinemas: ['1', '2'] },
      { permissions: ['cubes:read', 'events:read'], cinemas: ['2', '3'] },
    ],
  }

  test('allows there what belongs to a cinema, and nothing that is the whole chain’s', () => {
    expect(refusal(manager, 'cubes:write')).toBeUndefined()
    expect(refusal(manager, 'movies:read')).toBeUndefined()
    expect(refusal(manager, 'vouchers:read')).toBe(NEEDS_CHAIN_SCOPE)
    expect(refusal(manager, 'movies:write')).toBe(NEEDS_CHAIN_SCOPE)
    expect(refusal(manager, 'cubes:export')).toBe('You do not have permission to export Cube bookings')
    expect(refusal(manager, 'superadmin')).toBe('Only a superadmin can do this')
  })

  test('adds up with others: a permission reaches the cinemas of each role that has it', () => {
    expect(scopeOf(manager, 'cubes:read')).toEqual(['1', '2', '3'])
    expect(scopeOf(manager, 'cubes:write')).toEqual(['1', '2'])
    expect(scopeOf(manager, ['cubes:read', 'events:read'])).toEqual(['2', '3'])
    expect(scopeOf(manager, ['cubes:write', 'tickets:read'])).toEqual([])
    expect(scopeOf(manager, 'movies:read')).toBe('chain')
    expect(scopeOf({ ...manager, permissions: ['*'] }, 'cubes:read')).toBe('chain')
    expect(scopeOf({ ...manager, userType: 'Super Admin' }, 'cubes:read')).toBe('chain')
  })

  test('has writes that say what they are about', () => {
    const writes = everyEndpoint.filter(
      ({ method, permission }) =>
        method !== 'GET' &&
        permissionsOf(permission).some((one) => canBeAtCinemas(one) && scopeOf(manager, one) !== 'chain'),
    )
    expect(writes.length).toBeGreaterThan(10)
    const silent = writes.filter(({ about, scope }) => !about && scope !== 'chain')
    expect(silent.map(nameOf)).toEqual([])
  })
})
