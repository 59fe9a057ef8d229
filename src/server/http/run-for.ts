/** Runs a call for somebody who is not asking for it now: whoever proposed it, or does it to many records. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import type { AuditLine } from '../audit/store.ts'
import type { Db } from '../db/connect.ts'
import { formFromStore, withApproval, type CallInput, type Judging } from './approval.ts'
import {
  contextFor,
  noTransaction,
  parse,
  transact,
  type Context,
  type Route,
  type ApprovableWriting,
} from './handle.ts'
import type { Principal } from './principal.ts'
import { assertInScope, byWhom } from './scope.ts'
import { recorderIn, type Recorder } from './recorder.ts'

type Running = {
  /** Whoever asked for it, with their rights as they are now. */
  me: Principal
  input: CallInput
  /** A name for it: what is asked of others under it is done once. */
  key: string
  /** A second person has agreed to it. */
  isApproved: boolean
  /** At the start of each of its transactions: holds what it is done for. */
  before: (tx: Db) => Promise<unknown>
  judging: Judging
  /** Hears each line of the audit, in its transaction. */
  onAuditLine?: (line: AuditLine) => void
  /** At the end of each of its transactions: what that comes to. Of most calls it is the reply, before it is presented. */
  after?: (tx: Db, reply: unknown) => Promise<unknown>
  /** Hears the message of its success. */
  say?: (message: string) => void
  /** What each line of the audit says besides. */
  note?: string
  request: Pick<Context<never>['request'], 'id' | 'ip' | 'log' | 'signal'>
  now: Date
}

/** A transaction of the caller's, in which it is undone alone; whether its cinemas are theirs the caller has asked before that. */
type Inside = { tx: Db }

/** What is asked of a call, as its schemas read it. @throws 422 what they refuse */
export const inputOf = (endpoint: Endpoint, { params, query, body }: Pick<CallInput, 'params' | 'query' | 'body'>) => ({
  params: parse(endpoint.params, params),
  query: parse(endpoint.query, query),
  body: endpoint.files ? undefined : parse(endpoint.body, body),
})

/**
 * The call's own handler, with what was asked for then. What it refuses it throws; what its judge throws undoes it. Nothing
 * that waits for the outside happens before the transaction with the judgement is committed.
 */
export async function runFor(route: Route, app: App, running: Running, inside?: Inside | undefined): Promise<void> {
  const { endpoint } = route
  const { me, now, key, before, after, judging, onAuditLine } = running
  const input = inputOf(endpoint, running.input)
  const recording = {
    endpoint,
    given: input,
    ...byWhom(me, endpoint),
    requestId: running.request.id,
    now,
    ...(running.note && { note: running.note }),
  }
  const inWriting = async <T>(tx: Db, run: (writing: ApprovableWriting) => Promise<T>) => {
    await before(tx)
    const add = await recorderIn(app, tx, recording)
    const record: Recorder = async (line, by) => {
      onAuditLine?.(line)
      await add(line, by)
    }
    const done = await withApproval(endpoint, { db: tx, record }, judging, run)
    await after?.(tx, done)
    return done
  }
  const write = <T>(run: (writing: ApprovableWriting) => Promise<T>) =>
    inside ? inside.tx.transaction((tx) => inWriting(tx, run)) : transact(app.db, (tx) => inWriting(tx, run))
  const request = { ...running.request, headers: { 'idempotency-key': key } }
  const context = contextFor(
    { app, me, now, input, write, request },
    {
      isApproved: running.isApproved,
      form: async () => formFromStore(running.input.form!),
      ...(running.say && { say: running.say }),
    },
  )
  // The cinemas that their roles are for may be others by now.
  if (!inside) await assertInScope(app, endpoint, me, context)
  const call = (writing: ApprovableWriting) => route.handler({ ...context, ...writing } as never)
  if (endpoint.transaction === 'own' || endpoint.files)
    await call({ db: inside?.tx ?? app.db, ...noTransaction(endpoint) })
  else await write(call)
}

/**
 * What an approver has seen stands in for the version that the proposer saw: a record that was changed meanwhile is told by
 * the difference, which is another then.
 */
export function withoutVersions<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutVersions) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      /^(version|otherVersion)$/.test(name) ? [] : [[name, withoutVersions(inner)]],
    ),
  ) as T
}
