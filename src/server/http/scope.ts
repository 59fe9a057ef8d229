import type { Endpoint, RequiredPermission } from '#contract/endpoint.ts'
import { grantedAt, OTHER_CINEMA, scopeOf, refusal, NEEDS_CHAIN_SCOPE, type Permission } from '#contract/permissions.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { cinemasOf, isEnough } from '../db/policies.ts'
import { scopedTo } from '../db/scoped.ts'
import { actorOf, type Principal } from './principal.ts'
import { forbidden } from './problem.ts'

/** The scope of a caller with a cinema role. Decided here for every call, so that no handler can forget it. */

/** Returns the database as a caller with the permission sees it. */
export function scopedDbFor(me: Principal, permission: RequiredPermission, db: Db): Db {
  const scope = scopeOf(me, permission)
  return scope === 'chain' ? db : scopedTo(db, scope, me.id || undefined)
}

/**
 * Returns the database for records that all cinemas share: the details of single cinemas are visible only where the
 * caller has the permission.
 */
export function seenWhereGranted(me: Principal, permission: Permission, db: Db): Db {
  const scope = grantedAt(me, permission)
  return scope === 'chain' ? db : scopedTo(db, scope, me.id || undefined)
}

/** Returns the actor of a write, and where they have its permission. */
export const byWhom = (me: Principal | undefined, { permission }: Endpoint) => ({
  actor: actorOf(me),
  scope: me ? scopeOf(me, permission) : ('chain' as const),
})

export type Given = { params: unknown; query: unknown; body: unknown }

/** Rejects calls that always concern all cinemas, before any input is read. @throws Refusal */
export function assertForChain({ about, permission, method, scope }: Endpoint, me: Principal) {
  if (scopeOf(me, permission) !== 'chain' && (scope === 'chain' || (method !== 'GET' && !about)))
    throw forbidden(NEEDS_CHAIN_SCOPE)
}

/**
 * Checks that the records of a write, and the cinemas chosen for a read, are within the caller's role.
 * @throws Refusal also if a record does not exist, so that the answer reveals nothing about other cinemas
 */
export async function assertInScope(app: App, endpoint: Endpoint, me: Principal, given: Given) {
  const scope = scopeOf(me, endpoint.permission)
  if (scope === 'chain') return
  assertForChain(endpoint, me)
  for (const record of recordsOfCall(endpoint, given))
    if (!(await isInScope(app, scope, record))) throw forbidden(OTHER_CINEMA)
}

const isInScope = async (app: App, scope: readonly string[], record: RecordRef): Promise<boolean> =>
  isEnough(app.policies, record.entity, await cinemasOfAbout(app, app.db, record), scope)

export type Places = Pick<App, 'policies'>
type RecordRef = { entity: string; id: string | number }

/** Returns the cinemas of a record; none for a record of the chain. */
export const cinemasOfRecord = ({ policies }: Places, db: Db, { entity, id }: RecordRef): Promise<readonly string[]> =>
  cinemasOf(policies, db, entity, id)

/** Returns the cinemas of a record that a call is about, which may be a cinema itself. */
export const cinemasOfAbout = async (places: Places, db: Db, record: RecordRef): Promise<readonly string[]> =>
  record.entity === 'cinema' ? [String(record.id)] : cinemasOfRecord(places, db, record)

/** Returns the records that a call is about. */
export const recordsOfCall = ({ about = {} }: Endpoint, given: Given): RecordRef[] =>
  Object.entries(about).flatMap(([entity, place]) => idsAt(given, place).map((id) => ({ entity, id })))

/** Returns the cinemas of each record that a call is about; null: the call is about all cinemas. */
export async function cinemasOfCall(app: App, endpoint: Endpoint, given: Given): Promise<string[][] | null> {
  if (!endpoint.about) return null
  const found: string[][] = []
  for (const record of recordsOfCall(endpoint, given)) found.push([...(await cinemasOfAbout(app, app.db, record))])
  return found
}

/** Checks that a caller has another permission than the call's for a record. @throws Refusal with the reason */
export async function assertRecordInScope(
  app: App,
  me: Principal,
  permission: Permission,
  kind: string,
  id: string | number,
) {
  const reason = refusal(me, permission)
  if (reason) throw forbidden(reason)
  const scope = scopeOf(me, permission)
  if (scope !== 'chain' && !(await isInScope(app, scope, { entity: kind, id }))) throw forbidden(OTHER_CINEMA)
}

/** A field that the call omits is not changed. */
function idsAt(given: Given, place: string): (string | number)[] {
  let found: unknown[] = [given]
  for (const field of place.split('.'))
    found = found.flatMap((one) => (one as Record<string, unknown> | null | undefined)?.[field])
  return found.filter((id): id is string | number => typeof id === 'string' || typeof id === 'number')
}
