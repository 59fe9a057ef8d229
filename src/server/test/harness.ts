import { learnNullable } from '../db/query.ts'
import type { InjectOptions, LightMyRequestResponse as LightResponse } from 'fastify'
import { nameOf, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { labelOf } from '#features/access/audit/field-rules.ts'
import { auditLog } from '../audit/tables.ts'
import { openSession } from '../auth/sessions.ts'
import { addAdmin, defaultRoleId } from '../auth/store.ts'
import { roles } from '../auth/tables.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { parseEnv, type TestOptions } from '../env.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { start, type StartOptions } from '#app/start.ts'
import { testDatabase } from './database.ts'
import { asIfOneConnection } from './one-connection.ts'

/** The caller of a test: two types of admin, an admin without permissions, and a caller without a session. */
export type Who = 'superadmin' | 'admin' | 'powerless' | 'nobody'

export type Answer<E extends Endpoint> = {
  status: number
  headers: Record<string, unknown>
  /** The parsed body of a success, with `body.data` as in the contract. */
  body: { data: Output<E['reply']>; message?: string }
  /** The parsed body of an error. */
  problem: Problem
  text: string
}

export type Call<E extends Endpoint> = {
  params?: Input<E['params']>
  query?: Input<E['query']>
  /** Loosely typed, so that tests can send bad bodies. */
  body?: unknown
  as?: Who
  headers?: Record<string, string>
}

/** The full server with its own database, called over HTTP without a socket. The clock is stopped at a set time. */
export type TestServer = {
  app: App
  db: Db
  clock: { now: () => Date; set: (iso: string) => void }
  call: <E extends Endpoint>(endpoint: E, call?: Call<E>) => Promise<Answer<E>>
  upload: <E extends Endpoint>(
    endpoint: E,
    upload: {
      file: Buffer
      name: string
      as?: Who
      field?: string
      fields?: Record<string, string>
      headers?: Record<string, string>
    },
  ) => Promise<Answer<E>>
  inject: (options: InjectOptions) => Promise<LightResponse>
  token: (who: Exclude<Who, 'nobody'>) => Promise<string>
  /** Runs the jobs sent since the last time, in order. */
  runJobs: () => Promise<void>
  close: () => Promise<void>
}

export const TEST_NOW = '2026-11-21T09:00:00.000Z'

export async function testServer(
  options: TestOptions & { env?: Record<string, string>; logTo?: StartOptions['logTo'] } = {},
): Promise<TestServer> {
  const database = await testDatabase()
  let now = new Date(TEST_NOW)
  /** Sessions of the callers: one for each person and time of the clock. */
  const sessions = new Map<Who, string>()
  const clock = {
    now: () => now,
    set: (iso: string) => {
      now = new Date(iso)
      sessions.clear()
    },
  }
  const settings = {
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DEMO: 'off',
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    ...options.env,
  }
  const env = parseEnv(settings, { hasSentinels: options.hasSentinels ?? true, addresses: options.addresses })
  const wanted: (() => Promise<void>)[] = []
  const jobs: Jobs = {
    send: async (job, payload) => void wanted.push(() => job.run(app, payload)),
    stop: async () => {},
  }
  const { app, server, begun, close } = await start(env, { clock, jobs, logTo: options.logTo })
  await begun
  if (database.databaseUrl) asIfOneConnection(app.database)
  await learnNullable(app.db)
  const people = await addPeople(app.db)

  const token = async (who: Exclude<Who, 'nobody'>) => {
    const { sessionId } = await openSession(app.db, people[who], now, env.session)
    return app.accessTokens.sign(sessionId, now)
  }
  const headersFor = async (who: Who, more: Record<string, string> = {}) => {
    if (who === 'nobody' || more.authorization) return more
    const own = sessions.get(who) ?? (await token(who))
    sessions.set(who, own)
    return { authorization: `Bearer ${own}`, ...more }
  }
  /** Waits for the work after an answer too. */
  const inject = async (injected: InjectOptions) => {
    const response = (await server.inject(injected)) as LightResponse
    await app.afterwards.settled()
    return response
  }
  const answer = (response: LightResponse) => {
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const parsed = isJson ? response.json() : undefined
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed,
      problem: parsed,
      text: response.body,
    }
  }

  const resent = new Set<string>()
  /** Repeats the first successful POST of each call with its key: the answer is equal, and nothing is done twice. */
  const sendAgain = async (endpoint: Endpoint, first: Answer<Endpoint>, send: () => Promise<LightResponse>) => {
    const name = nameOf(endpoint)
    if (endpoint.unkept || first.status === 202 || resent.has(name)) return
    resent.add(name)
    const again = answer(await send())
    const lines = await app.db.$count(auditLog, eq(auditLog.requestId, String(again.headers['x-request-id'])))
    const isSame = isDeepStrictEqual([again.status, again.body?.data], [first.status, first.body?.data])
    if (!isSame || lines) throw new Error(`${name} is not done once, sent twice with one key: ${again.text}`)
  }
  return {
    app,
    db: app.db,
    clock,
    token,
    runJobs: async () => {
      for (let run = wanted.shift(); run; run = wanted.shift()) await run()
    },
    inject,
    call: async (endpoint, { params, query, body, as = 'superadmin', headers } = {}) => {
      const key = endpoint.method === 'POST' && { 'idempotency-key': randomUUID() }
      const request = {
        method: endpoint.method,
        url: addressOf(endpoint, params as Record<string, unknown>, query as Record<string, unknown>),
        headers: await headersFor(as, { ...key, ...headers }),
        ...(body !== undefined && { payload: body as object }),
      }
      const answered = answer(await inject(request))
      if (key && answered.status < 300) await sendAgain(endpoint, answered, () => inject(request))
      return answered as never
    },
    upload: async (endpoint, { file, name, as = 'superadmin', field = 'file', fields = {}, headers = {} }) => {
      const form = new FormData()
      for (const [about, value] of Object.entries(fields)) form.append(about, value)
      form.append(field, new Blob([new Uint8Array(file)]), name)
      const encoded = new Response(form)
      return answer(
        await inject({
          method: endpoint.method,
          url: addressOf(endpoint),
          headers: await headersFor(as, { ...headers, 'content-type': encoded.headers.get('content-type')! }),
          payload: Buffer.from(await encoded.arrayBuffer()),
        }),
      ) as never
    },
    close: async () => {
      const raw = await rawFields(app.db)
      await close()
      await database.drop()
      if (raw.length) throw new Error(`No name for people (features/access/audit/field-rules.ts): ${raw.join(', ')}`)
    },
  }
}

/** Returns the tokens of a sign-in without a second factor. */
export function tokensIn({ body }: { body: { data: { tokens: Tokens } | { factor: unknown } } }): Tokens {
  if ('factor' in body.data) throw new Error('A second factor was asked for')
  return body.data.tokens
}
type Tokens = { access_token: string; refresh_token: string }

/** Returns fields in the audit log with a name in code, which a screen would show as it is. */
async function rawFields(db: Db): Promise<string[]> {
  const keys = sql`
    select distinct entity, key from audit_log, unnest(array[before, after]) as record,
      jsonb_object_keys(case jsonb_typeof(record) when 'object' then record else '{}' end) as key
    where request_id is not null`
  // Some tests end with an unavailable database.
  const { rows } = await db.execute<{ entity: string; key: string }>(keys).catch(() => ({ rows: [] }))
  return rows.filter(({ entity, key }) => !labelOf(entity, key)).map(({ entity, key }) => `${entity}.${key}`)
}

/** Returns the address of a call under `/api` with its parameters and query. */
export function addressOf(
  endpoint: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? 'unknown')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api${path}${search.size ? `?${search}` : ''}`
}

async function addPeople(db: Db) {
  const roleId = await defaultRoleId(db)
  const [powerless] = await db.insert(roles).values({ name: 'Powerless', permissions: [] }).returning({ id: roles.id })
  const add = async (name: string, userType: 'Admin' | 'Super Admin', role: number) =>
    (
      await addAdmin(db, {
        email: `${name}@test.example`,
        firstName: name,
        lastName: 'Tester',
        userType,
        roleId: role,
        passwordHash: 'none',
      })
    ).id
  return {
    superadmin: await add('superadmin', 'Super Admin', roleId),
    admin: await add('admin', 'Admin', roleId),
    powerless: await add('powerless', 'Admin', powerless!.id),
  }
}
