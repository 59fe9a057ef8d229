import { and, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { SERVICE_TOKEN } from '#contract/permissions.ts'
import { showDay, dayOf } from '#contract/time.ts'
import { sqlError, type Db } from '../db/connect.ts'
import type { Principal } from '../http/principal.ts'
import { newSecret, noteUse } from './program-secret.ts'
import { roles, serviceTokens } from './tables.ts'
import { hashToken } from './tokens.ts'

/** Every secret of a token begins so: it is told apart from a session's, and found by those who look for leaks. */
export const TOKEN_PREFIX = 'mqt_'
export const BAD_TOKEN = 'This service token is not valid, or it was revoked'
export const NO_ROLE = 'The role of this service token was deleted: create a token with another role'
export const endedOn = (day: string) => `This service token ended on ${day}: create a new one`

const columns = {
  id: serviceTokens.id,
  name: serviceTokens.name,
  roleId: serviceTokens.roleId,
  role: roles.name,
  last4: serviceTokens.last4,
  hasSecret: sql<boolean>`${serviceTokens.keyHash} is not null`,
  createdAt: serviceTokens.createdAt,
  createdBy: serviceTokens.createdBy,
  createdById: serviceTokens.createdById,
  expiresAt: serviceTokens.expiresAt,
  lastUsedAt: serviceTokens.lastUsedAt,
  revokedAt: serviceTokens.revokedAt,
}

const select = (db: Db) => db.select(columns).from(serviceTokens).leftJoin(roles, eq(roles.id, serviceTokens.roleId))

/** A token with its role's name, null when that was deleted. */
export type ServiceToken = Awaited<ReturnType<typeof everyToken>>[number]
type NewToken = { name: string; roleId: number; createdBy: string; createdById: number; expiresAt: Date }

/**
 * Makes a token. The secret is known to the caller alone from here on: stored is its hash.
 * @param isWithout it gets its secret later (`giveSecret`), because nobody would see it now
 * @throws a unique violation when a token of that name is in use (`isNameTaken`)
 */
export async function addToken(
  tx: Db,
  token: NewToken,
  now: Date,
  { isWithout }: { isWithout: boolean },
): Promise<{ token: ServiceToken; secret: string }> {
  const { secret, stored } = isWithout ? NO_SECRET : newSecret(TOKEN_PREFIX)
  const [row] = await tx
    .insert(serviceTokens)
    .values({ ...token, ...stored, createdAt: now })
    .returning({ id: serviceTokens.id })
  return { token: (await findToken(tx, row!.id))!, secret }
}

const NO_SECRET = { secret: '', stored: { keyHash: null, last4: '' } }

/** The secret of a token that has none. @returns undefined where it has one, or is not good any more */
export async function giveSecret(
  tx: Db,
  id: number,
  now: Date,
): Promise<{ token: ServiceToken; secret: string } | undefined> {
  const { secret, stored } = newSecret(TOKEN_PREFIX)
  const given = await tx
    .update(serviceTokens)
    .set(stored)
    .where(
      and(
        eq(serviceTokens.id, id),
        isNull(serviceTokens.keyHash),
        isNull(serviceTokens.revokedAt),
        gt(serviceTokens.expiresAt, now),
      ),
    )
    .returning({ id: serviceTokens.id })
  return given.length ? { token: (await findToken(tx, id))!, secret } : undefined
}

/** Every token that was ever made, newest first. */
export const everyToken = (db: Db) => select(db).orderBy(desc(serviceTokens.id))

/** How many tokens in use somebody made. */
export const tokensMadeBy = (db: Db, id: number, now: Date): Promise<number> =>
  db.$count(
    serviceTokens,
    and(eq(serviceTokens.createdById, id), isNull(serviceTokens.revokedAt), gt(serviceTokens.expiresAt, now)),
  )

export const findToken = async (db: Db, id: number): Promise<ServiceToken | undefined> =>
  (await select(db).where(eq(serviceTokens.id, id)))[0]

/** @returns undefined where it was revoked already, or is not there */
export async function revokeToken(tx: Db, id: number, now: Date): Promise<ServiceToken | undefined> {
  const revoked = await tx
    .update(serviceTokens)
    .set({ revokedAt: now })
    .where(and(eq(serviceTokens.id, id), isNull(serviceTokens.revokedAt)))
    .returning({ id: serviceTokens.id })
  return revoked.length ? findToken(tx, id) : undefined
}

/** Held against being deleted until the transaction ends; undefined where there is none. */
export const lockRoleName = async (tx: Db, id: number): Promise<string | undefined> =>
  (await tx.select({ name: roles.name }).from(roles).where(eq(roles.id, id)).for('key share'))[0]?.name

export const isNameUsed = (error: unknown): boolean => sqlError(error).constraint === 'service_tokens_name'

/** The program behind a secret, with the rights of its role; or why it is good for nothing. Notes that it was used. */
export const integrationOf = (db: Db, secret: string, now: Date, zone: string) =>
  integrationWhere(db, eq(serviceTokens.keyHash, hashToken(secret)), now, zone)

/** The same of one that is known already. */
export const integrationById = (db: Db, id: number, now: Date, zone: string) =>
  integrationWhere(db, eq(serviceTokens.id, id), now, zone)

async function integrationWhere(db: Db, isIt: SQL, now: Date, zone: string): Promise<Principal | string> {
  const [token] = await db
    .select({ ...columns, permissions: roles.permissions, pointsLimit: roles.pointsLimit })
    .from(serviceTokens)
    .leftJoin(roles, eq(roles.id, serviceTokens.roleId))
    .where(and(isIt, isNull(serviceTokens.revokedAt)))
  if (!token) return BAD_TOKEN
  if (token.expiresAt <= now) return endedOn(showDay(dayOf(token.expiresAt, zone)))
  if (!token.permissions) return NO_ROLE
  await noteUse(db, serviceTokens, token, now)
  return {
    id: 0,
    tokenId: token.id,
    caller: `token ${token.id}`,
    person: token.createdById === null ? `token ${token.id}` : `admin ${token.createdById}`,
    name: `Token ${token.name}`,
    email: '',
    sessionId: '',
    userType: SERVICE_TOKEN,
    permissions: token.permissions,
    pointsLimit: token.pointsLimit ?? 0,
  }
}
