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
  const { about = {}, permission } = endpoint
  const scope = scopeOf(me, permission)
  if (scope === 'chain') return
  assertForChain(endpoint, me)
  for (const [kind, place] of Object.entries(about))
    for (const id of idsAt(given, place)) {
      if (!(await isInScope(app, scope, kind, id))) throw forbidden(OTHER_CINEMA)
    }
}

async function isInScope(app: App, scope: readonly string[], kind: string, id: string | number): Promise<boolean> {
  if (kind === 'cinema') return scope.includes(String(id))
  return isEnough(app.policies, kind, await cinemasOfRecord(app, app.db, { entity: kind, id }), scope)
}

export type Places = Pick<App, 'policies'>

/** The cinemas that a record belongs to; none of what is the chain's. */
export const cinemasOfRecord = (
  { policies }: Places,
  db: Db,
  { entity, id }: { entity: string; id: string | number },
): Promise<readonly string[]> => cinemasOf(policies, db, entity, id)

/** Of each record that a call is about, the cinemas that it belongs to; null of a call that is about the whole chain. */
export async function cinemasOfCall(app: App, { about }: Endpoint, given: Given): Promise<string[][] | null> {
  if (!about) return null
  const found: string[][] = []
  for (const [kind, place] of Object.entries(about))
    for (const id of idsAt(given, place))
      found.push(kind === 'cinema' ? [String(id)] : [...(await cinemasOfRecord(app, app.db, { entity: kind, id }))])
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
  if (scope !== 'chain' && !(await isInScope(app, scope, kind, id))) throw forbidden(OTHER_CINEMA)
}

/** What a call leaves out it does not change. */
export function idsAt(given: Given, place: string): (string | number)[] {
  let found: unknown[] = [given]
  for (const field of place.split('.'))
    found = found.flatMap((one) => (one as Record<string, unknown> | null | undefined)?.[field])
  return found.filter((id): id is string | number => typeof id === 'string' || typeof id === 'number')
}
