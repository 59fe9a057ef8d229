import assert from 'node:assert/strict'
import os from 'node:os'
import { addKey } from '#server/auth/keys.ts'
import { connect } from '#server/db/connect.ts'
import { median } from '../median.ts'
import { fact, type Line } from '../report.ts'
import { cpuOf, cpuOfCluster } from './cpu.ts'
import { DATABASE } from './fill.ts'
import { FEED_GOALS } from './goals.ts'
import type { How, Places } from './measure.ts'
import { batch } from './late-purchases.ts'
import { SOURCE } from './seed-people.ts'
import type { Sizes } from './sizes.ts'

/** Lines of one batch, as docs/feed.md advises for a first load. */
const BATCH = 2000
const BATCHES = 4
const WARM_UP = 2

/** Lines a second into the full database by one sender and by two, ours and the limit in turns. */
export async function measureFeeding(places: Places, sizes: Sizes, { rounds, rows }: How): Promise<Line[]> {
  if (!rows.test('feed')) return []
  const { product, limit, cluster } = places
  const secret = await keyOf(cluster.url(DATABASE))
  const run = Date.now().toString(36)
  let next = 0
  const bodies = (count: number) =>
    Array.from({ length: count }, () => batch(run, (next += BATCH) - BATCH, BATCH, sizes))
  const sendToProduct = (body: string) =>
    send(`${product.address}/api/feed/purchases`, body, {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/x-ndjson',
    })
  const sendToLimit = (body: string) => send(`${limit.address}/feed`, `[${body.replaceAll('\n', ',')}]`, {})
  for (const body of bodies(WARM_UP)) for (const to of [sendToProduct, sendToLimit]) await to(body)
  const lines: Line[] = []
  for (const senders of [1, 2]) {
    const took = { product: [] as Ingested[], limit: [] as Ingested[] }
    for (let round = 0; round < rounds; round++) {
      const batches = bodies(BATCHES * senders)
      took.product.push(await rateOf(sendToProduct, batches, senders, product.pid, cluster.pid()))
      took.limit.push(await rateOf(sendToLimit, batches, senders, limit.pid, cluster.pid()))
    }
    const [own, bare] = [took.product, took.limit].map((side) => ({
      rate: median(side.map(({ rate }) => rate)),
      cpu: median(side.map(({ cpu }) => cpu)),
    })) as [Ingested, Ingested]
    const name = `feed, ${senders === 1 ? 'one sender' : 'two senders'}`
    const detail = `limit ${bare.rate.toFixed(0)} lines/s, ${(bare.rate / own.rate).toFixed(1)} x; CPU ${(own.cpu / bare.cpu).toFixed(1)} x, ${own.cpu.toFixed(2)} : ${bare.cpu.toFixed(2)} ms a line; goal ${FEED_GOALS[senders - 1]} lines/s; load ${os.loadavg()[0]!.toFixed(1)}`
    lines.push(fact(name, own.rate, 'lines/s', detail))
    console.log(`  ${name}: ${own.rate.toFixed(0)} lines/s; ${detail}`)
  }
  return lines
}

/** `rate`: lines a second; `cpu`: ms of a core a line. */
type Ingested = { rate: number; cpu: number }

async function rateOf(
  to: (body: string) => Promise<void>,
  bodies: readonly string[],
  senders: number,
  pid: number,
  cluster: number,
): Promise<Ingested> {
  const [used, since] = [cpuOf(pid) + cpuOfCluster(cluster), performance.now()]
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (const [n, body] of bodies.entries()) if (n % senders === sender) await to(body)
    }),
  )
  const lines = bodies.length * BATCH
  return {
    rate: (lines / (performance.now() - since)) * 1000,
    cpu: (cpuOf(pid) + cpuOfCluster(cluster) - used) / lines,
  }
}

/** @throws when a batch is not taken whole */
async function send(address: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(address, { method: 'POST', headers, body })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  assert.equal(JSON.parse(text).data.accepted, BATCH, text)
}

export async function keyOf(databaseUrl: string): Promise<string> {
  const database = await connect({ databaseUrl, dataDir: '', poolSize: 1 })
  try {
    const key = { name: `Bench ${Date.now()}`, source: SOURCE, recordTypes: ['purchases' as const], createdBy: 'Bench' }
    return (await addKey(database.db, key, new Date())).secret
  } finally {
    await database.close()
  }
}
