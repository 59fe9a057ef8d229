import { eq, isNull, sql, type SQL } from 'drizzle-orm'
import { excessOf, type AssignedRole, type Managed } from '#contract/delegation.ts'
import type { Db } from '../db/connect.ts'
import { principalOfAdmin } from './sessions.ts'
import { admins, roles } from './tables.ts'

/** What people have, as it is compared with what a manager of people has (src/contract/delegation.ts). */

type CinemaRole = Omit<AssignedRole, 'places'> & { states: number[]; cinemas: string[] }

/** By the id of each account that is not deleted, or of those. */
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

/** A role for some cinemas. */
export const assignedRoleOf = ({ states, cinemas, ...role }: CinemaRole): AssignedRole => ({
  ...role,
  places: [...states.map((state) => ({ state })), ...cinemas.map((cinema) => ({ cinema }))],
})

/**
 * Whether somebody who was invited has no more than whoever invited them could give now: the role may have grown since,
 * and the other's rights may have shrunk.
 */
export async function isStillGiven(db: Db, { id, invitedBy }: { id: number; invitedBy: number | null }) {
  if (invitedBy === null) return true
  const inviter = await principalOfAdmin(db, invitedBy)
  const them = (await managedAccounts(db, eq(admins.id, id))).get(id)
  return inviter !== undefined && them !== undefined && !excessOf(inviter, them)
}
