import { and, eq, isNull } from 'drizzle-orm'
import type { Rights } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { personColumns } from './sessions.ts'
import { isOpen } from './store.ts'
import { admins, roles } from './tables.ts'

/** A person who can sign in, with their permissions. */
export type Person = Rights & { id: number; email: string; firstName: string; lastName: string }

/** Returns all people, or the one with this id, without those who have not accepted their invitation. */
export async function peopleWithRights(db: Db, id?: number): Promise<Person[]> {
  const rows = await db
    .select(personColumns)
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(isOpen, isNull(admins.invitedUntil), id === undefined ? undefined : eq(admins.id, id)))
    .orderBy(admins.id)
  return rows.map((row) => ({ ...row, permissions: row.permissions ?? [], cinemaRoles: row.cinemaRoles ?? undefined }))
}
