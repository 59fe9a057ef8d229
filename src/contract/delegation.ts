import { showCount } from './counted.ts'
import { allows, isSuperadmin, MANAGE_PEOPLE, permissionLabel, type Rights } from './permissions.ts'

/**
 * Rules of user management: a manager can manage staff in a place whose permissions there are all their own, and can give
 * only such permissions.
 */

/** The place of a permission. A state includes cinemas that open later. */
export type Place = 'chain' | { state: number } | { cinema: string }

/** A role of a person, with its permissions and places. */
export type AssignedRole = {
  permissions: readonly string[]
  /** Points that it allows in 24 hours. */
  pointsLimit: number
  places: readonly Place[]
}

export type Managed = { userType: string; roles: readonly AssignedRole[] }
export type Manager = Rights & { pointsLimit: number }

/** A permission that a person has or would get, and their manager does not have. */
export type Excess =
  | { of: 'type' }
  | { of: 'permission'; permission: string; place: Place }
  | { of: 'points'; most: number; place: Place }

/**
 * Finds the first permission of a person that exceeds the manager's own.
 * @param verb 'read' checks whether the manager can see the person
 * @returns undefined if the manager can manage (or see) the person
 */
export function excessOf(
  me: Manager,
  { userType, roles }: Managed,
  verb: 'read' | 'write' = 'write',
): Excess | undefined {
  if (isSuperadmin(me.userType)) return
  if (userType !== 'Admin') return { of: 'type' }
  const toManage = verb === 'write' ? MANAGE_PEOPLE : 'admins:read'
  // Because a person without a role belongs to no cinema.
  for (const { permissions, pointsLimit, places } of roles.length ? roles : [NO_ROLE])
    for (const place of places) {
      const permission = [toManage, ...permissions].find((one) => !hasAt(me, one, place))
      if (permission) return { of: 'permission', permission, place }
      if (allows(permissions, 'points:write') && pointsLimit > me.pointsLimit)
        return { of: 'points', most: pointsLimit, place }
    }
}
const NO_ROLE: AssignedRole = { permissions: [], pointsLimit: 0, places: ['chain'] }

function hasAt({ permissions, cinemaRoles = [] }: Rights, permission: string, place: Place): boolean {
  if (has(permissions, permission)) return true
  if (place === 'chain') return false
  return cinemaRoles.some(
    ({ permissions: its, cinemas, states = [] }) =>
      has(its, permission) && ('state' in place ? states.includes(place.state) : cinemas.includes(place.cinema)),
  )
}

/** `*` requires `*`, because it includes future permissions. */
const has = (permissions: readonly string[], permission: string) =>
  permission === '*' ? permissions.includes('*') : allows(permissions, permission)

/** Describes an excess: “You cannot give or manage permissions you do not have: “Manage: Promotions” at Marquee Jabi”. */
export function excessText(excess: Excess, nameOf: (place: Exclude<Place, 'chain'>) => string): string {
  if (excess.of === 'type') return 'Only superadmins can manage superadmins and editors'
  const { place } = excess
  const where = place === 'chain' ? 'for all cinemas' : 'state' in place ? `in ${nameOf(place)}` : `at ${nameOf(place)}`
  const what =
    excess.of === 'points'
      ? `${showCount(excess.most)} points in 24 hours`
      : excess.permission === '*'
        ? 'everything'
        : `“${permissionLabel(excess.permission)}”`
  return `You cannot give or manage permissions you do not have: ${what} ${where}`
}
