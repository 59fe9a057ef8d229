/**
 * `npm run fuzz -- feed`: programs of three sources send lines of every stream at the same time, good and bad, in any order,
 * again and again, with the client of clients/feed, while the server is killed with SIGKILL and started again. A ledger
 * that shares nothing with the product (ledger.ts) says of each line what it must be answered; at the end all figures must be
 * what the ledgers amount to (figures.ts), the counts of each key what it was answered, and nothing may wait.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { check } from '#features/operations/rollups/server/check.ts'
import { addKey } from '#server/auth/keys.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { addWhoSignsIn, SIGN_IN } from '../../bench/served.ts'
import { connectFeed, type Counts, type Feed, type Records, type Retry } from '../../clients/feed/index.js'
import { freePort } from '../../e2e/free-port.ts'
import { startServer, type RunningServer } from '../../e2e/server.ts'
import { chanceOf, type Chance } from '../chance.ts'
import { keep } from '../report.ts'
import { compared, figuresOf } from './figures.ts'
import { ledgerOf, type Correction, type Ledger, type State, type Stream } from './ledger.ts'
import { recordSenderOf, type Batch } from './sender.ts'

export type Plan = { seed: string; lines: number; kills: number; keepsDatabase: boolean }

const SOURCES = ['till', 'web-shop', 'app']
const STREAMS: Stream[] = [
  'customers',
  'subscriptions',
  'purchases',
  'refunds',
  'corrections',
  'redemptions',
  'visits',
  'reviews',
  'errors',
  'devices',
]
const STATES: readonly State[] = ['accepted', 'duplicate', 'pending', 'quarantined', 'rejected']
const CHAIN = { cinemas: ['0001', '0002', '0003', '0004'], movies: ['HO0001', 'HO0002', 'HO0003'] }
const ZONE = 'Africa/Lagos'
/** Of what is asked as it would be before it is sent. */
const TRIAL_SHARE = 0.03
const FAULTS_LISTED = 25
/** After so many it ends. */
const FAULTS_MOST = 200
const WAIT_MS = 60_000
const TOKEN_MS = 5 * 60_000
/** Between two corrections by staff. */
const THINKING_MS = 1500
/** A batch is this share of what a program sends, at most. */
const LARGEST = 1 / 20

type Sum = Record<State, number>
const noLines = (): Sum => ({ accepted: 0, duplicate: 0, pending: 0, quarantined: 0, rejected: 0 })
const sumOf = (states: readonly State[]): Sum => {
  const sum = noLines()
  for (const state of states) sum[state]++
  return sum
}
const added = (one: Sum, other: Sum): Sum => {
  const sum = noLines()
  for (const state of STATES) sum[state] = one[state] + other[state]
  return sum
}

/** @returns whether nothing was found */
export async function fuzzFeed(plan: Plan): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-storm-'))
  const postgres = await startPostgres()
  const databaseUrl = postgres.url('postgres')
  const database = await connect({ databaseUrl, dataDir: folder })
  let server: RunningServer | undefined
  try {
    await migrate(database.pool)
    await addWhoSignsIn(database.db)
    await placeChain(database.db)
    const PORT = String(await freePort())
    const start = async () => {
      server = await startServer(folder, {
        DATABASE_URL: databaseUrl,
        DEMO: 'off',
        PORT,
        REAUTHENTICATION_MINUTES: '60',
      })
    }
    await start()
    const restart = async (pause: number) => {
      await server!.kill()
      await sleep(pause)
      await start()
    }
    const found = await storm(plan, database.db, `http://127.0.0.1:${PORT}`, restart)
    const differences = await check(database, ZONE)
    found.faults.push(...differences.map((one) => `A roll-up differs: ${JSON.stringify(one)}`))
    return report(plan, found)
  } finally {
    await server?.stop()
    await database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function placeChain(db: Db) {
  await db.execute(sql`insert into states (name) values ('Lagos')`)
  for (const id of CHAIN.cinemas)
    await db.execute(sql`insert into cinemas (id, state_id, name) select ${id}, id, ${`Marquee ${id}`} from states`)
  for (const id of CHAIN.movies) await db.execute(sql`insert into movies (id, name) values (${id}, ${`Film ${id}`})`)
  // The schedule has been followed for longer than any line is old.
  await db.execute(sql`
    insert into sync_runs (kind, started_at, finished_at) values ('full', now() - interval '600 days', now() - interval '600 days')`)
}

type Found = {
  sent: number
  batches: number
  kills: number
  lost: number
  /** By staff. */
  amended: number
  states: Sum
  figures: number
  seconds: number
  faults: string[]
}

async function storm(plan: Plan, db: Db, url: string, restart: (pause: number) => Promise<void>): Promise<Found> {
  const since = Date.now()
  const found: Found = {
    sent: 0,
    batches: 0,
    kills: 0,
    lost: 0,
    amended: 0,
    states: noLines(),
    figures: 0,
    seconds: 0,
    faults: [],
  }
  const chance = chanceOf(`${plan.seed} kills`)
  const senders = await Promise.all(
    SOURCES.map(async (source) => {
      const { key, secret } = await addKey(
        db,
        { name: source, source, recordTypes: STREAMS, createdBy: 'Fuzz' },
        new Date(),
      )
      return senderOf(plan, found, { url, key: secret, keyId: key.id, source })
    }),
  )
  const share = Math.ceil(plan.lines / senders.length)
  const sending = { isOver: false }
  const killing = (async () => {
    for (let n = 1; n <= plan.kills; n++) {
      const at = ((n - chance.next() / 2) * plan.lines) / (plan.kills + 1)
      while (found.sent < at && !sending.isOver) await sleep(5)
      if (sending.isOver) return
      await sleep(chance.int(0, 150))
      await restart(chance.int(0, 700))
      found.kills++
      console.log(`  ${found.sent} lines, ${found.kills} kills, ${found.faults.length} faults`)
    }
  })()
  const signedIn = sessionAt(url)
  const staff = await staffOf(plan, found, { db, url, signedIn })
  const correcting = staff.work(sending)
  await Promise.all(senders.map(({ send }) => send(share)))
  sending.isOver = true
  await correcting
  await killing
  await Promise.all(senders.map(({ end }) => end()))

  const { count, faults } = await compared(
    db,
    figuresOf(new Map([...senders, staff].map(({ source, ledger }) => [source, ledger]))),
  )
  found.figures = count
  found.faults.push(...faults)
  found.faults.push(...(await wrongCounts(url, signedIn, senders)))
  found.faults.push(...(await negative(db)))
  found.seconds = Math.round((Date.now() - since) / 1000)
  return found
}

type Sender = {
  source: string
  keyId: number
  ledger: Ledger
  /** What this key was answered, by stream; `unsure`: of answers that were lost, which nobody can tell whether they were made. */
  counts: Map<Stream, { sure: Sum; unsure: Sum[] }>
  feed: Feed
  send: (lines: number) => Promise<void>
  end: () => Promise<void>
}

function senderOf(
  plan: Plan,
  found: Found,
  { url, key, keyId, source }: { url: string; key: string; keyId: number; source: string },
): Sender {
  const chance: Chance = chanceOf(`${plan.seed} ${source}`)
  const ledger = ledgerOf({ cinemas: new Set(CHAIN.cinemas), movies: new Set(CHAIN.movies) })
  const sender = recordSenderOf(source, chance, ledger, CHAIN)
  const counts = new Map<Stream, { sure: Sum; unsure: Sum[] }>()
  let lost = 0
  const onRetry = ({ reason, status, recordType }: Retry) => {
    if (status !== undefined && status >= 500 && status !== 503)
      found.faults.push(`${recordType} is answered ${status} ${reason}`)
    // Nobody was there who could have taken it.
    if (status === 503 || reason.endsWith('ECONNREFUSED')) return
    lost++
    found.lost++
  }
  const common = { url, key, batchLines: 5000, timeout: WAIT_MS / 1000, onRetry }
  const feed = connectFeed(common)
  const trying = connectFeed({ ...common, dryRun: true })

  const ask = async (by: Feed, { stream, records }: Batch) => {
    const answered: { state: State; reason?: string }[] = []
    const lines = records.map(({ line }) => line) as Records[Stream][]
    for await (const { state, reason, note } of by.sendAll(stream, lines))
      answered.push({ state, reason: reason ?? note ?? '' })
    return answered
  }
  const statesOf = (answered: readonly { state: State }[]) => answered.map(({ state }) => state)
  const isSame = (one: readonly State[], other: readonly State[]) => one.every((state, index) => state === other[index])

  const ingest = async (batch: Batch) => {
    const { stream, records } = batch
    const trial = chance.happens(TRIAL_SHARE) ? statesOf(await ask(trying, batch)) : undefined
    lost = 0
    const answered = await ask(feed, batch)
    const states = statesOf(answered)
    found.sent += records.length
    found.batches++
    found.states = added(found.states, sumOf(states))
    const take = () => records.map((one) => ledger.take(stream, one))
    const count = counts.get(stream) ?? { sure: noLines(), unsure: [] }
    counts.set(stream, count)
    count.sure = added(count.sure, sumOf(states))
    const first = take()
    let wanted = first
    if (lost && !isSame(first, states)) {
      // It had arrived, and what was answered is what came of sending it again.
      wanted = take()
      count.sure = added(count.sure, sumOf(first))
      for (let n = 1; n < lost; n++) count.unsure.push(sumOf(wanted))
    } else for (let n = 0; n < lost; n++) count.unsure.push(sumOf(first))
    for (const [index, state] of states.entries())
      if (state !== wanted[index])
        found.faults.push(
          `${source} ${stream}: answered ${state} ${answered[index]!.reason}, the ledger has ${wanted[index]}${lost ? `, after ${lost} lost answers` : ''}: ${JSON.stringify(records[index]).slice(0, 700)}`,
        )
    if (trial && !lost && !isSame(trial, states)) found.faults.push(`${source} ${stream}: a try is answered otherwise`)
  }

  return {
    source,
    keyId,
    ledger,
    counts,
    feed,
    send: async (lines) => {
      for (let left = lines; left > 0 && found.faults.length < FAULTS_MOST;) {
        const batch = sender.next(Math.min(left, Math.ceil(lines * LARGEST)))
        await ingest(batch)
        left -= batch.records.length
      }
    },
    end: async () => {
      for (let rest = sender.rest(); rest.length && found.faults.length < FAULTS_MOST; rest = sender.rest())
        for (const batch of rest) await ingest(batch)
    },
  }
}

type Session = () => Promise<Record<string, string>>
/** Headers of a superadmin, who signs in again before a token ends. */
function sessionAt(url: string): Session {
  let [headers, until]: [Record<string, string>, number] = [{}, 0]
  return async () => {
    while (Date.now() > until) {
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(SIGN_IN),
      })
        .then((answer) => (answer.ok ? answer.json() : undefined))
        .catch(() => undefined)
      const { data } = (answer ?? {}) as { data?: { tokens: { access_token: string } } }
      if (data) [headers, until] = [{ authorization: `Bearer ${data.tokens.access_token}` }, Date.now() + TOKEN_MS]
      else await sleep(200)
    }
    return headers
  }
}

/** Somebody voids, corrects and restores lines of a program that sends no more, while others send. */
async function staffOf(plan: Plan, found: Found, { db, url, signedIn }: { db: Db; url: string; signedIn: Session }) {
  const source = 'old-till'
  const chance = chanceOf(`${plan.seed} ${source}`)
  const ledger = ledgerOf({ cinemas: new Set(CHAIN.cinemas), movies: new Set(CHAIN.movies) })
  const { secret } = await addKey(db, { name: source, source, recordTypes: STREAMS, createdBy: 'Fuzz' }, new Date())
  const feed = connectFeed({ url, key: secret })
  const sender = recordSenderOf(source, chance, ledger, CHAIN)
  const ingest = async ({ stream, records }: Batch) => {
    const left = [...records]
    for await (const { state } of feed.sendAll<Stream>(stream, records.map(({ line }) => line) as Records[Stream][]))
      if (ledger.take(stream, left.shift()!) !== state) found.faults.push(`${source} ${stream}: answered ${state}`)
  }
  const some = (stream: Stream, length: number) => Array.from({ length }, () => sender.one(stream))
  await ingest({ stream: 'purchases', records: some('purchases', 60) })
  await ingest({ stream: 'refunds', records: some('refunds', 20) })
  for (const batch of sender.rest()) await ingest(batch)
  /** Its key keeps a second try from being another correction. */
  const amend = async ({ line_id, record_type, reason, line }: Correction, n: number) => {
    for (;;) {
      const answer = await fetch(`${url}/api/feed-corrections`, {
        method: 'POST',
        headers: {
          ...(await signedIn()),
          'content-type': 'application/json',
          'idempotency-key': `storm-${plan.seed}-${n}`,
        },
        body: JSON.stringify({ source, record_type, external_id: line_id, reason, ...(line && { line }) }),
        signal: AbortSignal.timeout(WAIT_MS),
      }).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (answer && text !== undefined && answer.status !== 503 && answer.status !== 429)
        return { status: answer.status, text }
      await sleep(200)
    }
  }
  return {
    source,
    ledger,
    work: async (sending: { isOver: boolean }) => {
      for (let n = 0; !sending.isOver; n++) {
        const records = sender.one('corrections', true)
        const wanted = ledger.take('corrections', records)
        const { status, text } = await amend(records.line as Correction, n)
        found.amended++
        if ((status === 200) !== (wanted === 'accepted'))
          found.faults.push(
            `staff: answered ${status} ${text.slice(0, 300)}, the ledger has ${wanted}: ${JSON.stringify(records).slice(0, 700)}`,
          )
        await sleep(chance.int(0, THINKING_MS))
      }
    },
  }
}

/** What Incoming Data tells of each key and stream must be what was answered, and what could have been before an answer was lost. */
async function wrongCounts(url: string, signedIn: Session, senders: readonly Sender[]): Promise<string[]> {
  const answer = await fetch(`${url}/api/feed-counts?days=7`, { headers: await signedIn() })
  const { data: records } = (await answer.json()) as {
    data: { counts: (Counts & { key_id: number; record_type: Stream })[] }
  }
  return senders.flatMap(({ source, keyId, counts }) =>
    STREAMS.flatMap((stream) => {
      const { sure, unsure } = counts.get(stream) ?? { sure: noLines(), unsure: [] }
      const there = records.counts.find((one) => one.key_id === keyId && one.record_type === stream) ?? noLines()
      const more = STATES.map((state) => there[state] - sure[state])
      if (
        reaches(
          more,
          unsure.map((sum) => STATES.map((state) => sum[state])),
        )
      )
        return []
      const describe = (sum: Sum) => STATES.map((state) => `${sum[state]} ${state}`).join(', ')
      return [
        `${source} ${stream}: counted ${describe(there)}; answered ${describe(sure)}, and ${unsure.length} answers were lost`,
      ]
    }),
  )
}

/** Whether some of these add up to the sum. */
function reaches(sum: readonly number[], parts: readonly (readonly number[])[], from = 0): boolean {
  if (sum.every((value) => value === 0)) return true
  if (sum.some((value) => value < 0)) return false
  for (let n = from; n < parts.length; n++)
    if (
      reaches(
        sum.map((value, index) => value - parts[n]![index]!),
        parts,
        n + 1,
      )
    )
      return true
  return false
}

/** What can never be less than nothing. */
async function negative(db: Db): Promise<string[]> {
  const faults: string[] = []
  const queries = {
    'A purchase gave back more than was bought': `
      select p.source || ' ' || p.external_id as key from purchases p
        join (select purchase_id, kind, sum(quantity) q, sum(kobo) k from purchase_lines group by 1, 2) l on l.purchase_id = p.id
        join (select r.purchase_id, b.kind, sum(b.quantity) q, sum(b.kobo) k from refunds r join refund_lines b on b.refund_id = r.id
          group by 1, 2) b on b.purchase_id = p.id and b.kind = l.kind
      where b.q > l.q or b.k > l.k`,
    'Purchases of a day are fewer than none': `
      select day || ' ' || kind as key from sales_days where kind in ('purchase', 'once', 'refund') and (count < 0 or kobo < 0)`,
    'Visits, redemptions, referrals or guests are fewer than none': `
      select day::text as key from visit_days where count < 0
      union all select day::text from redemption_days where tickets < 0 or subscription_tickets < 0
      union all select code from referral_sums where purchases < 0 or tickets < 0 or kobo < 0
      union all select email from guests where purchases < 1 union all select email from guest_cinemas where purchases < 1`,
    'A payment is less than nothing': `select reference as key from payments where sold_kobo < 0`,
    'The server reported a fault': `select message || ' ' || left(stack, 1500) as key from error_reports where source like 'marquee%'`,
    'A refund waits': `select source || ' ' || external_id as key from quarantined_records where reason is null`,
  }
  for (const [what, query] of Object.entries(queries))
    for (const { key } of (await db.execute<{ key: string }>(sql.raw(query))).rows) faults.push(`${what}: ${key}`)
  return faults
}

function report(plan: Plan, { faults, ...found }: Found): boolean {
  const kinds = new Map<string, { reason: string; count: number }>()
  for (const faultText of faults) {
    const kind = faultText.replaceAll(/[\d.-]+/g, 'N').slice(0, 90)
    kinds.set(kind, { reason: kinds.get(kind)?.reason ?? faultText, count: (kinds.get(kind)?.count ?? 0) + 1 })
  }
  for (const { reason: faultText, count } of [...kinds.values()].slice(0, FAULTS_LISTED))
    console.log(`\n  ${count} times: ${faultText}`)
  const { sent, batches, kills, lost, amended, figures, seconds, states } = found
  console.log(
    `\n  ${sent} lines in ${batches} batches in ${seconds} s: ${STATES.map((state) => `${states[state]} ${state}`).join(', ')}; ${kills} kills, ${lost} answers lost, ${amended} corrections by staff; ${figures} figures compared; ${faults.length} faults of ${kinds.size} kinds; seed ${plan.seed}`,
  )
  if (plan.keepsDatabase)
    keep('feed', {
      seed: plan.seed,
      lines: sent,
      batches,
      kills,
      lostAnswers: lost,
      correctionsByStaff: amended,
      states,
      figures,
      seconds,
      linesASecond: Math.round(sent / Math.max(1, seconds)),
      faults: [...kinds.values()],
    })
  return faults.length === 0
}
