import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { permissionsOf, permissionLabel } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { actorOf, type Principal } from '../http/principal.ts'
import { countTry } from '../http/rate-limit.ts'
import { addLine, type Actor, type AuditLine } from './store.ts'

/** So many lines of a kind in a window: whoever asks again and again does not fill the log. */
export type Bound = { key: string; max: number; seconds: number }
/** Of which call, by whom, and when. */
export type Refused = { call: Endpoint; actor: Actor; requestId: string; now: Date }

const ONCE_IN_10_MINUTES = { max: 1, seconds: 600 }

/** What the action of a refused call ends with. */
export const REFUSED = 'refused'

/** Writes down that something was refused, as far as its bounds allow; the first that is full ends it. */
export async function noteRefused(db: Db, refused: Refused, bounds: readonly Bound[], line: AuditLine): Promise<void> {
  const { call, actor, requestId, now } = refused
  for (const { key, max, seconds } of bounds) if ((await countTry(db, `noted ${key}`, seconds, now)) > max) return
  await addLine(db, actor, `${nameOf(call)}.${REFUSED}`, line, { requestId, now })
}

/** A call that its caller has no right to, once in ten minutes. */
export const noteRefusedCall = (db: Db, call: Endpoint, me: Principal, requestId: string, now: Date) =>
  noteRefused(
    db,
    { call, actor: actorOf(me), requestId, now },
    [{ key: `${me.caller} ${nameOf(call)}`, ...ONCE_IN_10_MINUTES }],
    {
      ...callerRecord(me),
      summary: `Was refused “${call.summary}”: it takes ${permissionsOf(call.permission).map(permissionLabel).join(' and ')}`,
    },
  )

/** The record of whoever calls: "admin 7", "feed key 7", "service token 7". */
function callerRecord({ caller }: Principal) {
  const [kind = '', id = ''] = caller.split(' ')
  return { entity: { admin: 'admin', key: 'feed key', token: 'service token' }[kind] ?? kind, id }
}

const OWN = { max: 20, seconds: 3600 }

/** What somebody got wrong about their own account. */
export const noteRefusedOwn = (
  db: Db,
  { me, ...refused }: Omit<Refused, 'actor'> & { me: Principal },
  summary: string,
): Promise<void> =>
  noteRefused(db, { ...refused, actor: actorOf(me) }, [{ key: `${me.caller} ${refused.call.name}`, ...OWN }], {
    ...callerRecord(me),
    summary,
  })
