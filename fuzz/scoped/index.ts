/**
 * `npm run fuzz -- scoped`: people of random scopes make random calls of every kind on a random chain, and an oracle that
 * shares nothing with the product (oracle.ts) says of each answer whether there is anything in it that is not theirs. It
 * fails on a row, a count, a figure, a file, an event or a message outside the scope, and on a write that changed anything
 * there.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { everyEndpoint } from '#app/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { addWhoSignsIn, SIGN_IN } from '../../bench/http/database.ts'
import { startServer } from '../../e2e/server.ts'
import { chanceOf, type Chance } from '../chance.ts'
import { readDocument, type Operation } from '../document.ts'
import { knowing } from '../known.ts'
import { keep } from '../report.ts'
import { makeRequest, type Request } from '../requests.ts'
import { freshAddress, jsonOf, sender, type Answer, type Send } from '../sender.ts'
import { sampling } from '../values.ts'
import { aims } from './aims.ts'
import { cinemaIds, employ, PASSWORD, placeCinemas, trade, type Account } from './chain.ts'
import {
  MARK,
  marksIn,
  oracle as oracleOf,
  type Held,
  type Oracle,
  type Person,
  type Row,
  type World,
} from './oracle.ts'
import { written as writtenBy } from './writes.ts'

/** No round is begun after `until`, in ms since the epoch. */
export type Plan = { seed: string; calls: number; people: number; until: number; isKept: boolean }

const AT_ONCE = 8
/** Reads that are made at once, and writes one by one after them: a round. */
const READS = 190
const WRITES = 10
/** A person signs in again before their token ends. */
const TOKEN_MS = 8 * 60_000
/** Kinds of faults that are printed, and faults after which it ends. */
const FAULTS_SHOWN = 25
const FAULTS_MOST = 200

/** Rows that are watched: what belongs to cinemas, and of what the chain shares what a write could change. */
const TABLES = {
  cinemas: 'id',
  cubes: 'id',
  cube_bookings: 'id',
  events: 'id',
  purchases: 'id',
  purchase_lines: 'purchase_id,n',
  refunds: 'id',
  refund_lines: 'refund_id,n',
  customers: 'id',
  kids_club_members: 'customer_id',
  loyalty_members: 'customer_id',
  points_ledger: 'id',
  customer_notes: 'id',
  payment_entries: 'id',
  reconciliation_mismatches: 'id',
  cinema_products: 'id',
  combo_deals: 'id',
  combo_items: 'combo_id,place',
  categories: 'id',
  promotions: 'id',
  plans: 'id',
  roles: 'id',
  admins: 'id',
  admin_grants: 'id',
} as const
type TableName = keyof typeof TABLES
const tableNames = Object.keys(TABLES) as TableName[]
/** What a job changes later, by the call that leaves it to one. */
const LATER: readonly { call: RegExp; tables: readonly TableName[] }[] = [
  { call: /refund|setStatus/, tables: ['payment_entries', 'refunds', 'refund_lines', 'purchases', 'cube_bookings'] },
  { call: /reconcile$/, tables: ['reconciliation_mismatches'] },
]
/** Of a person themselves, and of what is open to all: not a matter of scope. */
const LEFT_OUT = /^(session|account|single-sign-on|factors|feed|demo|outbox|published)\./
/** Of more lines the audit log lists and counts the newest. */
const AUDIT_LINES = 10_000
/** An audit line or a notice repeats what somebody has typed themselves. */
const ECHOES = /^(audit|notices|approvals)\./
const PEOPLE = /^(admins|roles)\./
/** They say whether somebody is within somebody's rights: people of the fuzzer stay as they are. */
const NO_ID = '2147480000'

type Caller = { account: Account; headers: Promise<Record<string, string>>; since: number; said: Set<string> }
type Fault = { why: string; call: string; person: string; grants: string; answer: string }
type Tally = { calls: number; exact: number; marks: number; ok: number; statuses: Record<string, number> }

/** @returns whether nothing was found */
export async function fuzzScopes(plan: Plan): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-scoped-'))
  const postgres = await startPostgres()
  const databaseUrl = postgres.url('postgres')
  const database = await connect({ databaseUrl, dataDir: folder })
  try {
    await migrate(database.pool)
    await addWhoSignsIn(database.db)
    const chance = chanceOf(`${plan.seed} chain`)
    await placeCinemas(database.db, chance)
    const server = await startServer(folder, { DATABASE_URL: databaseUrl, DEMO: 'off', STEP_UP_MINUTES: '60' })
    try {
      return await attack(plan, database.db, chance, server.address)
    } finally {
      await server.stop()
    }
  } finally {
    await database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function attack(plan: Plan, db: Db, chance: Chance, address: string): Promise<boolean> {
  const since = Date.now()
  const { send, close } = sender(address)
  const post = poster(send)
  const superadmin = await signIn(post, SIGN_IN.email, SIGN_IN.password)
  const asChain = (where: string, body: unknown, headers = superadmin) => post(where, body, headers)
  const { day } = await trade(asChain, db, chance)
  const accounts = await employ(asChain, chance, plan.people)
  const marksOfPeople = new Map(accounts.map(({ mark, id }) => [mark, id]))
  const callers: Caller[] = accounts
    .filter(({ canSignIn }) => canSignIn)
    .map((account) => ({ account, headers: Promise.resolve({}), since: 0, said: new Set() }))

  const written = await send({ method: 'GET', path: '/openapi.json' })
  const { operations, fits } = readDocument(String(written.received?.body))
  const endpoints = new Map(everyEndpoint.map((endpoint) => [`${endpoint.feature}.${endpoint.name}`, endpoint]))
  const wanted = operations.filter(
    ({ operationId }) =>
      !LEFT_OUT.test(operationId) && endpoints.has(operationId) && endpoints.get(operationId)!.may !== 'public',
  )
  const streams = wanted.filter(({ operationId }) => endpoints.get(operationId)!.stream === 'text/event-stream')
  const reads = wanted.filter((one) => one.method === 'GET' && !streams.includes(one))
  const writes = wanted.filter(({ method }) => method !== 'GET')
  const aboutCinemas = writes.filter(({ operationId }) => endpoints.get(operationId)!.about)
  const aimed = Object.keys(aims).map((id) => reads.find(({ operationId }) => operationId === id)!)
  if (aimed.includes(undefined as never)) throw new Error('An aim is of no call')
  const known = knowing(chance, () => false)
  const protectedIds = new Map([
    ['admins', new Set(callers.map(({ account }) => account.id))],
    ['roles', new Set<number>()],
  ])
  const making = (id: string) => {
    const one = chanceOf(`${plan.seed} ${id}`)
    return { chance: one, sample: sampling(one, known, fits), known, operations, protectedIds }
  }
  // What there is at every cinema: ids that somebody may not have.
  for (const operation of reads) {
    const {
      method,
      path: where,
      headers,
    } = makeRequest(making(`learn ${operation.operationId}`), operation, 'superadmin', 'valid')
    const answer = await send({ method, path: where, headers: { ...headers, ...superadmin } })
    if (answer.received?.status === 200) known.learn(jsonOf(answer)?.data, operation.tag)
  }

  const tally = new Map<string, Tally>()
  const faults: Fault[] = []
  const people = new Map<number, Person>()
  let isShared = false
  let world: World = {}
  let sums: Record<string, string> = {}
  let oracle!: Oracle
  let marks!: ReturnType<typeof marksIn>
  const reload = async () => {
    const now = await sumsOf(db)
    const changed = tableNames.filter((table) => now[table] !== sums[table])
    const before = world
    if (changed.length) {
      world = { ...world, ...(await rowsOf(db, changed)) }
      sums = now
    }
    if (changed.length || oracle.isShared !== isShared) {
      oracle = oracleOf(world, isShared)
      marks = marksIn(Object.fromEntries(Object.entries(world).filter(([table]) => !/^(admin|role)/.test(table))))
      for (const person of peopleIn(world)) people.set(person.id, person)
    }
    return changed.flatMap((table) =>
      differing(before[table] ?? [], world[table]!, TABLES[table]).map((pair) => ({ table, ...pair })),
    )
  }
  await reload()

  const fault = (
    caller: Caller,
    request: { method: string; path: string; body?: Buffer | undefined },
    answer: Answer,
    why: string,
  ) => {
    faults.push({
      why,
      call: `${request.method} ${request.path} ${String(request.body ?? '').slice(0, 400)}`,
      person: String(caller.account.id),
      grants: JSON.stringify(
        people.get(caller.account.id)?.held.map(({ permissions, places }) => ({
          places,
          permissions: permissions.length > 12 ? `${permissions.length} permissions` : permissions,
        })),
      ),
      answer: `${answer.received?.status ?? answer.failed} ${String(answer.received?.body ?? '').slice(0, 400)}`,
    })
  }
  const counted = (id: string, answer: Answer, kind: 'exact' | 'marks') => {
    const one = tally.get(id) ?? { calls: 0, exact: 0, marks: 0, ok: 0, statuses: {} }
    const status = answer.received?.status ?? 0
    one.calls++
    one[kind]++
    if (status >= 200 && status < 300) one.ok++
    one.statuses[status] = (one.statuses[status] ?? 0) + 1
    tally.set(id, one)
  }
  const signedIn = (caller: Caller) => {
    if (Date.now() - caller.since > TOKEN_MS) {
      caller.since = Date.now()
      caller.headers = signIn(post, caller.account.email, PASSWORD)
    }
    return caller.headers
  }
  const ask = async (
    caller: Caller,
    request: { method: string; path: string; headers?: Record<string, string>; body?: Buffer | undefined },
  ) => {
    const headers = await signedIn(caller)
    for (const [mark] of said(request).matchAll(MARK)) caller.said.add(mark)
    return send({ ...request, headers: { ...request.headers, ...headers } })
  }
  /** What is in an answer and belongs to somebody else. */
  const leak = (
    caller: Caller,
    endpoint: Endpoint,
    id: string,
    request: { path: string; body?: Buffer | undefined },
    answer: Answer,
  ) => {
    const { status, headers, body } = answer.received ?? {}
    if (!status) return `does not answer: ${answer.failed} ${answer.reason}`
    if (status >= 500) return `answers ${status}`
    const me = people.get(caller.account.id)!
    const text = `${String(body)} ${JSON.stringify(headers)}`.toLowerCase()
    const typed = said(request).toLowerCase()
    const seen = seenBy(oracle, me, endpoint)
    for (const [mark] of text.matchAll(MARK)) {
      if (typed.includes(mark) || (ECHOES.test(id) && caller.said.has(mark))) continue
      const staff = marksOfPeople.get(mark)
      if (staff !== undefined) {
        if (PEOPLE.test(id) && !seesPerson(oracle, people, me, staff))
          return `names a colleague (${mark}) beyond their rights`
        continue
      }
      const rows = marks.get(mark)
      const isTheirs = rows?.some(({ table, row }) => oracle.shows(seen, table, row))
      // What they did with it stands in their own lines of the audit log.
      if (isTheirs) caller.said.add(mark)
      if (rows && !isTheirs)
        return `has ${mark}, of ${rows[0]!.table} ${JSON.stringify(oracle.cinemasOf(rows[0]!.table, rows[0]!.row))}`
    }
    // One's own lines of the audit log are of any cinema that one has something to do with.
    const priced = ECHOES.test(id) ? oracle.anywhere(me) : seen
    for (const [price] of text.matchAll(/\b91\d{5}\b/g)) {
      const at = cinemaIds[Math.floor((Number(price) - 9_100_000) / 1000)]
      if (at && priced !== 'all' && !priced.has(at)) return `has ${price}, a price of ${at}`
    }
  }

  const read = async (n: number) => {
    const one = chanceOf(`${plan.seed} read ${n}`)
    const caller = one.pick(callers)
    const me = people.get(caller.account.id)!
    const isAimed = one.happens(0.6)
    const operation = one.pick(isAimed ? aimed : reads)
    const id = operation.operationId
    const endpoint = endpoints.get(id)!
    const asked =
      isAimed && oracle.mayCall(me, endpoint) ? aims[id]!({ oracle, person: me, chance: one, day }) : undefined
    const request = asked
      ? { method: 'GET', path: addressOf(operation, asked.params, asked.query), headers: {} }
      : makeRequest(making(`read ${n}`), operation, 'restricted', 'valid')
    const answer = await ask(caller, request)
    const status = answer.received?.status ?? 0
    const isPermitted = oracle.mayCall(me, endpoint)
    const why =
      leak(caller, endpoint, id, request, answer) ??
      (!isPermitted && status < 400 ? `is not refused: ${status}` : undefined) ??
      (asked && status !== 429 ? asked.wrong(status, jsonOf(answer)?.data as never, linesOf(answer)) : undefined)
    counted(id, answer, asked || !isPermitted ? 'exact' : 'marks')
    if (why) fault(caller, request, answer, why)
  }

  const later = new Set<TableName>()
  const write = async (n: number) => {
    const one = chanceOf(`${plan.seed} write ${n}`)
    const caller = one.pick(callers)
    const me = people.get(caller.account.id)!
    const choices = one.happens(0.7) ? aboutCinemas : writes
    // Most of the time one that they may make somewhere.
    const may = choices.filter(({ operationId }) => oracle.mayCall(me, endpoints.get(operationId)!))
    const operation = one.pick(may.length && one.happens(0.7) ? may : choices)
    const id = operation.operationId
    const endpoint = endpoints.get(id)!
    const aimedAt = one.happens(0.8)
      ? writtenBy(id, { oracle, me, chance: one, permission: permissionsOf(endpoint)[0] ?? '' })
      : undefined
    const request = aimedAt
      ? {
          method: operation.method,
          path: addressOf(operation, aimedAt.params, aimedAt.query),
          headers: aimedAt.body ? JSON_TYPE : {},
          body: aimedAt.body && Buffer.from(JSON.stringify(aimedAt.body)),
        }
      : plain(makeRequest(making(`write ${n}`), operation, 'restricted', 'valid'), id)
    const answer = await ask(caller, request)
    const status = answer.received?.status ?? 0
    const isPermitted = oracle.mayCall(me, endpoint)
    const before = oracle
    const changes = await reload()
    const isDone = status >= 200 && status < 300
    const seen = reachOf(before, me, endpoint)
    const outside = changes.filter(({ table, was, is }) => {
      if (later.has(table)) return false
      if (!isDone) return true
      if (table === 'admins' || table === 'admin_grants') {
        const target = Number((is ?? was)![table === 'admins' ? 'id' : 'admin_id'])
        const [old, now] = [peopleIn(before.world), peopleIn(world)].map((all) =>
          all.find((person) => person.id === target),
        )
        return (
          target !== me.id &&
          [old, now].some((person) => person && (person.isAbove || !before.covers(me, person, 'write')))
        )
      }
      return [was && before.isAt(seen, table, was), is && oracle.isAt(seen, table, is)].includes(false)
    })
    if (isDone) for (const { call, tables } of LATER) if (call.test(id)) for (const table of tables) later.add(table)
    const why =
      leak(caller, endpoint, id, request, answer) ??
      (!isPermitted && status < 400 ? `is not refused: ${status}` : undefined) ??
      (isDone && aimedAt?.about.some(([table, row]) => !before.isAt(seen, table, row))
        ? 'is done, and is about another cinema'
        : undefined) ??
      (outside.length
        ? `${isDone ? 'changed' : 'was refused and changed'} ${outside
            .map(({ table, was, is }) => `${table} ${JSON.stringify(before.cinemasOf(table, was ?? is))}`)
            .slice(0, 4)
            .join(', ')}`
        : undefined)
    counted(id, answer, 'exact')
    if (why) fault(caller, request, answer, why)
  }
  /** The audit log, while nothing else is done: the lines of one's cinemas, and one's own. */
  const readAudit = async (n: number) => {
    const caller = chanceOf(`${plan.seed} audit ${n}`).pick(callers)
    const me = people.get(caller.account.id)!
    const request = { method: 'GET', path: '/audit-log?perPage=100' }
    const endpoint = endpoints.get('audit.list')!
    // A sign-in is a line, too.
    await signedIn(caller)
    const { rows } = await db.execute<{ id: number; cinemas: string[]; actor: number | null }>(
      sql`select id::int as id, cinema_ids as cinemas, actor_id as actor from audit_log order by id desc`,
    )
    const answer = await ask(caller, request)
    const seen = oracle.reach(me, 'audit:read')
    const theirs = rows.filter(
      ({ cinemas, actor }) =>
        seen === 'all' || actor === me.id || (cinemas.length > 0 && cinemas.every((one) => seen.has(one))),
    )
    const data = jsonOf(answer)?.data as { totalCount: number; lines: { id: number }[] } | undefined
    // Which lines there are is compared; a line goes on saying what a record was called when it was at another cinema.
    const why = !oracle.mayCall(me, endpoint)
      ? (leak(caller, endpoint, 'audit.list', request, answer) ??
        (answer.received?.status === 403 ? undefined : 'is not refused'))
      : data?.totalCount !== Math.min(theirs.length, AUDIT_LINES) ||
          data.lines.some(({ id }, at) => id !== theirs[at]!.id)
        ? `has ${data?.totalCount} lines, the oracle ${theirs.length}`
        : undefined
    counted('audit.list', answer, 'exact')
    if (why) fault(caller, request, answer, why)
  }
  /** Whom a person sees of people: those within their own rights, and themselves; with the right for all cinemas, everybody. */
  const readPeople = async (n: number) => {
    const caller = chanceOf(`${plan.seed} people ${n}`).pick(callers)
    const me = people.get(caller.account.id)!
    const request = { method: 'GET', path: '/admin/fetch-admins?page=1&perPage=100' }
    const endpoint = endpoints.get('admins.list')!
    const answer = await ask(caller, request)
    const data = jsonOf(answer)?.data as { totalCount: number; admins: { id: number }[] } | undefined
    const theirs = world
      .admins!.filter((row) => row.deleted_at === null && seesPerson(oracle, people, me, Number(row.id)))
      .map(({ id }) => Number(id))
    const ids = data?.admins.map(({ id }) => id).toSorted((a, b) => a - b)
    const why = !oracle.mayCall(me, endpoint)
      ? answer.received?.status === 403
        ? undefined
        : 'is not refused'
      : data?.totalCount !== theirs.length || String(ids) !== String(theirs.toSorted((a, b) => a - b).slice(0, 100))
        ? `lists ${String(ids)}, the oracle ${String(theirs)}`
        : undefined
    counted('admins.list', answer, 'exact')
    if (why) fault(caller, request, answer, why)
  }
  /** Live updates tell that something changed, and nothing else. */
  const listen = async (caller: Caller) => {
    const me = people.get(caller.account.id)!
    const leaving = new AbortController()
    const response = await fetch(`${address}/api/analytics/live`, {
      headers: await caller.headers,
      signal: leaving.signal,
    })
    const isPermitted = oracle.mayCall(me, endpoints.get('analytics.live')!)
    const heard: string[] = []
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    if (response.status === 200) {
      heard.push((await reader.read()).value ?? '')
      await db.execute(sql`
        insert into visits (source, external_id, at, day, channel, count)
        values ('live', ${`${caller.account.id}-${Date.now()}`}, now(), current_date, 'web', 1)`)
      heard.push((await Promise.race([reader.read(), sleep(10_000, { value: 'nothing' })])).value ?? '')
    }
    leaving.abort()
    const answer: Answer = {
      ms: 0,
      received: { status: response.status, headers: {}, body: Buffer.from(heard.join('')), isCut: true },
    }
    counted('analytics.live', answer, 'exact')
    const isRight = isPermitted
      ? response.status === 200 &&
        /^(: [a-z ]+\n\n|event: figures\ndata: \{\}\n\n)+$/.test(heard.join('')) &&
        heard.join('').includes('event')
      : response.status === 403
    if (!isRight)
      fault(caller, { method: 'GET', path: '/analytics/live' }, answer, 'the live events are not what they must be')
  }

  console.log(`  ${operations.length} operations, ${callers.length} people, ${plan.calls} calls, seed ${plan.seed}`)
  let n = 0
  let round = 0
  while (n < plan.calls && Date.now() < plan.until && faults.length < FAULTS_MOST) {
    // One person exports no more than sixty files in ten minutes.
    await db.execute(sql`delete from rate_limits`)
    if (round % 10 === 0) {
      isShared = Math.floor(round / 10) % 2 === 1
      await send({
        method: 'PUT',
        path: '/admin/customer-sharing',
        headers: { ...(await signIn(post, SIGN_IN.email, SIGN_IN.password)), 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ with: isShared ? 'all' : 'cinema' })),
      })
    }
    await reload()
    const upTo = Math.min(n + READS, plan.calls)
    const worker = async () => {
      while (n < upTo) await read(n++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    for (const end = Math.min(n + WRITES - 2, plan.calls); n < end;) await write(n++)
    await readAudit(n++)
    await readPeople(n++)
    if (round % 20 === 0) for (const caller of callers.slice(0, 4)) await listen(caller)
    round++
  }
  close()
  return report(plan, {
    tally,
    faults,
    seconds: Math.round((Date.now() - since) / 1000),
    called: [...reads, ...writes].map(({ operationId }) => operationId),
  })
}

function report(
  plan: Plan,
  { tally, faults, seconds, called }: { tally: Map<string, Tally>; faults: Fault[]; seconds: number; called: string[] },
): boolean {
  const all = [...tally].toSorted(([one], [other]) => one.localeCompare(other))
  const sum = (field: 'calls' | 'exact' | 'marks' | 'ok') => all.reduce((total, [, one]) => total + one[field], 0)
  for (const [id, one] of all)
    console.log(
      `  ${id.padEnd(40)} ${one.calls} calls, ${one.exact} compared exactly, ${one.marks} by marks ${JSON.stringify(one.statuses)}`,
    )
  const never = called.filter((id) => !tally.get(id)?.ok)
  console.log(`\n  Never answered 2xx: ${never.join(', ') || 'none'}`)
  const kinds = new Map<string, Fault & { count: number }>()
  for (const one of faults) {
    const key = `${one.call.replace(/\?.*/s, '').replaceAll(/[\d-]+/g, 'N')} ${one.why.replaceAll(/\d+|zq[a-z]+/g, 'N').slice(0, 80)}`
    kinds.set(key, { ...(kinds.get(key) ?? one), count: (kinds.get(key)?.count ?? 0) + 1 })
  }
  for (const { why, call, person, grants, answer, count } of [...kinds.values()].slice(0, FAULTS_SHOWN))
    console.log(`\n  ${count} times: ${call}\n    ${why}\n    person ${person}: ${grants}\n    ${answer}`)
  console.log(
    `\n  ${sum('calls')} calls in ${seconds} s, ${sum('ok')} answered 2xx: ${sum('exact')} compared exactly, ${sum('marks')} by marks alone; ${faults.length} faults of ${kinds.size} kinds; seed ${plan.seed}`,
  )
  if (plan.isKept)
    keep('scoped', {
      seed: plan.seed,
      people: plan.people,
      calls: sum('calls'),
      answered2xx: sum('ok'),
      exact: sum('exact'),
      byMarks: sum('marks'),
      operations: all.length,
      seconds,
      neverAnswered2xx: never,
      faults: [...kinds.values()],
    })
  return faults.length === 0
}

const poster =
  (send: Send) =>
  async (where: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await send({
      method: 'POST',
      path: where,
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      from: freshAddress(),
    })
    const status = answer.received?.status ?? 0
    if (status < 200 || status > 299)
      throw new Error(`${where} answers ${status || answer.failed} ${String(answer.received?.body)}`)
    return (jsonOf(answer)?.data ?? {}) as Record<string, unknown>
  }
async function signIn(
  post: ReturnType<typeof poster>,
  email: string,
  password: string,
): Promise<Record<string, string>> {
  const { tokens } = (await post('/auth/login', { email, password })) as { tokens: { access_token: string } }
  return { authorization: `Bearer ${tokens.access_token}` }
}

const said = ({ path: where, body }: { path: string; body?: Buffer | undefined }) => {
  const whole = `${where} ${String(body ?? '')}`
  try {
    return decodeURIComponent(whole)
  } catch {
    return whole
  }
}
/** A request that brings no mark from one record to another, and harms nobody of the fuzzer's own. */
function plain(request: Request, id: string): Request {
  const body = request.body && Buffer.from(request.body.toString().replaceAll(MARK, 'plain'))
  const isOfRoles = /^(roles|approvals)\./.test(id)
  return { ...request, ...(body && { body }), ...(isOfRoles && { path: request.path.replace(/\d+/, NO_ID) }) }
}
function addressOf(operation: Operation, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
  const where = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return search.size ? `${where}?${search}` : where
}
const JSON_TYPE: Record<string, string> = { 'content-type': 'application/json' }
const linesOf = (answer: Answer) =>
  String(answer.received?.headers['content-type']).startsWith('text/csv')
    ? String(answer.received?.body).trimEnd().split('\r\n')
    : []

const permissionsOf = ({ may }: Endpoint) =>
  (typeof may === 'string' ? [may] : [...may]).filter((one) => one.includes(':'))
/** Where somebody may do what a call does. */
function reachOf(oracle: Oracle, me: Person, endpoint: Endpoint) {
  const [one, ...more] = permissionsOf(endpoint).map((each) => oracle.reach(me, each))
  if (one === undefined) return oracle.anywhere(me)
  return more.reduce(
    (all, each) => (all === 'all' ? each : each === 'all' ? all : new Set([...all].filter((id) => each.has(id)))),
    one,
  )
}
/** Of whose cinemas an answer may have anything: those of its permission; of a write and of what asks for none, any of theirs. */
const seenBy = (oracle: Oracle, me: Person, endpoint: Endpoint) => {
  const seen = endpoint.method === 'GET' ? reachOf(oracle, me, endpoint) : oracle.anywhere(me)
  return seen !== 'all' && seen.size === 0 ? oracle.anywhere(me) : seen
}
const seesPerson = (oracle: Oracle, people: Map<number, Person>, me: Person, id: number) => {
  const them = people.get(id)
  return (
    id === me.id ||
    oracle.reach(me, 'admins:read') === 'all' ||
    (them !== undefined && !them.isAbove && oracle.covers(me, them, 'read'))
  )
}

function peopleIn(world: World): Person[] {
  const allowed = new Map(world.roles!.map((row) => [Number(row.id), row.permissions as string[]]))
  return world.admins!.map((row) => ({
    id: Number(row.id),
    isAbove: row.user_type !== 'Admin',
    held: [
      ...(row.role_id === null ? [] : [{ permissions: allowed.get(Number(row.role_id))!, places: 'chain' as const }]),
      ...world
        .admin_grants!.filter((grant) => grant.admin_id === row.id)
        .map((grant): Held => ({
          permissions: allowed.get(Number(grant.role_id))!,
          places: { states: grant.states as number[], cinemas: grant.cinemas as string[] },
        })),
    ],
  }))
}

async function sumsOf(db: Db) {
  const each = tableNames.map(
    (table) =>
      `(select md5(coalesce(string_agg(md5(t::text), '' order by ${TABLES[table]}), '')) from ${table} t) as ${table}`,
  )
  return (await db.execute<Record<string, string>>(sql.raw(`select ${each.join(', ')}`))).rows[0]!
}
async function rowsOf(db: Db, tables: readonly TableName[]): Promise<World> {
  const found: Record<string, Row[]> = {}
  for (const table of tables) {
    const { rows } = await db.execute<{ row: Row }>(
      sql.raw(`select to_jsonb(t) as row from ${table} t order by ${TABLES[table]}`),
    )
    found[table] = rows.map(({ row }) =>
      table === 'purchase_lines' ? { ...row, log_id: `${String(row.purchase_id)}-${String(row.n)}` } : row,
    )
  }
  return found
}
/** Rows that are not as they were, with how they were. */
function differing(before: readonly Row[], after: readonly Row[], key: string) {
  const keyOf = (row: Row) =>
    key
      .split(',')
      .map((name) => row[name])
      .join()
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Map(after.map((row) => [keyOf(row), row]))
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((one) => ({ was: old.get(one), is: now.get(one) }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
}
