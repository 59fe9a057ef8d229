import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { nameOf } from '#contract/session.ts'
import { refusal, type Rights } from '#contract/permissions.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import type { View } from '../contract.ts'
import { refusalToShare, type Audience, type Query } from '../rules.ts'
import { listViews, defaultViews } from './tables.ts'
import { arrayOf, bool, json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** Whose views are read, with what they may do now. */
type Me = Rights & { id: number }

const row = {
  id: number,
  name: text,
  list: text,
  version: number,
  query: json<Readonly<Record<string, string>>>(),
  permission: arrayOf(text),
  owner_id: orNull(number),
  role_id: orNull(number),
  is_for_all: bool,
  role: orNull(text),
  /** Null of somebody who has left. */
  email: orNull(text),
  first_name: text,
  last_name: text,
}
type Row = RowOf<typeof row>

const toWire = (me: Me, row: Row): View => ({
  id: row.id,
  list: row.list,
  name: row.name,
  query: { ...row.query },
  audience: row.is_for_all ? 'all' : row.role_id !== null ? 'role' : 'own',
  roleId: row.role_id,
  role: row.role,
  isOwn: row.owner_id === me.id,
  owner: row.email === null ? null : nameOf({ firstName: row.first_name, lastName: row.last_name, email: row.email }),
  version: row.version,
})

const selected = sql`
  select v.id, v.list, v.permission, v.name, v.query, v.owner_id, v.role_id, v.is_for_all, v.version,
    r.name as role, a.email, coalesce(a.first_name, '') as first_name, coalesce(a.last_name, '') as last_name
  from list_views v
  left join roles r on r.id = v.role_id
  left join admins a on a.id = v.owner_id and a.deleted_at is null`

/** One's own, those for everybody and for one's roles; whoever shares views sees those of all roles. */
const isFor = (me: Me): SQL => sql`(
  v.owner_id = ${me.id} or v.is_for_all or
  v.role_id is not null and (${!refusalToShare(me)} or v.role_id in (
    select role_id from admins where id = ${me.id} union all select role_id from cinema_roles where admin_id = ${me.id})))`

async function seen(db: Db, me: Me, where: SQL): Promise<View[]> {
  const { rows } = await query(db, row)`
    ${selected} where ${where} and ${isFor(me)}
    order by v.list, lower(v.name) collate "und-x-icu", v.id`
  return rows.filter(({ permission }) => !refusal(me, permission)).map((row) => toWire(me, row))
}

/** What somebody sees, of all lists that they may see, by name. */
export const viewsFor = (db: Db, me: Me): Promise<View[]> => seen(db, me, sql`v.deleted_at is null`)

export const viewFor = async (db: Db, me: Me, id: number): Promise<View | undefined> =>
  (await seen(db, me, sql`v.id = ${id} and v.deleted_at is null`))[0]

/** One that was deleted. */
export const deletedFor = async (db: Db, me: Me, id: number): Promise<View | undefined> =>
  (await seen(db, me, sql`v.id = ${id} and v.deleted_at is not null`))[0]

/** Locks a view until the transaction ends. */
export const lockView = (tx: Db, id: number) =>
  tx.select({ id: listViews.id }).from(listViews).where(eq(listViews.id, id)).for('update')

/** How many of a list somebody has made. */
export const countOwn = (db: Db, ownerId: number, list: string): Promise<number> =>
  db.$count(listViews, and(eq(listViews.ownerId, ownerId), eq(listViews.list, list), isNull(listViews.deletedAt)))

export type Saved = { name: string; query: Query; audience: Audience; roleId?: number | null | undefined }
const columnsOf = ({ name, query, audience, roleId }: Saved) => ({
  name,
  query,
  roleId: audience === 'role' ? roleId! : null,
  isForAll: audience === 'all',
})

type NewView = Saved & { list: string; permission: readonly string[] }

/** @throws a unique violation when there is one of that name, as `changeView` and `restoreView` (`isNameTaken`) */
export async function addView(tx: Db, ownerId: number, view: NewView, now: Date): Promise<number> {
  const { list, permission } = view
  const added = { list, permission: [...permission], ownerId, createdAt: now, ...columnsOf(view) }
  return (await tx.insert(listViews).values(added).returning({ id: listViews.id }))[0]!.id
}

const nextVersion = sql`${listViews.version} + 1`

export const changeView = (tx: Db, id: number, saved: Saved) =>
  tx
    .update(listViews)
    .set({ ...columnsOf(saved), version: nextVersion })
    .where(eq(listViews.id, id))

export const removeView = (tx: Db, id: number, now: Date) =>
  tx.update(listViews).set({ deletedAt: now, version: nextVersion }).where(eq(listViews.id, id))

export const restoreView = (tx: Db, id: number) =>
  tx
    .update(listViews)
    .set({ deletedAt: null, version: nextVersion })
    .where(and(eq(listViews.id, id), isNotNull(listViews.deletedAt)))

export const isNameInUse = (error: unknown): boolean =>
  ['list_views_of_owner', 'list_views_of_role', 'list_views_for_all'].includes(sqlError(error).constraint ?? '')
export const isRoleDeleted = (error: unknown): boolean => sqlError(error).constraint === 'list_views_role_id_fkey'

/** With which view a list starts for somebody, by list; also of views that they do not see any more. */
export const defaultViewsOf = (db: Db, adminId: number): Promise<{ list: string; viewId: number }[]> =>
  db
    .select({ list: defaultViews.list, viewId: defaultViews.viewId })
    .from(defaultViews)
    .where(eq(defaultViews.adminId, adminId))

export const setDefaultView = (tx: Db, adminId: number, list: string, viewId: number) =>
  tx
    .insert(defaultViews)
    .values({ adminId, list, viewId })
    .onConflictDoUpdate({ target: [defaultViews.adminId, defaultViews.list], set: { viewId } })

export const removeDefaultView = (tx: Db, adminId: number, list: string) =>
  tx.delete(defaultViews).where(and(eq(defaultViews.adminId, adminId), eq(defaultViews.list, list)))
