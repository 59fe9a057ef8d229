import { addKey } from '#server/auth/keys.ts'
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { administer } from '#server/test/database.ts'
import { startPostgres } from '#server/test/postgres.ts'
import type { Place } from '../http/database.ts'
import { startChild, stopChild } from '../http/index.ts'
import { median } from '../median.ts'
import { fact, line, type Line, type Part } from '../report.ts'
import { batch, CUSTOMERS } from './purchases.ts'

/** Lines of one batch, as docs/feed.md advises for a first load. */
const BATCH = 2000
const WARM_UP = 4
const SOURCE = 'bench'

type Served = { address: string; secret: string }
type Pair = { name: string; product: Place; bare: Place; drop: () => Promise<void> }

/** How fast purchases are taken over HTTP, against the bare SQL of it: on PostgreSQL by one and two senders, on the embedded by one. */
export async function measureFeed(batches: number, { embedded }: { embedded: boolean }): Promise<Part> {
  const { secret, place } = await (embedded ? embeddedPlace() : postgresPlace())
  const children: ChildProcess[] = []
  try {
    const begin = async (program: string, settings: Place): Promise<Served> => {
      const { child, address } = await startChild(program, settings)
      children.push(child)
      return { address, secret }
    }
    const product = await begin('ours.ts', place.product)
    const bare = await begin('../feed/baseline.ts', place.bare)
    let next = 0
    const times = { product: [] as number[], bare: [] as number[] }
    for (let n = 0; n < WARM_UP + batches; n++) {
      const body = batch(next, BATCH)
      next += BATCH
      const [one, other] = [await sendBatch(product, body), await sendBatch(bare, body)]
      if (n < WARM_UP) continue
      times.product.push(one)
      times.bare.push(other)
    }
    const [ms, bareMs] = [median(times.product), median(times.bare)]
    const lines: Line[] = [
      line(
        'feed.ratio',
        'a batch of purchases',
        ms / bareMs,
        `${ms.toFixed(0)} ms : ${bareMs.toFixed(0)} ms, ${BATCH} lines`,
      ),
      fact('one sender', rate(times.product), 'lines/s', `bare SQL ${rate(times.bare)} lines/s`),
    ]
    if (!embedded) lines.push(fact('two senders', await rateOfTwo(product, next, batches), 'lines/s'))
    const name = embedded ? 'feed-embedded' : 'feed'
    return { name, title: `Purchases told over HTTP on ${place.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await place.drop()
  }
}

/** Lines a second of these batches together. */
const rate = (times: readonly number[]) =>
  Math.round((times.length * BATCH * 1000) / times.reduce((sum, ms) => sum + ms))

/** Two programs that tell at once, each its own purchases in the order of time. */
async function rateOfTwo(to: Served, first: number, batches: number) {
  const bodies = Array.from({ length: 2 * batches }, (_, n) => batch(first + n * BATCH, BATCH))
  const since = performance.now()
  await Promise.all(
    [0, 1].map(async (sender) => {
      for (const [n, body] of bodies.entries()) if (n % 2 === sender) await sendBatch(to, body)
    }),
  )
  return rate([(performance.now() - since) / bodies.length].flatMap((each) => bodies.map(() => each)))
}

/** How long a batch took in ms. @throws when it was not taken whole */
async function sendBatch({ address, secret }: Served, body: string): Promise<number> {
  const since = performance.now()
  const answer = await fetch(`${address}/api/feed/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
    body,
  })
  const text = await answer.text()
  const ms = performance.now() - since
  assert.equal(answer.status, 200, text)
  assert.equal(JSON.parse(text).data.accepted, BATCH, text)
  return ms
}

async function postgresPlace() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const settings = (name: string): Place => ({ DATABASE_URL: postgres.url(name), DATA_DIR: dataDir })
  const drop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const secret = await filled(await connect({ databaseUrl: postgres.url('postgres'), dataDir }))
  // Each takes the same purchases, so each has a database of its own.
  await administer(postgres.url('template1'), 'create database bare template postgres')
  const place: Pair = { name: postgres.name, product: settings('postgres'), bare: settings('bare'), drop }
  return { secret, place }
}

async function embeddedPlace() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const [product, bare] = [path.join(folder, 'product'), path.join(folder, 'bare')]
  const secret = await filled(await connect({ dataDir: product }))
  cpSync(product, bare, { recursive: true })
  const drop = () => rm(folder, { recursive: true, force: true })
  const place: Pair = { name: 'the embedded database', product: { DATA_DIR: product }, bare: { DATA_DIR: bare }, drop }
  return { secret, place }
}

/** Customers with their subscriptions, and a key; answers its secret. */
async function filled(database: Database): Promise<string> {
  try {
    await migrate(database.pool)
    await database.pool.query(`
      insert into customers (source, external_id, first_name, registered_at, registered_on)
      select '${SOURCE}', 'cust-' || i, 'Customer ' || i, '2025-06-01', '2025-06-01' from generate_series(0, ${CUSTOMERS - 1}) i`)
    await database.pool.query(`
      insert into subscription_periods (customer_id, starts_at, ends_at, starts_on, ends_on, renewed_on, is_new, plan, kobo, tickets)
      select id, '2025-12-01', '2027-12-01', '2025-12-01', '2027-12-01', 'infinity', true, 'Fan', 500000, 4
      from customers where id % 10 = 0`)
    await database.pool.query('analyze')
    const key = { name: 'Bench', source: SOURCE, recordTypes: ['purchases' as const], createdBy: 'Bench' }
    return (await addKey(database.db, key, new Date())).secret
  } finally {
    await database.close()
  }
}
