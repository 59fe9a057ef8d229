/** Reads for a person who is not calling now: selected rows of a list, or a file that is emailed. */
import type { Endpoint } from '#contract/endpoint.ts'
import { withDays } from '#contract/relative-day.ts'
import { refusal } from '#contract/permissions.ts'
import type { Todays } from '#contract/business-day.ts'
import type { Day } from '#contract/time.ts'
import type { App } from '../app.ts'
import { contextFor, noTransaction, parse, transact, type Context, type Route } from './handle.ts'
import { forbidden } from './problem.ts'
import type { Principal } from './principal.ts'
import { assertInScope, byWhom, scopedDbFor } from './scope.ts'
import { recorderIn } from './recorder.ts'

type Reading = {
  /** The person with their current permissions. */
  me: Principal
  params?: unknown
  query: object
  /** Query values beyond the limits for callers, such as larger pages. */
  beyond?: object
  /** The day from which relative dates in the query count. */
  day: Day | Todays
  /** The id of the read in the audit log. */
  requestId: string
  /** Text after the summary of each audit log entry. */
  note?: string
}

/** Parses a query with its relative dates. @throws Refusal if the call does not accept it */
export const queryOf = ({ endpoint }: Pick<Route, 'endpoint'>, query: object, day: Day | Todays): object =>
  (parse(endpoint.query, withDays(endpoint.query, query, day)) ?? {}) as object

/** @throws Refusal also if they may not read it, or not the chosen records */
export async function readFor(route: Route, app: App, reading: Reading): Promise<unknown> {
  const { endpoint } = route
  const { me, day, requestId, note } = reading
  const reason = refusal(me, endpoint.permission)
  if (reason) throw forbidden(reason)
  const now = app.clock.now()
  const input = {
    params: parse(endpoint.params, reading.params ?? {}),
    query: { ...queryOf(route, reading.query, day), ...reading.beyond },
    body: undefined,
  }
  await assertInScope(app, endpoint, me, input)
  const scopedDb = (permission: Endpoint['permission']) => scopedDbFor(me, permission, app.db)
  const none = noTransaction(endpoint)
  const write: Context<never>['write'] = (run) =>
    transact(app.db, async (db) => {
      const recording = { endpoint, given: input, ...byWhom(me, endpoint), requestId, now, ...(note && { note }) }
      return run({ ...none, db, record: await recorderIn(app, db, recording) })
    })
  const request = { id: requestId, ip: '', log: app.log, signal: app.closing, headers: {} }
  const context = contextFor({ app, me, now, input, write, request })
  return route.handler({ ...context, ...none, db: scopedDb(endpoint.permission), scopedDb } as never)
}
