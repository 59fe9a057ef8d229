import type { ConnectionName } from '#contract/connections.ts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { IntegrationError } from './error.ts'
import type { Listed } from './records.ts'
import { noteUnread } from './unread.ts'
import { orNull, query, text, textOf } from '../db/query.ts'

/**
 * State of a connection to an outside system. `reason` is the last failure, worded for staff; the connection is failing
 * while `failingSince` is set. Instants are ISO text.
 */
type IntegrationState = {
  lastSuccessAt: string | null
  lastFailureAt: string | null
  failingSince: string | null
  reason: string | null
}

const noteSuccess = (db: Db, name: ConnectionName, now: Date) =>
  db.execute(sql`
    insert into integration_states (name, last_success_at) values (${name}, ${now.toISOString()})
    on conflict (name) do update set last_success_at = excluded.last_success_at, failing_since = null`)

/** Records a failure: keeps the time of the first failure and the latest reason. */
const noteFailure = (db: Db, name: ConnectionName, now: Date, reason: string) =>
  db.execute(sql`
    insert into integration_states (name, failing_since, last_failure_at, reason)
    values (${name}, ${now.toISOString()}, ${now.toISOString()}, ${reason})
    on conflict (name) do update set
      failing_since = coalesce(integration_states.failing_since, excluded.failing_since),
      last_failure_at = excluded.last_failure_at, reason = excluded.reason`)

/** Returns the state of each connection. An unused connection has none. */
export async function integrationStates(db: Db): Promise<Partial<Record<ConnectionName, IntegrationState>>> {
  const { rows } = await query(db, {
    name: textOf<ConnectionName>(),
    success: orNull(text),
    reason: orNull(text),
    failure: orNull(text),
    failing: orNull(text),
  })`
    select name, last_success_at as success, last_failure_at as failure, failing_since as failing, reason
    from integration_states`
  const iso = (at: string | null) => (at ? new Date(at).toISOString() : null)
  return Object.fromEntries(
    rows.map(({ name, success, failure, failing, reason }) => [
      name,
      { lastSuccessAt: iso(success), lastFailureAt: iso(failure), failingSince: iso(failing), reason },
    ]),
  )
}

export const UNUSED: IntegrationState = { lastSuccessAt: null, lastFailureAt: null, failingSince: null, reason: null }
/** Shortest interval between recorded successes, because files are read many times a second. */
const SUCCESS_EVERY_MS = 60_000

const isListed = (answer: unknown): answer is Listed<unknown> =>
  typeof answer === 'object' && answer !== null && 'records' in answer && 'unread' in answer

/**
 * Records each answer, failure and unreadable record of an integration for the Connections screen.
 * Not for use inside a transaction, like all calls to outside systems.
 */
export function watched<T extends object>(name: ConnectionName, part: T, db: Db, clock: Clock): T {
  let succeededAt = -Infinity
  const succeeded = async (answer: unknown, list = '') => {
    const now = clock.now()
    if (isListed(answer)) await noteUnread(db, name, list, answer, now)
    if (Math.abs(now.getTime() - succeededAt) >= SUCCESS_EVERY_MS) {
      succeededAt = now.getTime()
      await noteSuccess(db, name, now)
    }
    return answer
  }
  const failed = async (error: unknown) => {
    if (error instanceof IntegrationError && error.isOfOneRequest) await succeeded(undefined)
    else if (error instanceof IntegrationError) {
      succeededAt = -Infinity
      await noteFailure(db, name, clock.now(), error.message)
    }
    throw error
  }
  return new Proxy(part, {
    get(target, key) {
      const member = Reflect.get(target, key) as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const answer = member.apply(target, given) as unknown
        const list = [key, ...given.filter((one) => typeof one === 'string')].join(' ')
        return answer instanceof Promise ? answer.then((found) => succeeded(found, list), failed) : answer
      }
    },
  })
}
