import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { FilterText } from '#contract/filter.ts'
import { hasFactor, lastSignInAt } from '#server/auth/factors.ts'
import { isOpen } from '#server/auth/store.ts'
import { cinemaRoles, admins, roles } from '#server/auth/tables.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { isAnyOf, isChosen, isOnDays, isSo } from '#server/db/filter.ts'
import { hasTerms } from '#server/db/search.ts'
import type { AdminCinemaRole, AdminRow, admins as calls } from '../contract.ts'
import type { Seen } from './managed.ts'
import { USER_TYPES, type UserType } from '../rules.ts'
import { arrayOf, number, query, text } from '#server/db/query.ts'

/** `zone`: whose days are meant, where any are. */
export type Filter = Partial<Omit<Output<(typeof calls)['csv']['query']>, 'columns'>> & { zone?: string }
export type Change = {
  email: string
  mobile: string
  firstName: string
  lastName: string
  userType: UserType
  /** For all cinemas. */
  roleId: number | null
  /** Undefined keeps the one there is. */
  passwordHash?: string | undefined
}

/** What somebody is at some cinemas, with the names of those. */
export const cinemaRolesWithNames = sql<AdminCinemaRole[]>`coalesce((
  select json_agg(json_build_object('roleId', g.role_id, 'role', r.name, 'states', g.states, 'cinemas', g.cinemas,
    'places', array(select s.name from states s where s.id = any (g.states) order by s.name)
      || array(select c.name from cinemas c where c.id = any (g.cinemas) order by c.name)) order by g.id)
  from cinema_roles g join roles r on r.id = g.role_id where g.admin_id = ${admins.id}), '[]')`

const columns = {
  id: admins.id,
  firstName: admins.firstName,
  lastName: admins.lastName,
  email: admins.email,
  mobile: admins.mobile,
  userType: admins.userType,
  profileImage: admins.profileImage,
  roleId: admins.roleId,
  role: roles.name,
  cinemaRoles: cinemaRolesWithNames,
  createdAt: admins.createdAt,
  hasFactor,
  lastSignInAt,
  invitedUntil: admins.invitedUntil,
  version: admins.version,
}
type Row = Omit<AdminRow, 'createdAt' | 'invitedUntil'> & { createdAt: Date; invitedUntil: Date | null }
const toWire = (row: Row): AdminRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastSignInAt: row.lastSignInAt && new Date(row.lastSignInAt).toISOString(),
  invitedUntil: row.invitedUntil?.toISOString() ?? null,
})

/** By their role for all cinemas, and those for some; null stands for none of them. */
const hasRole = (choice: FilterText<'choice'> | undefined) =>
  choice &&
  sql`exists (
    select from (
      select ${admins.roleId} as id where ${admins.roleId} is not null
      union all select g.role_id from cinema_roles g where g.admin_id = ${admins.id}
    ) r right join (select) one on true where ${isChosen(choice, sql`r.id`, { type: 'bigint' })})`

const where = ({ search, userType, roleId, zone = 'UTC', ...filters }: Filter, seen: Seen): SQL | undefined =>
  and(
    isNull(admins.deletedAt),
    seen.among(sql`${admins.id}`),
    isAnyOf(userType, (one) => eq(admins.userType, USER_TYPES[one as keyof typeof USER_TYPES])),
    hasRole(roleId),
    isOnDays(filters.created, sql`${admins.createdAt}`, zone),
    isOnDays(filters.signed_in, lastSignInAt, zone),
    isSo(filters.factor, hasFactor),
    isSo(filters.invited, isNotNull(admins.invitedUntil)),
    search ? hasTerms(searchText, search) : undefined,
  )
const searchText = sql`fold(${admins.firstName} || ' ' || ${admins.lastName} || ' ' || ${admins.email} || ' ' || coalesce(${admins.mobile}, ''))`

const order = (sort: Filter['sort']): SQL[] => {
  const direction = sort?.startsWith('-') ? desc : asc
  const text = (column: SQL | (typeof columns)['email']) => direction(sql`lower(${column}) collate "und-x-icu"`)
  const by = {
    name: [text(sql`${admins.firstName} || ' ' || ${admins.lastName}`)],
    email: [text(admins.email)],
    userType: [direction(admins.userType)],
    role: [direction(roles.name)],
    createdAt: [direction(admins.createdAt)],
  }
  const name = (sort?.replace('-', '') ?? 'name') as keyof typeof by
  return [...by[name], direction(admins.id)]
}

const select = (db: Db) => db.select(columns).from(admins).leftJoin(roles, eq(roles.id, admins.roleId))

/** Everybody, or a page; by name unless sorted otherwise. There are as many as a chain has staff. */
export async function listAdmins(
  db: Db,
  filter: Filter,
  seen: Seen,
  page?: { limit: number; offset: number },
): Promise<AdminRow[]> {
  const all = select(db)
    .where(where(filter, seen))
    .orderBy(...order(filter.sort))
  const rows = await (page ? all.limit(page.limit).offset(page.offset) : all)
  return rows.map((row) => presentFor(seen, toWire(row)))
}

/** With why the caller cannot change them. */
export function presentFor(seen: Seen, admin: AdminRow): AdminRow {
  const blockedReason = seen.blockedReason(admin.id)
  return { ...admin, ...(blockedReason && { blockedReason }) }
}

export const countAdmins = async (db: Db, filter: Filter, seen: Seen): Promise<number> =>
  (await db.select({ n: count() }).from(admins).where(where(filter, seen)))[0]!.n

export const findAdmin = async (db: Db, id: number): Promise<AdminRow | undefined> =>
  (await select(db).where(and(eq(admins.id, id), isNull(admins.deletedAt)))).map(toWire)[0]

/** An account, locked until the transaction ends. */
export async function lockAdmin(tx: Db, id: number): Promise<AdminRow | undefined> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for('no key update')
  return findAdmin(tx, id)
}

/**
 * The superadmins who have accepted that they are, locked until the transaction ends: of two requests that would take the last two away, the
 * second one waits here and then sees what the first one left.
 */
export const lockSuperadmins = async (tx: Db): Promise<number[]> =>
  (
    await tx
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.userType, USER_TYPES.SUPERADMIN), isNull(admins.invitedUntil), isOpen))
      .orderBy(admins.id)
      .for('update')
  ).map(({ id }) => id)

/** @throws a unique violation when the address is taken (`isEmailInUse`) */
export async function changeAdmin(tx: Db, id: number, { passwordHash, ...change }: Change): Promise<AdminRow> {
  await tx
    .update(admins)
    .set({ ...change, ...(passwordHash && { passwordHash, invitedUntil: null }), version: sql`${admins.version} + 1` })
    .where(eq(admins.id, id))
  return (await findAdmin(tx, id))!
}

type CinemaRole = Pick<AdminCinemaRole, 'roleId' | 'states' | 'cinemas'>

/** Those that somebody has take the place of those that they had. */
export async function setCinemaRoles(tx: Db, adminId: number, wanted: readonly CinemaRole[]): Promise<void> {
  await tx.delete(cinemaRoles).where(eq(cinemaRoles.adminId, adminId))
  if (wanted.length) await tx.insert(cinemaRoles).values(wanted.map((cinemaRole) => ({ ...cinemaRole, adminId })))
}

/** Which of these states and cinemas there are. */
export async function placesAmong(db: Db, { states, cinemas }: Pick<CinemaRole, 'states' | 'cinemas'>) {
  const { rows } = await query(db, { states: arrayOf(number), cinemas: arrayOf(text) })`
    select array(select id from states where id = any (${sql.param(states)}::int[])) as states,
      array(select id from cinemas where id = any (${sql.param(cinemas)}::text[])) as cinemas`
  return rows[0]!
}

export const hasPassword = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(admins, and(eq(admins.id, id), isNotNull(admins.passwordHash)))) > 0

export const forgetInvitation = (tx: Db, id: number) =>
  tx.update(admins).set({ invitedUntil: null }).where(eq(admins.id, id))

export const removeAdmin = (tx: Db, id: number, now: Date) =>
  tx
    .update(admins)
    .set({ deletedAt: now, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, id))

/**
 * Takes a delete back that was made after `since`.
 * @throws a unique violation when somebody else has the address by now (`isEmailInUse`)
 */
export async function restoreAdmin(tx: Db, id: number, since: Date): Promise<AdminRow | undefined> {
  const restored = await tx
    .update(admins)
    .set({ deletedAt: null, version: sql`${admins.version} + 1` })
    .where(and(eq(admins.id, id), gt(admins.deletedAt, since)))
    .returning({ id: admins.id })
  return restored.length ? findAdmin(tx, id) : undefined
}

export const isEmailInUse = (error: unknown): boolean => sqlError(error).constraint === 'admins_email'

/** Held against being deleted until the transaction ends. */
export const isRole = async (tx: Db, id: number): Promise<boolean> =>
  (await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('key share')).length > 0
