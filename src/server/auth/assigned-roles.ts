import { eq, isNull, sql, type SQL } from 'drizzle-orm'
import { excessOf, type AssignedRole, type Managed } from '#contract/delegation.ts'
import type { Db } from '../db/connect.ts'
import { principalOfAdmin } from './sessions.ts'
import { admins, roles } from './tables.ts'

/** Permissions of accounts, for the comparison with a manager's own (src/contract/delegation.ts). */

type CinemaRole = Omit<AssignedRole, 'places'> & { states: number[]; cinemas: string[] }

/** Returns accounts by id: all that are not deleted, or the chosen ones. */
export async function managedAccounts(db: Db, which?: SQL): Promise<Map<number, Managed>> {
  const rows = await db
    .select({
      id: admins.id,
      userType: admins.userType,
      permissions: roles.permissions,
      pointsLimit: roles.pointsLimit,
      cinemaRoles: sql<CinemaRole[] | null>`(
        select json_agg(json_build_object('permissions', r.permissions, 'pointsLimit', r.points_limit,
          'states', g.states, 'cinemas', g.cinemas))
        from cinema_roles g join roles r on r.id = g.role_id where g.admin_id = ${admins.id})`,
    })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(which ?? isNull(admins.deletedAt))
  return new Map(
    rows.map(({ id, userType, permissions, pointsLimit, cinemaRoles }) => [
      id,
      {
        userType,
        roles: [
          ...(permissions ? [{ permissions, pointsLimit: pointsLimit!, places: ['chain'] as const }] : []),
          ...(cinemaRoles ?? []).map(assignedRoleOf),
        ],
      },
    ]),
  )
}

/** Returns a cinema role. */
export const assignedRoleOf = ({ states, cinemas, ...role }: CinemaRole): AssignedRole => ({
  ...role,
  places: [...states.map((state) => ({ state })), ...cinemas.map((cinema) => ({ cinema }))],
})

/**
 * Checks that the permissions of an invited account do not exceed what its inviter could give now: the role may have
 * grown, or the inviter's permissions shrunk.
 */
export async function isStillGiven(db: Db, { id, invitedBy }: { id: number; invitedBy: number | null }) {
  if (invitedBy === null) return true
  const inviter = await principalOfAdmin(db, invitedBy)
  const them = (await managedAccounts(db, eq(admins.id, id))).get(id)
  return inviter !== undefined && them !== undefined && !excessOf(inviter, them)
}
