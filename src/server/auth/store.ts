import { and, eq, gt, inArray, isNotNull, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { TAKES_OVER } from './takeover.ts'
import {
  adminDevices,
  adminNetworks,
  admins,
  feedKeys,
  invitations,
  passwordResets,
  roles,
  serviceTokens,
  sessions,
} from './tables.ts'
import { hashToken, newToken, RESET_MINUTES } from './tokens.ts'
import { bool, query, text } from '../db/query.ts'

export type Admin = typeof admins.$inferSelect
export type NewAdmin = Omit<typeof admins.$inferInsert, 'id' | 'version' | 'deletedAt' | 'closedAt'>

/** A condition for active accounts. */
export const isOpen = and(isNull(admins.deletedAt), isNull(admins.closedAt))

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** @throws a unique violation if the address is in use */
export const addAdmin = async (db: Db, admin: NewAdmin): Promise<Admin> =>
  (await db.insert(admins).values(admin).returning())[0]!

export const defaultRoleId = async (db: Db): Promise<number> =>
  (await db.select({ id: roles.id }).from(roles).where(eq(roles.isDefault, true)))[0]!.id

export const rolesNamed = async (db: Db, names: readonly string[]): Promise<{ id: number; name: string }[]> =>
  names.length
    ? db
        .select({ id: roles.id, name: roles.name })
        .from(roles)
        .where(inArray(roles.name, [...names]))
    : []

export const adminByEmail = async (db: Db, email: string): Promise<Admin | undefined> =>
  (
    await db
      .select()
      .from(admins)
      .where(and(sql`lower(${admins.email}) = ${email.toLowerCase()}`, isOpen))
  )[0]

/** Closed accounts keep their address. */
export const isAddressUsed = async (db: Db, email: string): Promise<boolean> =>
  (await db.$count(admins, and(sql`lower(${admins.email}) = ${email.toLowerCase()}`, isNull(admins.deletedAt)))) > 0

/** Returns an account with the name and permissions of its role. */
export async function adminWithRole(db: Db, id: number) {
  const found = await db
    .select({ admin: admins, role: roles.name, permissions: roles.permissions, pointsLimit: roles.pointsLimit })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(admins.id, id), isOpen))
  return found[0]
}

/** Names of what was ended together with the demo's accounts. */
export type DemoEnded = { areClosed: boolean; accounts: string[]; tokens: string[]; keys: string[] }

/**
 * Opens the demo's accounts at a start with the demo, and closes them at a start without it. Their password is public,
 * so accounts that they made or changed, and so on, are closed too. All sessions, reset links, invitations, service
 * tokens and feed keys of these accounts end.
 */
export async function settleDemoAccounts(db: Db, isDemoOn: boolean, now: Date): Promise<DemoEnded> {
  if (isDemoOn) {
    await db.update(admins).set({ closedAt: null }).where(isNotNull(admins.closedAt))
    return { areClosed: false, accounts: [], tokens: [], keys: [] }
  }
  const { rows } = await query(db, { email: text, is_demo: bool })`
    update admins set closed_at = ${now.toISOString()}
    where closed_at is null and id in (
      with recursive theirs as (
        select id from admins where is_demo
        union
        select l.entity_id::integer from theirs join audit_log l on l.actor_id = theirs.id
        where l.entity = 'admin' and l.action = any(${sql.param(TAKES_OVER)}::text[])
      )
      select id from theirs
    )
    returning email, is_demo`
  const areClosed = (await db.$count(admins, and(isNotNull(admins.closedAt), isNull(admins.deletedAt)))) > 0
  if (!areClosed) return { areClosed, accounts: [], tokens: [], keys: [] }
  const closed = db.select({ id: admins.id }).from(admins).where(isNotNull(admins.closedAt))
  const areOf = (name: SQLWrapper) => sql`${name} in (
    select trim(first_name || ' ' || last_name) from admins where closed_at is not null)`
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(inArray(sessions.adminId, closed), isNull(sessions.endedAt)))
  await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(inArray(passwordResets.adminId, closed), isNull(passwordResets.usedAt)))
  await db
    .update(invitations)
    .set({ usedAt: now })
    .where(and(inArray(invitations.adminId, closed), isNull(invitations.usedAt)))
  const tokens = await db
    .update(serviceTokens)
    .set({ revokedAt: now })
    .where(and(isNull(serviceTokens.revokedAt), inArray(serviceTokens.createdById, closed)))
    .returning({ name: serviceTokens.name })
  const keys = await db
    .update(feedKeys)
    .set({ revokedAt: now })
    .where(and(isNull(feedKeys.revokedAt), areOf(feedKeys.createdBy)))
    .returning({ name: feedKeys.name })
  return {
    areClosed,
    accounts: rows.filter(({ is_demo: isDemo }) => !isDemo).map(({ email }) => email),
    tokens: tokens.map(({ name }) => name),
    keys: keys.map(({ name }) => name),
  }
}

export const isKnownNetwork = async (db: Db, adminId: number, network: string): Promise<boolean> =>
  (await db.$count(adminNetworks, and(eq(adminNetworks.adminId, adminId), eq(adminNetworks.network, network)))) > 0

export const knowNetwork = (db: Db, adminId: number, network: string, now: Date) =>
  db
    .insert(adminNetworks)
    .values({ adminId, network, lastAt: now })
    .onConflictDoUpdate({ target: [adminNetworks.adminId, adminNetworks.network], set: { lastAt: now } })

/** Stores the place of a sign-in. @returns whether the account was used before, but never from there */
export async function knowDevice(
  tx: Db,
  adminId: number,
  { device, network }: { device: string; network: string },
  now: Date,
): Promise<boolean> {
  const known = await tx.select().from(adminDevices).where(eq(adminDevices.adminId, adminId))
  await tx
    .insert(adminDevices)
    .values({ adminId, device, network, lastAt: now })
    .onConflictDoUpdate({
      target: [adminDevices.adminId, adminDevices.device, adminDevices.network],
      set: { lastAt: now },
    })
  return known.length > 0 && !known.some((one) => one.device === device && one.network === network)
}

/**
 * Makes a reset token, valid for 30 minutes. Earlier tokens work until one is used, because emails may be repeated or
 * arrive out of order.
 */
export async function addPasswordReset(db: Db, adminId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(passwordResets).values({ tokenHash: hash, adminId, expiresAt: after(now, RESET_MINUTES) })
  return token
}

const isGoodReset = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Returns the owner of a valid reset token. */
export const ownerOfReset = async (db: Db, token: string, now: Date): Promise<Admin | undefined> =>
  (
    await db
      .select({ admin: admins })
      .from(passwordResets)
      .innerJoin(admins, eq(admins.id, passwordResets.adminId))
      .where(and(isGoodReset(token, now), isOpen))
  )[0]?.admin

/** Uses up a reset token and all others of the person. @returns the owner, if the token was valid */
export async function usePasswordReset(db: Db, token: string, now: Date): Promise<number | undefined> {
  const [used] = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(isGoodReset(token, now))
    .returning({ adminId: passwordResets.adminId })
  if (!used) return
  await endPasswordResets(db, used.adminId, now)
  return used.adminId
}

/** Ends all reset links of a person. */
export const endPasswordResets = (db: Db, adminId: number, now: Date) =>
  db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.adminId, adminId), isNull(passwordResets.usedAt)))

/** Changes the part of an account that its person edits. */
export const changeProfile = (
  db: Db,
  adminId: number,
  profile: Pick<Admin, 'firstName' | 'lastName'> & { mobile: string },
) =>
  db
    .update(admins)
    .set({ ...profile, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))

/** Keeps the version, so that an open form can still be saved. */
export const changePicture = (db: Db, adminId: number, profileImage: string | null) =>
  db.update(admins).set({ profileImage }).where(eq(admins.id, adminId))

/** Changes the permissions of an account. */
export const changeRights = (db: Db, adminId: number, rights: Pick<Admin, 'userType'> & { roleId: number }) =>
  db
    .update(admins)
    .set({ ...rights, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))

/** Locks an account until the transaction ends. */
export const lockAccount = (tx: Db, id: number) =>
  tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for('no key update')

/** Renews a hash. The password, and with it the version of the account, stays the same. */
export const renewHash = (db: Db, adminId: number, passwordHash: string) =>
  db.update(admins).set({ passwordHash }).where(eq(admins.id, adminId))

export const setPassword = (db: Db, adminId: number, passwordHash: string) =>
  db
    .update(admins)
    .set({ passwordHash, invitedUntil: null, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))
