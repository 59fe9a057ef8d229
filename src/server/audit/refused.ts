import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { permissionsOf, permissionLabel } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { actorOf, type Principal } from '../http/principal.ts'
import { countTry } from '../http/rate-limit.ts'
import { addLine, type Actor, type AuditLine } from './store.ts'
import type { AuditSummary } from './summary.ts'

/** Maximum entries of a kind in a window, so that repeated attempts do not fill the log. */
export type Bound = { key: string; max: number; seconds: number }
/** A denied call with its actor and time. */
export type Refused = { call: Endpoint; actor: Actor; requestId: string; now: Date }

const ONCE_IN_10_MINUTES = { max: 1, seconds: 600 }

/** Suffix of the audit action of a denied call. */
export const REFUSED = 'refused'

/** Records a denied call, unless one of its bounds is reached. */
export async function noteRefused(db: Db, refused: Refused, bounds: readonly Bound[], line: AuditLine): Promise<void> {
  const { call, actor, requestId, now } = refused
  for (const { key, max, seconds } of bounds) if ((await countTry(db, `noted ${key}`, seconds, now)) > max) return
  await addLine(db, actor, `${nameOf(call)}.${REFUSED}`, line, { requestId, now })
}

/** Records a call that its caller has no permission for, once in 10 minutes. */
export const noteRefusedCall = (db: Db, call: Endpoint, me: Principal, requestId: string, now: Date) =>
  noteRefused(
    db,
    { call, actor: actorOf(me), requestId, now },
    [{ key: `${me.caller} ${nameOf(call)}`, ...ONCE_IN_10_MINUTES }],
    {
      ...callerRecord(me),
      summary: `Denied “${call.summary}” (needs ${permissionsOf(call.permission).map(permissionLabel).join(' and ')})`,
    },
  )

/** Returns the caller’s own record: “admin 7”, “feed key 7”, “service token 7”. */
function callerRecord({ caller }: Principal) {
  const [kind = '', id = ''] = caller.split(' ')
  return { entity: { admin: 'admin', key: 'feed key', token: 'service token' }[kind] ?? kind, id }
}

const OWN = { max: 20, seconds: 3600 }

/** Records a failed attempt of a person on their own account. */
export const noteRefusedOwn = (
  db: Db,
  { me, ...refused }: Omit<Refused, 'actor'> & { me: Principal },
  summary: AuditSummary,
): Promise<void> =>
  noteRefused(db, { ...refused, actor: actorOf(me) }, [{ key: `${me.caller} ${refused.call.name}`, ...OWN }], {
    ...callerRecord(me),
    summary,
  })
