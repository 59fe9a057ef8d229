import type { Endpoint, RequiredPermission } from '#contract/endpoint.ts'
import { grantedAt, OTHER_CINEMA, scopeOf, refusal, NEEDS_CHAIN_SCOPE, type Permission } from '#contract/permissions.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { cinemasOf, isEnough } from '../db/policies.ts'
import { scopedTo } from '../db/scoped.ts'
import { actorOf, type Principal } from './principal.ts'
import { forbidden } from './problem.ts'

/** What somebody reaches whose role is for some cinemas: decided here for every call, so that no handler can forget it. */

/** The database as somebody sees it who has the right to a call. */
export function scopedDbFor(me: Principal, permission: RequiredPermission, db: Db): Db {
  const scope = scopeOf(me, permission)
  return scope === 'chain' ? db : scopedTo(db, scope, me.id || undefined)
}

/** The same of what all cinemas share: what is beside it of single cinemas they see of those alone where they have the right. */
export function seenWhereGranted(me: Principal, permission: Permission, db: Db): Db {
  const scope = grantedAt(me, permission)
  return scope === 'chain' ? db : scopedTo(db, scope, me.id || undefined)
}

/** Who writes by a call, and where they have the right to it. */
export const byWhom = (me: Principal | undefined, { permission }: Endpoint) => ({
  actor: actorOf(me),
  scope: me ? scopeOf(me, permission) : ('chain' as const),
})

export type Given = { params: unknown; query: unknown; body: unknown }

/** @throws Refusal of what concerns all cinemas at once, whatever the call says: nothing of it need be read for that */
export function assertForChain({ about, permission, method, scope }: Endpoint, me: Principal) {
  if (scopeOf(me, permission) !== 'chain' && (scope === 'chain' || (method !== 'GET' && !about)))
    throw forbidden(NEEDS_CHAIN_SCOPE)
}

/**
 * What a write is about belongs to a cinema that its caller's role is for; so do the cinemas that are chosen for a read.
 * @throws Refusal also where there is no such record, so that the answer tells nothing of other cinemas
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

/** The cinemas that a record belongs to; none of what is the chain's. */
export const cinemasOfRecord = ({ policies }: Places, db: Db, { entity, id }: RecordRef): Promise<readonly string[]> =>
  cinemasOf(policies, db, entity, id)

/** The same of a record that a call is about: that may be a cinema itself. */
export const cinemasOfAbout = async (places: Places, db: Db, record: RecordRef): Promise<readonly string[]> =>
  record.entity === 'cinema' ? [String(record.id)] : cinemasOfRecord(places, db, record)

/** The records that a call is about. */
export const recordsOfCall = ({ about = {} }: Endpoint, given: Given): RecordRef[] =>
  Object.entries(about).flatMap(([entity, place]) => idsAt(given, place).map((id) => ({ entity, id })))

/** Of each record that a call is about, the cinemas that it belongs to; null of a call that is about the whole chain. */
export async function cinemasOfCall(app: App, endpoint: Endpoint, given: Given): Promise<string[][] | null> {
  if (!endpoint.about) return null
  const found: string[][] = []
  for (const record of recordsOfCall(endpoint, given)) found.push([...(await cinemasOfAbout(app, app.db, record))])
  return found
}

/**
 * Somebody may do besides a call what takes another permission than that, with a record.
 * @throws Refusal with the reason
 */
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

/** What a call leaves out it does not change. */
function idsAt(given: Given, place: string): (string | number)[] {
  let found: unknown[] = [given]
  for (const field of place.split('.'))
    found = found.flatMap((one) => (one as Record<string, unknown> | null | undefined)?.[field])
  return found.filter((id): id is string | number => typeof id === 'string' || typeof id === 'number')
}
