import { and, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { SERVICE_TOKEN } from '#contract/permissions.ts'
import { showDay, dayOf } from '#contract/time.ts'
import { sqlError, type Db } from '../db/connect.ts'
import type { Principal } from '../http/principal.ts'
import { newSecret, noteUse } from './program-secret.ts'
import { roles, serviceTokens } from './tables.ts'
import { hashToken } from './tokens.ts'

/** Prefix of every token's secret, which distinguishes it from session tokens and lets scanners find leaks. */
export const TOKEN_PREFIX = 'mqt_'
export const BAD_TOKEN = 'This service token is not valid or was revoked'
export const NO_ROLE = 'The role of this service token was deleted. Create a token with another role.'
export const endedOn = (day: string) => `This service token expired on ${day}. Create a new one.`

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

/** A token with the name of its role; null: deleted. */
export type ServiceToken = Awaited<ReturnType<typeof everyToken>>[number]
type NewToken = { name: string; roleId: number; createdBy: string; createdById: number; expiresAt: Date }

/**
 * Makes a token. Only the caller knows the secret, because only its hash is stored.
 * @param isWithout without a secret yet (`giveSecret`), because no one would see it now
 * @throws a unique violation if a token in use has that name (`isNameTaken`)
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

/** Makes the secret of a token without one. @returns undefined if the token has one or is no longer valid */
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

/** Returns all tokens, also revoked ones, newest first. */
export const everyToken = (db: Db) => select(db).orderBy(desc(serviceTokens.id))

/** Counts the tokens in use that a person made. */
export const tokensMadeBy = (db: Db, id: number, now: Date): Promise<number> =>
  db.$count(
    serviceTokens,
    and(eq(serviceTokens.createdById, id), isNull(serviceTokens.revokedAt), gt(serviceTokens.expiresAt, now)),
  )

export const findToken = async (db: Db, id: number): Promise<ServiceToken | undefined> =>
  (await select(db).where(eq(serviceTokens.id, id)))[0]

/** @returns undefined if the token was revoked before or does not exist */
export async function revokeToken(tx: Db, id: number, now: Date): Promise<ServiceToken | undefined> {
  const revoked = await tx
    .update(serviceTokens)
    .set({ revokedAt: now })
    .where(and(eq(serviceTokens.id, id), isNull(serviceTokens.revokedAt)))
    .returning({ id: serviceTokens.id })
  return revoked.length ? findToken(tx, id) : undefined
}

/** Locks a role against deletion until the transaction ends. @returns its name; undefined if it does not exist */
export const lockRoleName = async (tx: Db, id: number): Promise<string | undefined> =>
  (await tx.select({ name: roles.name }).from(roles).where(eq(roles.id, id)).for('key share'))[0]?.name

export const isNameUsed = (error: unknown): boolean => sqlError(error).constraint === 'service_tokens_name'

/**
 * Returns the program of a secret with the permissions of its role, or the reason why it is not valid. Records the use.
 */
export const integrationOf = (db: Db, secret: string, now: Date, zone: string) =>
  integrationWhere(db, eq(serviceTokens.keyHash, hashToken(secret)), now, zone)

/** Returns the program of a token's id, or the reason. */
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
