import { todaysAt } from '#contract/business-day.ts'
import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { APPROVAL_REQUESTED } from '#contract/approval.ts'
import {
  nameOf,
  type Endpoint,
  type Input,
  type RequiredPermission,
  type Output,
  type Schema,
  type Table,
} from '#contract/endpoint.ts'
import { withDays } from '#contract/relative-day.ts'
import { isProgram, refusal, SERVICE_TOKEN, type Permission } from '#contract/permissions.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import {
  claimKey,
  Done,
  isClaimed as wasClaimed,
  keepReply,
  storedReply,
  refusalToKeep,
  type Claim,
} from './idempotency.ts'
import { sendStored } from './cache-headers.ts'
import {
  approvalFirst,
  byRule,
  formToStore,
  withApproval,
  assertStorable,
  reasonIn,
  Unapproved,
  type CallInput,
  type Judging,
  type DeclareAmount,
} from './approval.ts'
import { tokenOf, type Authenticate, type Principal } from './principal.ts'
import { placeInLine } from './file-line.ts'
import { addressOf, limit } from './rate-limit.ts'
import { byWhom, cinemasOfCall, assertInScope, assertForChain, scopedDbFor, type Given } from './scope.ts'
import { recorderIn, type Recorder } from './recorder.ts'
import { readingDb } from './read-after.ts'
import { mustHaveFactor } from './second-factor.ts'
import { mustBeConfirmed } from './reauthentication.ts'
import {
  forbidden,
  invalidInput,
  isDatabaseUnavailable,
  malformed,
  possiblySaved,
  Refusal,
  unauthorized,
} from './problem.ts'
import { receiveFile, receiveForm, type ReceivedFile, type ReceivedForm } from './upload.ts'

export type { Recorder } from './recorder.ts'
/** A transaction and the audit that goes into it. */
export type Writing = { db: Db; record: Recorder }
/** The same, and how much of a guarded act it does. */
export type ApprovableWriting = Writing & { declareAmount: DeclareAmount }

/** What a handler is given. */
export type Context<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  me: E['permission'] extends 'public' ? Principal | undefined : Principal
  /**
   * A write's open transaction; for calls with their own, and reads, the database itself; of reads that may lag, a replica.
   * A read of somebody whose role is for some cinemas sees what belongs to these.
   */
  db: Db
  /** The database of a read as the caller sees it with a permission: where a call answers for several. */
  scopedDb: (permission: Permission | 'person') => Db
  /** Audit in the write's transaction; elsewhere use `write`. */
  record: Recorder
  /** Of a guarded call: how much it does, in the write's transaction; elsewhere that of `write`. */
  declareAmount: DeclareAmount
  /** Opens a transaction: for calls that have their own, exports and reads that are audited. */
  write: <T>(run: (writing: ApprovableWriting) => Promise<T>) => Promise<T>
  app: App
  now: Date
  /** Waits for a place among the files that are made at a time. */
  inLine: () => Promise<void>
  /** A second person has just approved it: whoever asked for it does not get the reply. */
  isApproved: boolean
  request: { id: string; ip: string; log: FastifyBaseLogger; signal: AbortSignal; headers: FastifyRequest['headers'] }
  /** The one file of a multipart call, streamed. */
  file: () => Promise<ReceivedFile>
  /** A multipart call's fields, and its one file of at most so many bytes. */
  form: (maxBytes: number) => Promise<ReceivedForm>
  /** The message of this success, in place of the row's. */
  say: (message: string) => void
}

type Called = Pick<Context<Endpoint>, 'app' | 'now' | 'write' | 'request'> & { me: Principal | undefined; input: Given }
/** Whatever a call can do without: nobody waits in line, sends a file or reads a message. */
type Extras = Pick<Context<Endpoint>, 'isApproved' | 'inLine' | 'file' | 'form' | 'say'>

/** What a handler is given besides its database and what writes into it. */
export const contextFor = ({ input, ...called }: Called, extras: Partial<Extras> = {}) => ({
  ...input,
  ...called,
  isApproved: false,
  inLine: async () => {},
  file: noFile,
  form: noFile,
  say: () => {},
  ...extras,
})
const noFile = async () => {
  throw malformed('A file is sent with the call itself')
}

/** A streamed reply. `name` makes it a download; a status says that it is a part, known already, or beyond the end. */
export type Streamed = {
  stream: Readable | Buffer
  type?: string
  name?: string
  headers?: Record<string, string>
  status?: 206 | 304 | 416
  /** The line above its heading, where it has one. */
  about?: string
  /** Headings of the columns whose cells add up. */
  adds?: readonly string[]
  /** What its screen says of all of it, where that is more than the sums of columns; null of what is not known. */
  totals?: () => Promise<Readonly<Record<string, number | null>>>
  /** The same table as a workbook, for whoever accepts one. */
  workbook?: (at: Date) => Readable
}

/** In place of a stream: where the caller finds it. */
type SentOn = { redirect: string; headers?: Record<string, string> }

export type Reply<E extends Endpoint> =
  | (E['stream'] extends string ? Streamed | SentOn : never)
  | (E['reply'] extends Schema ? Input<E['reply']> : E['stream'] extends string ? never : void)

/** One handler per row of the table: one that is missing does not compile. */
type Handlers<T extends Table> = { [K in keyof T]: (context: Context<T[K]>) => Promise<Reply<T[K]>> }

export type Route = { endpoint: Endpoint; handler: (context: never) => Promise<unknown> }

export const handle = <T extends Table>(table: T, handlers: Handlers<T>): Route[] =>
  Object.entries(table).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof T] as Route['handler'],
  }))

export const parse = (schema: Schema | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw invalidInput(parsed.error.issues)
  return parsed.data
}

/** What anybody may do needs no second person. */
const UNJUDGED: Judging = async () => async () => {}

/** More than people need, and than a night's programs do. */
const EXPORTS = { max: 60, seconds: 600, of: 'exports' }

/** A transaction of which somebody is told when nobody knows whether it was saved. @throws Refusal 503 */
export async function transact<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  let isBeingSaved = false
  try {
    return await db.transaction(async (tx) => {
      isBeingSaved = false
      const done = await run(tx)
      isBeingSaved = true
      return done
    })
  } catch (error) {
    throw isBeingSaved && isDatabaseUnavailable(error) ? possiblySaved() : error
  }
}

/**
 * Who may call: decided before anything of the request is read (core 6; decisions: Roles).
 * @param onRefusal is told of somebody who has no right to it
 */
export async function authorise(
  endpoint: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
  onRefusal: (me: Principal) => Promise<unknown>,
) {
  const token = tokenOf(request.headers.authorization)
  const found = token ? await authenticate(token) : undefined
  const me = typeof found === 'string' ? undefined : found
  if (me) nameCaller(request, me)
  // To what is open to anybody a program is nobody.
  if (endpoint.permission === 'public') return me && isProgram(me) ? undefined : me
  if (!me) throw unauthorized(typeof found === 'string' ? found : undefined)
  const reason = refusal(me, endpoint.permission)
  if (reason) {
    await onRefusal(me)
    // Whoever writes a program has no screen that explains it.
    throw forbidden(me.userType === SERVICE_TOKEN ? reason : undefined)
  }
  return me
}

/** The log's lines of a request say who called, by number: whoever reads a log need not know people. */
const nameCaller = ({ log }: FastifyRequest, { caller }: Principal) =>
  (log as { setBindings?: (bindings: object) => void }).setBindings?.({ caller })

/** Validates, runs the handler in its transaction, sees to audit and idempotency, and presents the reply. */
export async function run(
  route: Route,
  app: App,
  me: Principal | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint } = route
  const now = app.clock.now()
  let recorded = false
  let isAmountDeclared = endpoint.approval === undefined
  let summaryOf = endpoint.says
  const judging = me ? byRule(app, { me, now }) : UNJUDGED
  const by = byWhom(me, endpoint)
  /** Does something in a transaction. What of it needs a second person undoes it. */
  const inWriting = async <T>(tx: Db, work: (writing: ApprovableWriting) => Promise<T>) => {
    const add = await recorderIn(app, tx, { endpoint, given: input, ...by, requestId: request.id, now })
    const record: Recorder = async (...line) => {
      recorded = true
      await add(...line)
    }
    return withApproval(endpoint, { db: tx, record }, judging, (writing) =>
      work({
        ...writing,
        declareAmount: (...amount) => {
          isAmountDeclared = true
          writing.declareAmount(...amount)
        },
      }),
    )
  }
  const claim = claimOf(app, endpoint, request, me)
  /** The key is of what was done, which stays done. */
  let isClaimed = false
  const claimed = async <T>(tx: Db, work: (writing: ApprovableWriting) => Promise<T>) => {
    if (claim && !isClaimed) await claimKey(tx, claim, now)
    return inWriting(tx, work)
  }
  const write: Context<Endpoint>['write'] = async (run) => {
    request.possiblyWritten = true
    const done = await transact(app.db, (tx) => claimed(tx, run))
    isClaimed = claim !== undefined
    return done
  }

  if (me) {
    mustHaveFactor(endpoint, app.env, me, now)
    assertForChain(endpoint, me)
  }
  const isWrite = endpoint.method !== 'GET'
  const mustRecord = (isWrite && endpoint.audit !== 'none') || endpoint.stream === 'text/csv'
  const input = {
    params: parse(endpoint.params, request.params),
    query: parse(
      endpoint.query,
      isWrite ? request.query : withDays(endpoint.query, request.query, todaysAt(now, app.env)),
    ),
    body: endpoint.files ? undefined : parse(endpoint.body, request.body),
  }
  if (me) await assertInScope(app, endpoint, me, input)
  // After the input, so that nobody is asked for what is refused all the same.
  if (endpoint.reauthenticate && me) mustBeConfirmed(app, me, now)
  if (endpoint.stream === 'text/csv' && me) await limitExports(app, me, now)
  let form: ReceivedForm | undefined
  const aborted = new AbortController()
  reply.raw.on('close', () => reply.raw.writableFinished || aborted.abort())
  const inLine = async () => {
    const { raw } = reply
    const leave = await placeInLine(app, {
      caller: me?.caller ?? addressOf(request.ip),
      signal: aborted.signal,
      bytesSent: () => raw.socket?.bytesWritten ?? 0,
      end: () => raw.destroy(),
    })
    if (raw.closed || raw.destroyed) leave()
    else raw.once('close', leave)
  }
  const { id, ip, log, headers } = request
  const context = contextFor(
    { app, me, now, input, write, request: { id, ip, log, headers, signal: aborted.signal } },
    {
      inLine,
      file: () => receiveFile(request, app.env.uploadMaxBytes),
      form: async (maxBytes) => (form = await receiveForm(request, maxBytes)),
      say: (message) => void (summaryOf = message),
    },
  )
  const call = (writing: ApprovableWriting, scopedDb: Context<Endpoint>['scopedDb'] = () => writing.db) =>
    route.handler({ ...context, ...writing, scopedDb } as never)

  const mustHaveRecorded = () => {
    if (mustRecord && !recorded) throw new Error(`${nameOf(endpoint)} left no audit line`)
    if (!isAmountDeclared) throw new Error(`${nameOf(endpoint)} did not say how much it does: declareAmount`)
  }
  const work = async () => {
    request.possiblyWritten ||= isWrite
    if (endpoint.stream === 'text/csv') await inLine()
    if (!isWrite || endpoint.files || endpoint.transaction === 'own') {
      const reading = await readingDb(app, endpoint, request, me)
      const scopedDb = (permission: RequiredPermission) =>
        isWrite || !me ? reading : scopedDbFor(me, permission, reading)
      const payload = await call({ db: scopedDb(endpoint.permission), ...noTransaction(endpoint) }, scopedDb)
      if (isStreamed(endpoint, payload)) return payload
      const reply = present(endpoint, payload)
      if (claim && !isClaimed) throw new Error(`${nameOf(endpoint)} did not write by its Idempotency-Key: use write`)
      if (isClaimed) await keepReply(app.db, claim!, { reply })
      return reply
    }
    return transact(app.db, async (tx) => {
      recorded = false
      const payload = present(endpoint, await claimed(tx, call))
      mustHaveRecorded()
      if (claim) await keepReply(tx, claim, { reply: payload })
      return payload
    })
  }
  /** What was done before under the key is answered again. */
  const once = async () => {
    try {
      // Before anything outside is asked, which may answer otherwise by now.
      if (claim && (endpoint.files || endpoint.transaction === 'own') && (await wasClaimed(app.db, claim)))
        throw new Done()
      return await work()
    } catch (error) {
      if (isClaimed && error instanceof Refusal) await keepReply(app.db, claim!, refusalToKeep(error))
      if (!(error instanceof Done)) throw error
      recorded = true
      isAmountDeclared = true
      return storedReply(app.db, claim!)
    }
  }
  /** What needs a second person was undone: it is proposed to them, with a reason. */
  const requestApproval = async (unapproved: Unapproved) => {
    assertStorable(unapproved.subject)
    const reason = reasonIn(request.headers)
    if (reason === undefined) throw approvalFirst(unapproved)
    const { subject, rule, total } = unapproved
    const stored: CallInput = { ...input, ...(form && { form: formToStore(form) }) }
    const key = idempotencyKey(request)
    const cinemas = subject.cinemas === undefined ? await cinemasOfCall(app, endpoint, input) : subject.cinemas
    const requestingApproval = {
      endpoint,
      me: me!,
      subject,
      total,
      cinemas,
      rule,
      input: stored,
      reason,
      key,
      requestId: request.id,
      now,
    }
    const approvalRequest = await app.approvals!.requestApproval(app, requestingApproval)
    reply.code(202)
    return { data: approvalRequest, message: APPROVAL_REQUESTED }
  }
  let payload: unknown
  try {
    payload = await once()
  } catch (error) {
    if (error instanceof Unapproved) return requestApproval(error)
    throw error
  }
  mustHaveRecorded()
  if (isStreamed(endpoint, payload)) return sendStream(reply, endpoint, inAcceptedForm(request, payload, now))
  if (endpoint.maxAge !== undefined) return sendStored(request, reply, endpoint.maxAge, { data: payload })
  reply.code(endpoint.status ?? 200)
  return { data: payload, ...(summaryOf && { message: summaryOf }) }
}

const limitExports = ({ db }: App, { caller }: Principal, now: Date) => limit(db, `export ${caller}`, EXPORTS, now)

/**
 * A list that hands out all of it, where no page is asked for, takes what its file does: the right, the confirmation and the
 * limit. @returns the database as the caller sees it with that right @throws 403, 429
 */
export async function asFile(
  {
    app,
    me,
    now,
    scopedDb,
    inLine,
  }: Pick<Context<Endpoint & { permission: Permission }>, 'app' | 'me' | 'now' | 'scopedDb' | 'inLine'>,
  file: Endpoint & { permission: Permission },
): Promise<Db> {
  const reason = refusal(me, file.permission)
  if (reason) throw forbidden(reason)
  if (file.reauthenticate) mustBeConfirmed(app, me, now)
  await limitExports(app, me, now)
  await inLine()
  return scopedDb(file.permission)
}

/** Of a handler that opens its own. */
export const noTransaction = ({ feature, name }: Endpoint): Pick<ApprovableWriting, 'record' | 'declareAmount'> => {
  const refuse = () => new Error(`${feature}.${name} has no open transaction to record or declareAmount in: use write`)
  return {
    record: () => Promise.reject(refuse()),
    declareAmount: () => {
      throw refuse()
    },
  }
}

/** The reply's schema is the presenter: what it does not name never leaves. A mismatch is a fault of ours. */
function present(endpoint: Endpoint, payload: unknown): unknown {
  if (!endpoint.reply) return null
  const parsed = z.safeParse(endpoint.reply, payload)
  if (!parsed.success)
    throw new Error(`${nameOf(endpoint)} answered off its contract: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const isStreamed = (endpoint: Endpoint, payload: unknown): payload is Streamed | SentOn =>
  endpoint.stream !== undefined && (!endpoint.reply || 'stream' in (payload as object))

/** CSV unless the call accepts a workbook. */
function inAcceptedForm({ headers }: FastifyRequest, payload: Streamed | SentOn, now: Date): Streamed | SentOn {
  if (!('workbook' in payload) || !payload.workbook) return payload
  const vary = { ...payload.headers, vary: 'accept' }
  if (!headers.accept?.includes(WORKBOOK)) return { ...payload, headers: vary }
  const name = payload.name?.replace(/\.csv$/, '.xlsx')
  return { stream: payload.workbook(now), type: WORKBOOK, headers: vary, ...(name && { name }) }
}

function sendStream(reply: FastifyReply, endpoint: Endpoint, payload: Streamed | SentOn) {
  if ('redirect' in payload) return reply.headers(payload.headers ?? {}).redirect(payload.redirect, 302)
  const { stream, type, name, headers, status } = payload
  if (status) reply.code(status)
  reply.type(inUtf8(type ?? endpoint.stream!))
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  if (headers) reply.headers(headers)
  return reply.send(stream)
}

/** Every text of ours is. */
const inUtf8 = (type: string) => (type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type)

/**
 * What a POST is known by that is sent again with its key. A file is no part of it, nor an answer with a secret, which is kept
 * nowhere.
 */
function claimOf(app: App, endpoint: Endpoint, request: FastifyRequest, me: Principal | undefined): Claim | undefined {
  const key = endpoint.method === 'POST' && !endpoint.unkept ? idempotencyKey(request) : undefined
  if (key === undefined) return
  const call = `${endpoint.method} ${request.url}`
  return { actor: me?.caller ?? request.ip, key, call, bodyHash: hashOf(app, request.body) }
}

const idempotencyKey = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length <= 200 ? key : undefined
}
/** By a key of the server's: a body may hold a password. */
const hashOf = ({ visitorKey }: App, body: unknown) =>
  createHmac('sha256', visitorKey)
    .update(JSON.stringify(body ?? null))
    .digest('hex')
