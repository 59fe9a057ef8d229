import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { median } from '../median.ts'
import { signIn, startChild, stopChild } from '../served.ts'
import { fact, towards, type Line, type Part } from '../report.ts'
import { cases, known, type Case } from './cases.ts'
import { forgetPages, startCluster, type Cluster } from './cluster.ts'
import { asker, compareRow, type Round, type Side } from './driving.ts'
import { measureFeeding } from './feeding.ts'
import { measureFiles } from './files.ts'
import { DATABASE, VOUCHER_KEY } from './fill.ts'
import { goals } from './goals.ts'
import { writePlans } from './plans.ts'
import type { Sizes } from './sizes.ts'

export type How = { rounds: number; ms: number; rows: RegExp }
export type Places = { product: Side; limit: Side; cluster: Cluster }

const CONNECTIONS = [1, 8, 32]
/** A session is asked for again before what it may do without being confirmed runs out. */
const SIGNED_IN_MS = 4 * 60_000

/** Everything, on a kept cluster that does not run yet. */
export async function measureGrown(folder: string, port: number, sizes: Sizes, how: How): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const lines: Line[] = []
  try {
    const cold = new Map<string, { product: number[]; limit: number[] }>()
    let name = ''
    for (let round = 0; round < how.rounds; round++)
      await started(folder, port, dataDir, async (places) => {
        name = places.cluster.name
        const rows = (await casesOf(places, sizes)).filter(isWanted(how))
        await askCold(turned(rows, round), places, cold)
      })
    for (const [row, { product, limit }] of cold)
      lines.push(fact(`${row}, cold`, median(product) / median(limit), 'x', times(median(product), median(limit))))
    await started(folder, port, dataDir, async (places) => {
      const rows = await casesOf(places, sizes)
      const wanted = rows.filter(isWanted(how))
      await proveSame(wanted, places)
      for (const row of wanted) lines.push(...(await measureRow(row, places, how)))
      lines.push(...(await measureFiles(places, how)), ...(await measureFeeding(places, sizes, how)))
    })
    const size = `${sizes.customers} customers, ${sizes.purchases} purchases`
    return { name: 'grown', title: `A database that has lived: ${size}, ${name}`, size: sizes.purchases, lines }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const isWanted =
  ({ rows }: How) =>
  ({ name }: { name: string }) =>
    rows.test(name)
const turned = <T>(all: readonly T[], by: number): T[] => [...all.slice(by), ...all.slice(0, by)]
const times = (product: number, limit: number) => `${product.toFixed(2)} ms : ${limit.toFixed(2)} ms`

/** What our statements of these rows are, and their plans. */
export async function explainGrown(folder: string, port: number, sizes: Sizes, how: How): Promise<undefined> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  try {
    await started(folder, port, dataDir, async (places) =>
      writePlans((await casesOf(places, sizes)).filter(isWanted(how)), places),
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The cluster on pages that were forgotten, the product and the limit on it, for as long as `action` takes. */
async function started(folder: string, port: number, dataDir: string, action: (places: Places) => Promise<void>) {
  forgetPages(folder)
  const cluster = await startCluster(folder, { port, filling: false })
  const children: ChildProcess[] = []
  try {
    const begin = async (program: string) => {
      const place = { DATABASE_URL: cluster.url(DATABASE), DATA_DIR: dataDir, VOUCHER_KEY }
      const { child, address } = await startChild(program, place)
      children.push(child)
      return { address, pid: child.pid! }
    }
    const product = await begin('product.ts')
    const limit = await begin('grown/limits/server.ts')
    await action({ product: { ...product, token: tokens(product.address) }, limit, cluster })
  } finally {
    await Promise.all(children.map(stopChild))
    await cluster.stop()
  }
}

function tokens(address: string): () => Promise<string> {
  let session: { token: Promise<string>; since: number } | undefined
  return () => {
    if (!session || performance.now() - session.since > SIGNED_IN_MS)
      session = { token: signIn(address), since: performance.now() }
    return session.token
  }
}

async function casesOf({ cluster }: Places, sizes: Sizes): Promise<Case[]> {
  const database = await connect({ databaseUrl: cluster.url(DATABASE), dataDir: '', poolSize: 1 })
  try {
    return cases(await known(database.pool, sizes))
  } finally {
    await database.close()
  }
}

/** The first call of each that reads. Each side has tables of its own, so that neither warms the other's. */
async function askCold(
  rows: readonly Case[],
  { product, limit }: Places,
  cold: Map<string, Record<'product' | 'limit', number[]>>,
) {
  await product.token!()
  for (const row of rows) {
    if (row.writes) continue
    const found = cold.get(row.name) ?? { product: [], limit: [] }
    cold.set(row.name, found)
    for (const [key, side] of [
      ['product', product],
      ['limit', limit],
    ] as const) {
      const { ask, leave } = asker(side, 1)
      const action = await row[key](ask, 0)
      const since = performance.now()
      await action()
      found[key].push(performance.now() - since)
      leave()
    }
  }
}

/** @throws when both do not answer the same total */
async function proveSame(rows: readonly Case[], { product, limit }: Places) {
  for (const { name, same, ...row } of rows) {
    if (!same) continue
    const answers = []
    for (const [action, side] of [
      [row.product, product],
      [row.limit, limit],
    ] as const) {
      const { ask, leave } = asker(side, 1)
      answers.push(same((await (await action(ask, 0))()) as Record<string, unknown>))
      leave()
    }
    assert.equal(answers[0], answers[1], `${name}: ours and the limit answer different totals`)
  }
}

async function measureRow(row: Case, places: Places, { rounds, ms }: How): Promise<Line[]> {
  const lines = []
  for (const connections of CONNECTIONS) {
    const { product, limit, load } = await compareRow(row, places, places.cluster.pid(), { connections, rounds, ms })
    const cpu = (product.server + product.database) / (limit.server + limit.database)
    const name = `${row.name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
    const detail = [
      `${times(product.ms, limit.ms)} (p95 ${times(product.p95, limit.p95)})`,
      `${product.perSecond.toFixed(0)} : ${limit.perSecond.toFixed(0)} a second`,
      `CPU ${cpu.toFixed(1)} x, ${spent(product)} : ${spent(limit)}`,
      `load ${load.toFixed(1)}`,
    ].join('; ')
    lines.push(towards(`grown.${row.name}`, goals[row.name], name, product.ms / limit.ms, 'x', detail))
    console.log(`  ${name}: ${(product.ms / limit.ms).toFixed(2)} x; ${detail}`)
  }
  return lines
}

const spent = ({ server, database }: Round) => `${server.toFixed(2)}+${database.toFixed(2)} ms`
