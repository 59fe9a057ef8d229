import { excessOf, type Place } from '#contract/delegation.ts'
import { isSuperadmin, MANAGE_PEOPLE, refusal, withChainRights } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { roles, type Role } from '../role-contract.ts'

/** Which roles somebody may give, and where: the server refuses by the same rule. */
export function useGiving() {
  const me = useMe()
  const all = useRead(roles.list, { query: { $include: 'permissions' } }).data ?? []
  const canGive = ({ permissions = [], pointsLimit }: Role, place: Place) =>
    !excessOf(me, { userType: 'Admin', roles: [{ permissions, pointsLimit, places: [place] }] })
  const own: Place[] = (me.cinemaRoles ?? []).flatMap(({ cinemas }) => cinemas.map((cinema) => ({ cinema })))
  return {
    isBound: !isSuperadmin(me.userType),
    /** Whether they give roles for all cinemas. */
    givesForAll: !refusal(withChainRights(me), MANAGE_PEOPLE),
    canGiveForAll: (role: Role) => canGive(role, 'chain'),
    canGiveSomewhere: (role: Role) => canGive(role, 'chain') || own.some((place) => canGive(role, place)),
    /** Whether a role may be given there; while none is chosen, any. */
    canGiveAt: (roleId: string, place: Place) => {
      const role = all.find(({ id }) => String(id) === roleId)
      return !role || canGive(role, place)
    },
  }
}
