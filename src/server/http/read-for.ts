/** Answers a read to somebody who is not asking for it now: a list whose rows they selected, a file that is sent to them. */
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
  /** With their rights as they are now. */
  me: Principal
  params?: unknown
  query: object
  /** What is asked besides, without the limits for callers: more rows at once. */
  beyond?: object
  /** The day that words of the query count from. */
  day: Day | Todays
  /** Names the read in the audit log. */
  requestId: string
  /** What each line of the audit says besides. */
  note?: string
}

/** What a query asks for, with its days. @throws Refusal where the call does not take it */
export const queryOf = ({ endpoint }: Pick<Route, 'endpoint'>, query: object, day: Day | Todays): object =>
  (parse(endpoint.query, withDays(endpoint.query, query, day)) ?? {}) as object

/** @throws Refusal also where they may not read it, or not what is chosen */
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
