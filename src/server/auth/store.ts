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

/** Of an account that is good for something. */
export const isOpen = and(isNull(admins.deletedAt), isNull(admins.closedAt))

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** @throws a unique violation when the address is taken */
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

/** The profile's record with the name and permissions of the role. */
export async function adminWithRole(db: Db, id: number) {
  const found = await db
    .select({ admin: admins, role: roles.name, permissions: roles.permissions, pointsLimit: roles.pointsLimit })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(admins.id, id), isOpen))
  return found[0]
}

/** What was ended with the demo's accounts, by name. */
export type DemoEnded = { areClosed: boolean; accounts: string[]; tokens: string[]; keys: string[] }

/**
 * At each start: the demo's accounts are open while the demo is on, and closed while it is off. Anybody knows their password,
 * so what was made with it is closed too: accounts that they made or changed, and those that these did, with the sessions,
 * reset links and invitations of all, and their service tokens and feed keys.
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

/** Keeps where an account signed in. @returns whether it was used before, and never there */
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
 * A reset token for 30 minutes. Older ones of the same person work on until one is used: an email that is sent again, or
 * that overtakes another, must not spoil the link that arrived.
 */
export async function addPasswordReset(db: Db, adminId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(passwordResets).values({ tokenHash: hash, adminId, expiresAt: after(now, RESET_MINUTES) })
  return token
}

const isGoodReset = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Whose a reset token is, while it is good. */
export const ownerOfReset = async (db: Db, token: string, now: Date): Promise<Admin | undefined> =>
  (
    await db
      .select({ admin: admins })
      .from(passwordResets)
      .innerJoin(admins, eq(admins.id, passwordResets.adminId))
      .where(and(isGoodReset(token, now), isOpen))
  )[0]?.admin

/** Uses a reset token up, and all others of that person with it; answers whose it was while it was good. */
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

/** No link that was mailed is good any more. */
export const endPasswordResets = (db: Db, adminId: number, now: Date) =>
  db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.adminId, adminId), isNull(passwordResets.usedAt)))

/** A person's own part of their account. */
export const changeProfile = (
  db: Db,
  adminId: number,
  profile: Pick<Admin, 'firstName' | 'lastName'> & { mobile: string },
) =>
  db
    .update(admins)
    .set({ ...profile, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))

/** The form that somebody has open stays good. */
export const changePicture = (db: Db, adminId: number, profileImage: string | null) =>
  db.update(admins).set({ profileImage }).where(eq(admins.id, adminId))

/** What somebody may do, where it is given elsewhere. */
export const changeRights = (db: Db, adminId: number, rights: Pick<Admin, 'userType'> & { roleId: number }) =>
  db
    .update(admins)
    .set({ ...rights, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))

/** Holds an account until the transaction ends. */
export const lockAccount = (tx: Db, id: number) =>
  tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for('no key update')

/** The password stays the same, and with it the version of the account. */
export const renewHash = (db: Db, adminId: number, passwordHash: string) =>
  db.update(admins).set({ passwordHash }).where(eq(admins.id, adminId))

export const setPassword = (db: Db, adminId: number, passwordHash: string) =>
  db
    .update(admins)
    .set({ passwordHash, invitedUntil: null, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, adminId))
