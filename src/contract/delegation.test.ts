import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excessText, excessOf, type AssignedRole, type Manager, type Place } from './delegation.ts'
import { permissions } from './permissions.ts'

/** Two states with two cinemas each. */
const CINEMAS: Record<string, number> = { a: 1, b: 1, c: 2, d: 2 }
const STATES = [1, 2]
const USED = ['cubes:read', 'cubes:write', 'vouchers:read', 'points:write', 'admins:read', 'admins:write', '*']
const asText = (place: Place) =>
  place === 'chain' ? 'chain' : 'state' in place ? `state ${place.state}` : `cinema ${place.cinema}`
const PLACES: Place[] = [
  'chain',
  ...STATES.map((state) => ({ state })),
  ...Object.keys(CINEMAS).map((cinema) => ({ cinema })),
]

/** Expands a role into each single permission in each single place. */
function spread(granted: readonly string[], place: Place): Set<string> {
  const each = granted.includes('*')
    ? ['*', ...permissions.filter((one) => one !== 'admins:write' || granted.includes(one))]
    : granted
  const places = PLACES.filter(
    (one) =>
      place === 'chain' ||
      asText(one) === asText(place) ||
      (one !== 'chain' && 'cinema' in one && 'state' in place && CINEMAS[one.cinema] === place.state),
  )
  return new Set(each.flatMap((permission) => places.map((one) => `${permission} ${asText(one)}`)))
}

const aRole = fc.subarray(USED)
const aPlace = fc.constantFrom(...PLACES)
const account = fc.record({
  userType: fc.constantFrom('Admin', 'Admin', 'Admin', 'Editor', 'Super Admin'),
  roles: fc.array(
    fc.record({
      permissions: aRole,
      pointsLimit: fc.constantFrom(10, 20),
      places: fc.array(aPlace, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
})
const aManager = fc.record({
  userType: fc.constantFrom('Admin', 'Admin', 'Admin', 'Super Admin'),
  everywhere: aRole,
  cinemaRoles: fc.array(fc.record({ permissions: aRole, place: aPlace.filter((place) => place !== 'chain') }), {
    maxLength: 3,
  }),
  pointsLimit: fc.constantFrom(10, 20),
})

// ASVS: 8.2.2
test('lets managers manage and give only permissions of their own in that place', () => {
  fc.assert(
    fc.property(aManager, account, fc.constantFrom('read', 'write'), (manager, them, verb) => {
      const { userType, everywhere, cinemaRoles, pointsLimit } = manager
      const me: Manager = {
        userType,
        permissions: everywhere,
        pointsLimit,
        cinemaRoles: cinemaRoles.map(({ permissions: its, place }) => ({
          permissions: its,
          states: 'state' in place ? [place.state] : [],
          cinemas: 'state' in place ? Object.keys(CINEMAS).filter((id) => CINEMAS[id] === place.state) : [place.cinema],
        })),
      }
      const own = new Set([
        ...spread(everywhere, 'chain'),
        ...cinemaRoles.flatMap(({ permissions: its, place }) => [...spread(its, place)]),
      ])
      const roles: AssignedRole[] = them.roles.length
        ? them.roles
        : [{ permissions: [], pointsLimit: 0, places: ['chain'] }]
      const isWithin = roles.every((role) =>
        role.places.every(
          (place) =>
            own.has(`admins:${verb} ${asText(place)}`) &&
            role.permissions.every((one) => own.has(`${one} ${asText(place)}`)) &&
            (!role.permissions.some((one) => one === '*' || one === 'points:write') || role.pointsLimit <= pointsLimit),
        ),
      )
      const permission = userType === 'Super Admin' || (them.userType === 'Admin' && isWithin)
      expect(excessOf(me, them, verb) === undefined).toBe(permission)
    }),
    { numRuns: 5000 },
  )
})

test('lets a managed manager manage only staff whom their own manager can manage', () => {
  const manager = (roles: AssignedRole, pointsLimit: number): Manager => ({
    userType: 'Admin',
    permissions: roles.places.includes('chain') ? [...roles.permissions] : [],
    pointsLimit,
    cinemaRoles: roles.places.flatMap((place) =>
      place === 'chain'
        ? []
        : [
            {
              permissions: [...roles.permissions],
              states: 'state' in place ? [place.state] : [],
              cinemas:
                'state' in place ? Object.keys(CINEMAS).filter((id) => CINEMAS[id] === place.state) : [place.cinema],
            },
          ],
    ),
  })
  const anAssignment = fc.record({
    permissions: aRole.map((some) => [...new Set([...some, 'admins:read', 'admins:write'])]),
    pointsLimit: fc.constantFrom(10, 20),
    places: fc.array(aPlace, { minLength: 1, maxLength: 2 }),
  })
  const admin = (roles: AssignedRole) => ({ userType: 'Admin', roles: [roles] })
  let chains = 0
  fc.assert(
    fc.property(anAssignment, anAssignment, anAssignment, (over, under, them) => {
      const isUnder = !excessOf(manager(over, over.pointsLimit), admin(under))
      const isManaged = !excessOf(manager(under, Math.min(under.pointsLimit, over.pointsLimit)), admin(them))
      const isBeyond = excessOf(manager(over, over.pointsLimit), admin(them)) !== undefined
      chains += Number(isUnder && isManaged)
      // Otherwise a manager could use a managed account to exceed their own permissions.
      expect(isUnder && isManaged && isBeyond).toBe(false)
    }),
    { numRuns: 20_000 },
  )
  expect(chains).toBeGreaterThan(20)
})

test('names the first excess permission and its place', () => {
  const nameOf = (place: Exclude<Place, 'chain'>) => ('state' in place ? 'Lagos' : 'Jabi')
  const me: Manager = {
    userType: 'Admin',
    permissions: [],
    pointsLimit: 10,
    cinemaRoles: [{ permissions: ['admins:read', 'admins:write', 'points:write'], cinemas: ['a'], states: [] }],
  }
  const excess = (granted: string[], place: Place, userType = 'Admin') =>
    excessText(
      excessOf(me, { userType, roles: [{ permissions: granted, pointsLimit: 20_000, places: [place] }] })!,
      nameOf,
    )
  expect(excess(['cubes:write'], { cinema: 'a' })).toBe(
    'You cannot give or manage permissions you do not have: “Manage: Cube bookings” at Jabi',
  )
  expect(excess([], { state: 1 })).toBe(
    'You cannot give or manage permissions you do not have: “Manage: Admin Settings” in Lagos',
  )
  expect(excess(['*'], 'chain')).toBe(
    'You cannot give or manage permissions you do not have: “Manage: Admin Settings” for all cinemas',
  )
  expect(excess(['*'], { cinema: 'a' })).toBe(
    'You cannot give or manage permissions you do not have: everything at Jabi',
  )
  expect(excess(['points:write'], { cinema: 'a' })).toBe(
    'You cannot give or manage permissions you do not have: 20,000 points in 24 hours at Jabi',
  )
  expect(excess([], { cinema: 'a' }, 'Editor')).toBe('Only superadmins can manage superadmins and editors')
})
