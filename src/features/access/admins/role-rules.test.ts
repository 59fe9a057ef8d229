import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { describePermissions, settled } from './role-rules.ts'

test('who may change a thing may see it, everything is everything, and nothing comes twice', () => {
  expect(settled(['movies:write', 'movies:write', 'analytics:read'])).toEqual([
    'analytics:read',
    'movies:read',
    'movies:write',
  ])
  expect(settled(['users:read', 'customers:export'])).toEqual(['customers:read', 'customers:export'])
  expect(settled(['movies:read', '*'])).toEqual(['*'])
  expect(settled(['admins:write', '*'])).toEqual(['*', 'admins:write'])
  expect(settled([])).toEqual([])
})

test('what is settled stays as it is, and loses nothing that was chosen', () => {
  fc.assert(
    fc.property(fc.subarray(permissions), (chosen) => {
      const once = settled(chosen)
      expect(settled(once)).toEqual(once)
      expect(once).toEqual(expect.arrayContaining(chosen))
    }),
  )
})

test('a role in words', () => {
  expect(describePermissions(['*'])).toBe('Everything')
  expect(describePermissions(['*', 'admins:write'])).toBe('Everything. Manage: Admin Settings')
  expect(describePermissions([])).toBe('Nothing')
  expect(describePermissions(['movies:read', 'movies:write', 'audit:read', 'tiers:read'])).toBe(
    'Manage Movies. View Membership Tiers, Audit log',
  )
})
