/** Runs a call later or many times for a person: an approved request, or a bulk action. */
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
  /** The requester, with their current permissions. */
  me: Principal
  input: CallInput
  /** Idempotency key: calls to other systems under it are made once. */
  key: string
  /** Whether another approver has approved the call. */
  isApproved: boolean
  /** Runs at the start of each transaction, and locks what the call is made for. */
  before: (tx: Db) => Promise<unknown>
  judging: Judging
  /** Called with each audit log entry, in its transaction. */
  onAuditLine?: (line: AuditLine) => void
  /** Runs at the end of each transaction. @param reply for most calls the reply, before it is presented */
  after?: (tx: Db, reply: unknown) => Promise<unknown>
  /** Called with the message of the success. */
  say?: (message: string) => void
  /** Text after the summary of each audit log entry. */
  note?: string
  request: Pick<Context<never>['request'], 'id' | 'ip' | 'log' | 'signal'>
  now: Date
}

/** The caller's transaction, in which the call is a savepoint. The caller has checked its cinemas before. */
type Inside = { tx: Db }

/** Parses a stored input with the schemas of its call. @throws 422 */
export const inputOf = (endpoint: Endpoint, { params, query, body }: Pick<CallInput, 'params' | 'query' | 'body'>) => ({
  params: parse(endpoint.params, params),
  query: parse(endpoint.query, query),
  body: endpoint.files ? undefined : parse(endpoint.body, body),
})

/**
 * Runs a call's handler with its stored input. An error of the handler or of the judge rolls it back. Side effects
 * outside the database wait until the transaction is committed.
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
  // The cinemas of their roles may have changed since.
  if (!inside) await assertInScope(app, endpoint, me, context)
  const call = (writing: ApprovableWriting) => route.handler({ ...context, ...writing } as never)
  if (endpoint.transaction === 'own' || endpoint.files)
    await call({ db: inside?.tx ?? app.db, ...noTransaction(endpoint) })
  else await write(call)
}

/**
 * Removes versions from an input, because the approver has seen the current record. A record that changed since shows a
 * different difference.
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
