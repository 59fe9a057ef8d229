import { and, desc, eq, gt, isNull, ne, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { pointsLimitOf, type CinemaRole } from '#contract/permissions.ts'
import { nameOf } from '#contract/session.ts'
import type { Db } from '../db/connect.ts'
import type { Principal } from '../http/principal.ts'
import { hasFactor } from './factors.ts'
import { isOpen } from './store.ts'
import { admins, refreshTokens, roles, sessions } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

/**
 * Milliseconds for which a session lasts: without use, and at most (settings SESSION_IDLE_MINUTES, SESSION_MAX_HOURS).
 */
export type SessionLimits = { idleMs: number; mostMs: number }

/** How and where a person signed in. */
export type Opening = {
  means: 'password' | 'passkey' | 'provider'
  address: string
  device: string
  provider: string | null
}

const isGoodAt = (now: Date | Placeholder) => and(isNull(sessions.endedAt), gt(sessions.expiresAt, now))

/** Cinema roles of a person with the cinemas of their states; null: none. */
export const cinemaRolesOf = (adminId: SQL) => sql<CinemaRole[] | null>`(
  select json_agg(json_build_object('permissions', r.permissions, 'pointsLimit', r.points_limit, 'states', g.states, 'cinemas', array(
    select c.id from cinemas c where c.id = any (g.cinemas) or c.state_id = any (g.states))))
  from cinema_roles g join roles r on r.id = g.role_id where g.admin_id = ${adminId})`

/** A person with their permissions. */
export const personColumns = {
  id: admins.id,
  email: admins.email,
  firstName: admins.firstName,
  lastName: admins.lastName,
  userType: admins.userType,
  permissions: roles.permissions,
  pointsLimit: roles.pointsLimit,
  cinemaRoles: cinemaRolesOf(sql`${admins.id}`),
}
type Person = Pick<typeof admins.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName' | 'userType'> & {
  permissions: string[] | null
  pointsLimit: number | null
  cinemaRoles: CinemaRole[] | null
}

const toPrincipal = <P extends Person>(
  { firstName, lastName, permissions, cinemaRoles, ...rest }: P,
  sessionId: string,
) => ({
  ...rest,
  ...(cinemaRoles && { cinemaRoles }),
  name: nameOf({ firstName, lastName, email: rest.email }),
  permissions: permissions ?? [],
  pointsLimit: pointsLimitOf(rest.userType, rest.pointsLimit, cinemaRoles ?? []),
  sessionId,
  caller: `admin ${rest.id}`,
  person: `admin ${rest.id}`,
})

/**
 * Returns the principal of a person without a session, with their current permissions; undefined if the account is not
 * active.
 */
export async function principalOfAdmin(db: Db, id: number): Promise<Principal | undefined> {
  const [found] = await db
    .select(personColumns)
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(admins.id, id), isOpen))
  return found && toPrincipal(found, '')
}

/** Prepared once for each database, because every request runs the query. */
const principalQueries = new WeakMap<Db, ReturnType<typeof principalQuery>>()

const principalQuery = (db: Db) =>
  db
    .select({
      ...personColumns,
      confirmedAt: sessions.confirmedAt,
      // The provider decides whether it requires a second factor.
      hasFactor: sql<boolean>`(${hasFactor} or ${sessions.means} = 'provider')`,
      roleTwoFactorFrom: sql<string | null>`least(${roles.twoFactorFrom}, (
        select min(r.two_factor_from) from cinema_roles g join roles r on r.id = g.role_id where g.admin_id = ${admins.id}))`,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(sessions.id, sql.placeholder('sessionId')), isGoodAt(sql.placeholder('now')), isOpen))
    .prepare('principal')

/** Returns the owner of an open session; one indexed read for each request. */
export async function principalOf(db: Db, sessionId: string, now: Date): Promise<Principal | undefined> {
  const query = principalQueries.get(db) ?? principalQuery(db)
  principalQueries.set(db, query)
  const [found] = await query.execute({ sessionId, now: now.toISOString() })
  return found && toPrincipal(found, sessionId)
}

/** Opens a session, whose person has just confirmed who they are. @returns its id and the first refresh token */
export async function openSession(
  db: Db,
  adminId: number,
  now: Date,
  limits: SessionLimits,
  opening: Partial<Opening> = {},
): Promise<{ sessionId: string; refreshToken: string }> {
  const endsAt = new Date(now.getTime() + limits.mostMs)
  const [session] = await db
    .insert(sessions)
    .values({
      adminId,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: now,
      endsAt,
      expiresAt: earlier(new Date(now.getTime() + limits.idleMs), endsAt),
      ...opening,
    })
    .returning({ id: sessions.id })
  return { sessionId: session!.id, refreshToken: await addRefreshToken(db, session!.id, now) }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

async function addRefreshToken(db: Db, sessionId: string, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(refreshTokens).values({ tokenHash: hash, sessionId, createdAt: now })
  return token
}

/**
 * Replaces a refresh token by the next. A token that was used before ends its session, because two people have it.
 * `reusedBy`: the owner, only when that ends the session. The transaction must be committed even if the answer is an
 * error.
 */
export async function rotateRefreshToken(
  db: Db,
  token: string,
  now: Date,
  { idleMs }: SessionLimits,
): Promise<{ sessionId: string; refreshToken: string } | { reusedBy: number } | undefined> {
  const hash = hashToken(token)
  const [fresh] = await db
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.tokenHash, hash), isNull(refreshTokens.usedAt)))
    .returning({ sessionId: refreshTokens.sessionId })
  if (!fresh) {
    const [used] = await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, hash))
    const [ended] = used ? await endSession(db, used.sessionId, now) : []
    return ended && { reusedBy: ended.adminId }
  }
  if (!(await principalOf(db, fresh.sessionId, now))) return
  const refreshToken = await addRefreshToken(db, fresh.sessionId, now)
  const idleUntil = new Date(now.getTime() + idleMs).toISOString()
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: sql`least(${sessions.endsAt}, ${idleUntil}::timestamptz)` })
    .where(eq(sessions.id, fresh.sessionId))
  return { sessionId: fresh.sessionId, refreshToken }
}

/** Returns the open sessions, last used first. */
export const sessionsOf = (db: Db, adminId: number, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.adminId, adminId), isGoodAt(now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

export const sessionOf = async (db: Db, id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0]

/** Records that the person has just confirmed who they are. */
export const confirmSession = (db: Db, sessionId: string, now: Date) =>
  db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId))

export const endSession = (db: Db, sessionId: string, now: Date) =>
  db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ adminId: sessions.adminId })

/**
 * Ends sessions after a change of password, factor, role or type, or a deletion.
 * @param but the session of the person who made the change
 * @returns the number of ended sessions
 */
export async function endSessionsOf(db: Db, adminId: number, now: Date, but?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.adminId, adminId), isGoodAt(now), but ? ne(sessions.id, but) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
