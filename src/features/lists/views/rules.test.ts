import { expect, test } from 'vitest'
import { addressOf, isSameQuery, storedOf, refusalToChange, refusalToShare, viewErrors } from './rules.ts'

test('a view keeps what a list is asked for, not where one is in it', () => {
  expect(storedOf({ status: 'approved', page: '3', pageNo: '2', view: '7', search: '', columns: 'name,age' })).toEqual({
    columns: 'name,age',
    status: 'approved',
  })
})

test('two addresses ask for the same in any order, and not with another value or one more', () => {
  const query = { status: 'approved', sort: '-likes' }
  expect(isSameQuery(query, { sort: '-likes', status: 'approved', page: '2', view: '7' })).toBe(true)
  expect(isSameQuery(query, { ...query, sort: 'likes' })).toBe(false)
  expect(isSameQuery(query, { ...query, search: 'a' })).toBe(false)
  expect(isSameQuery({ columns: 'a,b' }, { columns: 'b,a' })).toBe(false)
  expect(isSameQuery(query, { ...query, tier: '9' }, ['tier'])).toBe(true)
})

test('the address of a view says all that it asks for, and which view it is', () => {
  const query = { search: 'Ṣadé & sons', columns: 'name,age' }
  const [list, question] = addressOf({ id: 7, list: 'users/guests', query }).split('?')
  expect([list, Object.fromEntries(new URLSearchParams(question))]).toEqual(['users/guests', { ...query, view: '7' }])
})

test('whoever manages people for all cinemas shares, and changes what is shared', () => {
  const admin = { userType: 'Admin', permissions: ['movies:read'] }
  const manager = { userType: 'Admin', permissions: ['admins:write'] }
  const ofSome = {
    userType: 'Admin',
    permissions: [],
    cinemaRoles: [{ permissions: ['admins:write'], cinemas: ['0001'] }],
  }
  const everything = { userType: 'Admin', permissions: ['*'] }
  const superadmin = { userType: 'Super Admin', permissions: [] }
  expect([admin, manager, ofSome, everything, superadmin].map((me) => refusalToShare(me) === undefined)).toEqual([
    false,
    true,
    false,
    false,
    true,
  ])
  const permission = (me: typeof admin, isOwn: boolean, audience: 'own' | 'role' | 'all') =>
    refusalToChange(me, { isOwn, audience }) === undefined
  expect([permission(admin, true, 'own'), permission(superadmin, false, 'own')]).toEqual([true, false])
  expect([
    permission(admin, true, 'all'),
    permission(manager, false, 'all'),
    permission(manager, false, 'role'),
  ]).toEqual([false, true, true])
})

test('a view has a name, and a role where it is for one', () => {
  expect(viewErrors({ name: ' ', audience: 'own', roleId: '' })).toEqual({ name: 'Field is empty' })
  expect(viewErrors({ name: 'A', audience: 'role', roleId: '' })).toEqual({ roleId: 'Choose a role' })
  expect(viewErrors({ name: 'A', audience: 'role', roleId: '3' })).toEqual({})
})
