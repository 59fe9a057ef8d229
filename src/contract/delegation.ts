import { showCount } from './counted.ts'
import { allows, isSuperadmin, MANAGE_PEOPLE, permissionLabel, type Rights } from './permissions.ts'

/**
 * Who may manage whom: somebody who may manage people in a place, those people alone whose every right there is one of
 * their own. The same rule says what they may give.
 */

/** Where a right counts. A state is more than the cinemas that it has today. */
export type Place = 'chain' | { state: number } | { cinema: string }

/** A role that somebody has: what it allows, and where. */
export type AssignedRole = {
  permissions: readonly string[]
  /** How many points it lets them move at once. */
  pointsLimit: number
  places: readonly Place[]
}

export type Managed = { userType: string; roles: readonly AssignedRole[] }
export type Manager = Rights & { pointsLimit: number }

/** What somebody has, or is to be given, and the manager has not. */
export type Excess =
  | { of: 'type' }
  | { of: 'permission'; permission: string; place: Place }
  | { of: 'points'; most: number; place: Place }

/**
 * The first of somebody's rights that is beyond a manager's own; undefined where there is none, and the manager may manage
 * them. @param verb 'read' asks whether the manager sees them
 */
export function excessOf(
  me: Manager,
  { userType, roles }: Managed,
  verb: 'read' | 'write' = 'write',
): Excess | undefined {
  if (isSuperadmin(me.userType)) return
  if (userType !== 'Admin') return { of: 'type' }
  const toManage = verb === 'write' ? MANAGE_PEOPLE : 'admins:read'
  // Who has no role belongs to no cinema.
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

/** Everything is more than each single thing that there is today. */
const has = (permissions: readonly string[], permission: string) =>
  permission === '*' ? permissions.includes('*') : allows(permissions, permission)

/** "That is more than you may do yourself: Change: Promotions, at Marquee Jabi". */
export function excessText(excess: Excess, nameOf: (place: Exclude<Place, 'chain'>) => string): string {
  if (excess.of === 'type') return 'Only a superadmin manages superadmins and editors'
  const { place } = excess
  const where = place === 'chain' ? 'for all cinemas' : 'state' in place ? `in ${nameOf(place)}` : `at ${nameOf(place)}`
  const what =
    excess.of === 'points'
      ? `to move ${showCount(excess.most)} points in 24 hours`
      : excess.permission === '*'
        ? 'everything'
        : `“${permissionLabel(excess.permission)}”`
  return `That is more than you may do yourself: ${what}, ${where}`
}
