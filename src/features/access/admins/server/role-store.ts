import { allows, canBeAtCinemas, pointsLimitOf, type CinemaRole } from '#contract/permissions.ts'
import { and, asc, count, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { isOpen } from '#server/auth/store.ts'
import { cinemaRolesOf } from '#server/auth/sessions.ts'
import { cinemaRoles, admins, roles } from '#server/auth/tables.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { hasTerms } from '#server/db/search.ts'
import type { Person, Role } from '../role-contract.ts'
import { EVERYTHING, SUPERADMIN_ONLY } from '../role-rules.ts'
import type { Seen } from './managed.ts'
import { cinemaRolesWithNames } from './store.ts'

export type FullRole = Role & { permissions: string[] }
type NewRole = Pick<typeof roles.$inferInsert, 'name' | 'permissions' | 'pointsLimit' | 'twoFactorFrom'>

/** @param seen of whom those who have a role are counted */
const columnsFor = (seen?: Seen) => ({
  id: roles.id,
  name: roles.name,
  isDefault: roles.isDefault,
  admins: sql<number>`(select count(*)::int from admins a
    where ${and(
      sql`a.deleted_at is null`,
      sql`(a.role_id = roles.id or exists (select from cinema_roles g where g.admin_id = a.id and g.role_id = roles.id))`,
      seen?.among(sql`a.id`),
    )})`,
  pointsLimit: roles.pointsLimit,
  twoFactorFrom: roles.twoFactorFrom,
  version: roles.version,
  permissions: roles.permissions,
})

/** The default one first, then by name. */
export const everyRole = (db: Db, seen?: Seen): Promise<FullRole[]> =>
  db
    .select(columnsFor(seen))
    .from(roles)
    .orderBy(desc(roles.isDefault), asc(sql`lower(${roles.name}) collate "und-x-icu"`), asc(roles.id))

export const findRole = async (db: Db, id: number, seen?: Seen): Promise<FullRole | undefined> =>
  (await db.select(columnsFor(seen)).from(roles).where(eq(roles.id, id)))[0]

/** A role, locked until the transaction ends: nobody is given it meanwhile. */
export async function lockRole(tx: Db, id: number): Promise<FullRole | undefined> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('update')
  return findRole(tx, id)
}

/** @throws a unique violation when there is one of that name (`isNameTaken`) */
export async function addRole(tx: Db, role: NewRole): Promise<FullRole> {
  const [made] = await tx.insert(roles).values(role).returning({ id: roles.id })
  return (await findRole(tx, made!.id))!
}

/** @throws a unique violation when there is another of that name (`isNameTaken`) */
export async function changeRole(tx: Db, id: number, change: Partial<NewRole>): Promise<FullRole> {
  await tx
    .update(roles)
    .set({ ...change, version: sql`${roles.version} + 1` })
    .where(eq(roles.id, id))
  return (await findRole(tx, id))!
}

/** Accounts that were deleted and had it get the default one: a delete that is taken back finds a role. */
export async function removeRole(tx: Db, id: number): Promise<void> {
  await tx
    .update(admins)
    .set({ roleId: sql`(select id from roles where is_default)` })
    .where(eq(admins.roleId, id))
  await tx.delete(cinemaRoles).where(eq(cinemaRoles.roleId, id))
  await tx.delete(roles).where(eq(roles.id, id))
}

export const isNameInUse = (error: unknown): boolean => sqlError(error).constraint === 'roles_name_key'

const person = {
  id: admins.id,
  name: sql<string>`trim(${admins.firstName} || ' ' || ${admins.lastName})`,
  email: admins.email,
  userType: admins.userType,
  role: roles.name,
  cinemaRoles: cinemaRolesWithNames,
}

/** A person with what the role allows. */
export async function findPerson(
  db: Db,
  id: number,
): Promise<(Person & { permissions: string[]; atCinemas: CinemaRole[]; pointsLimit: number }) | undefined> {
  const [found] = await db
    .select({
      ...person,
      permissions: roles.permissions,
      pointsLimit: roles.pointsLimit,
      atCinemas: cinemaRolesOf(sql`${admins.id}`),
    })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(admins.id, id), isOpen))
  return (
    found && {
      ...found,
      atCinemas: found.atCinemas ?? [],
      permissions: found.permissions ?? [],
      pointsLimit: pointsLimitOf(found.userType, found.pointsLimit, found.atCinemas ?? []),
    }
  )
}

/** Superadmins may everything; admins what their role allows; editors cannot sign in. The same rule as `refusal`. */
const hasPermission = (permission: string): SQL | undefined => {
  const isSuperadmin = eq(admins.userType, 'Super Admin')
  if (permission === SUPERADMIN_ONLY) return isSuperadmin
  const allowing = listOf(
    [EVERYTHING, permission].filter((one) => allows([one], permission)),
    'text',
  )
  const granted = sql`${roles.permissions} && ${allowing}`
  const atCinemas = canBeAtCinemas(permission)
    ? sql`exists (
        select from cinema_roles g join roles r on r.id = g.role_id
        where g.admin_id = ${admins.id} and r.permissions && ${allowing})`
    : undefined
  return or(isSuperadmin, and(ne(admins.userType, 'Editor'), or(granted, atCinemas)))
}

export async function holdersOf(
  db: Db,
  permission: string,
  seen: Seen,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<{ admins: Person[]; totalCount: number }> {
  const where = and(
    isOpen,
    seen.among(sql`${admins.id}`),
    hasPermission(permission),
    search
      ? hasTerms(sql`fold(${admins.firstName} || ' ' || ${admins.lastName} || ' ' || ${admins.email})`, search)
      : undefined,
  )
  const found = await db
    .select(person)
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(where)
    .orderBy(asc(sql`lower(${admins.firstName} || ' ' || ${admins.lastName}) collate "und-x-icu"`), asc(admins.id))
    .limit(limit)
    .offset(offset)
  const [total] = await db.select({ n: count() }).from(admins).leftJoin(roles, eq(roles.id, admins.roleId)).where(where)
  return { admins: found, totalCount: total!.n }
}
