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
/** A write's transaction and the audit log entries that it adds. */
export type Writing = { db: Db; record: Recorder }
/** A write that also declares the amount of a guarded action. */
export type ApprovableWriting = Writing & { declareAmount: DeclareAmount }

/** The arguments of a handler. */
export type Context<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  me: E['permission'] extends 'public' ? Principal | undefined : Principal
  /**
   * The open transaction of a write. For reads, and calls that open their own: the database; for reads that tolerate
   * lag, a replica. Reads of a caller with a cinema role see only their cinemas.
   */
  db: Db
  /** The database of a read as the caller sees it with a permission, for calls that answer for several permissions. */
  scopedDb: (permission: Permission | 'person') => Db
  /** Adds an audit log entry in the write's transaction. Elsewhere use `write`. */
  record: Recorder
  /** Declares the amount of a guarded call in the write's transaction. Elsewhere use the one of `write`. */
  declareAmount: DeclareAmount
  /** Opens a transaction, for calls that have their own, exports, and reads that are audited. */
  write: <T>(run: (writing: ApprovableWriting) => Promise<T>) => Promise<T>
  app: App
  now: Date
  /** Waits for one of the places that limit how many files are made at the same time. */
  inLine: () => Promise<void>
  /** Whether another approver has just approved the call. The requester does not get the reply. */
  isApproved: boolean
  request: { id: string; ip: string; log: FastifyBaseLogger; signal: AbortSignal; headers: FastifyRequest['headers'] }
  /** Receives the single file of a multipart call as a stream. */
  file: () => Promise<ReceivedFile>
  /** Receives the fields of a multipart call, and its file of up to `maxBytes`. */
  form: (maxBytes: number) => Promise<ReceivedForm>
  /** Sets the message of this success in place of the row's. */
  say: (message: string) => void
}

type Called = Pick<Context<Endpoint>, 'app' | 'now' | 'write' | 'request'> & { me: Principal | undefined; input: Given }
/** Parts that a call outside a request works without. */
type Extras = Pick<Context<Endpoint>, 'isApproved' | 'inLine' | 'file' | 'form' | 'say'>

/** Makes the arguments of a handler except its database and what writes to it. */
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
  throw malformed('Send the file with the call itself')
}

/** A streamed reply. `name` makes it a download. `status`: a part, unchanged, or beyond the end. */
export type Streamed = {
  stream: Readable | Buffer
  type?: string
  name?: string
  headers?: Record<string, string>
  status?: 206 | 304 | 416
  /** The line above the heading. */
  about?: string
  /** Headings of the columns whose cells can be added up. */
  adds?: readonly string[]
  /** Totals that the screen shows beyond the sums of columns; null: unknown. */
  totals?: () => Promise<Readonly<Record<string, number | null>>>
  /** The same table as a workbook, for callers that accept one. */
  workbook?: (at: Date) => Readable
}

/** A redirect in place of a stream. */
type SentOn = { redirect: string; headers?: Record<string, string> }

export type Reply<E extends Endpoint> =
  | (E['stream'] extends string ? Streamed | SentOn : never)
  | (E['reply'] extends Schema ? Input<E['reply']> : E['stream'] extends string ? never : void)

/** One handler for each row of the table. A missing handler does not compile. */
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

/** Needs no approval, because the call is open to everyone. */
const UNJUDGED: Judging = async () => async () => {}

/** Above what people, and programs in a night, need. */
const EXPORTS = { max: 60, seconds: 600, of: 'exports' }

/**
 * Runs a transaction.
 * @throws Refusal 503 if the connection broke while it was committed, so that its result is unknown
 */
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
 * Authorises a caller before anything of the request is read (core 6; decisions: Roles).
 * @param onRefusal is called when a caller has no permission
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
  // A program has no identity in a public call.
  if (endpoint.permission === 'public') return me && isProgram(me) ? undefined : me
  if (!me) throw unauthorized(typeof found === 'string' ? found : undefined)
  const reason = refusal(me, endpoint.permission)
  if (reason) {
    await onRefusal(me)
    // Because the author of a program has no screen that explains the error.
    throw forbidden(me.userType === SERVICE_TOKEN ? reason : undefined)
  }
  return me
}

/** Adds the caller's number to the log entries of a request. A number keeps names out of the log. */
const nameCaller = ({ log }: FastifyRequest, { caller }: Principal) =>
  (log as { setBindings?: (bindings: object) => void }).setBindings?.({ caller })

/** Validates a call, runs its handler in a transaction with audit and idempotency, and presents the reply. */
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
  /** Runs work in a transaction, and rolls it back if it needs approval. */
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
  /** The key is claimed for good once a transaction with it is committed. */
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
  // Checked after the input, so that no one confirms who they are for a call that fails anyway.
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
    if (mustRecord && !recorded) throw new Error(`${nameOf(endpoint)} wrote no audit log entry`)
    if (!isAmountDeclared) throw new Error(`${nameOf(endpoint)} did not call declareAmount`)
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
      if (claim && !isClaimed) throw new Error(`${nameOf(endpoint)} did not write with its Idempotency-Key: use write`)
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
  /** Replays the stored reply if the key was used before. */
  const once = async () => {
    try {
      // Checked before any outside system is called, because its answer may differ by now.
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
  /** Requests approval for work that was rolled back, if the caller gave a reason. */
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
 * Checks a list that is read in full without pages: it requires the permission, the confirmation and the limit of its
 * file.
 * @returns the database as the caller sees it with that permission
 * @throws 403, 429
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

/** Rejects audit outside a transaction, for a handler that opens its own. */
export const noTransaction = ({ feature, name }: Endpoint): Pick<ApprovableWriting, 'record' | 'declareAmount'> => {
  const refuse = () => new Error(`${feature}.${name} has no open transaction to record or declareAmount in: use write`)
  return {
    record: () => Promise.reject(refuse()),
    declareAmount: () => {
      throw refuse()
    },
  }
}

/** Presents a reply by its schema, which drops fields that it does not name. A mismatch is our own error. */
function present(endpoint: Endpoint, payload: unknown): unknown {
  if (!endpoint.reply) return null
  const parsed = z.safeParse(endpoint.reply, payload)
  if (!parsed.success)
    throw new Error(`${nameOf(endpoint)} answered outside its contract: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const isStreamed = (endpoint: Endpoint, payload: unknown): payload is Streamed | SentOn =>
  endpoint.stream !== undefined && (!endpoint.reply || 'stream' in (payload as object))

/** Chooses CSV unless the caller accepts a workbook. */
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

/** Adds the charset to a text type. */
const inUtf8 = (type: string) => (type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type)

/**
 * Returns the claim of a POST with an idempotency key. Files, and answers with a secret, have none, because they are
 * never stored.
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
/** Hashes with a key of the server, because a body may contain a password. */
const hashOf = ({ visitorKey }: App, body: unknown) =>
  createHmac('sha256', visitorKey)
    .update(JSON.stringify(body ?? null))
    .digest('hex')
