import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { download, sumOfLines, type From } from './exports/download.ts'
import { asking, compare, type Ask } from './http/calls.ts'
import { addWhoSignsIn, type Place } from './http/database.ts'
import { signIn, startChild, stopChild } from './http/index.ts'
import { fact, line, type Line, type Part } from './report.ts'
import { sessionOf } from './session.ts'

/** A screen's call as the application sends it, and the least that must be asked of the database to answer it. */
export type Case = { name: string; path: string; bare: (pool: pg.Pool) => Promise<unknown> }

/** Calls that a bare handler answers as well. */
type Compared<Size> = {
  /** Of its folder, its budgets and its results. */
  name: 'customers' | 'tickets' | 'payment-logs' | 'programme'
  title: string
  /** What it is filled with. */
  rows: string
  seed: (url: string, count: number) => Promise<void>
  /** How much the database has afterwards. */
  sizeOf: (pool: pg.Pool) => Promise<Size>
  describe?: (size: Size) => string
  cases: (size: Size) => Case[]
  /** The path of the file of all rows. */
  file?: string
}

type Served = { address: string; pid: number }

/** Its calls, and its file, against the same answers of its folder's bare handler, on one connection each. */
export async function measureCompared<Size>(part: Compared<Size>, count: number): Promise<Part> {
  const { name, title, rows } = part
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  try {
    console.log(`Filling PostgreSQL with ${count} ${rows} …`)
    const place: Place = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
    const since = performance.now()
    const size = await fill(part, place, count)
    lines.push(fact(`filled with ${count} ${rows}`, (performance.now() - since) / 1000, 's', part.describe?.(size)))
    const begin = async (program: string): Promise<Served> => {
      const { child, address } = await startChild(program, place)
      children.push(child)
      return { address, pid: child.pid! }
    }
    const served = await begin('ours.ts')
    const token = await signIn(served.address)
    const baseline = await begin(`../${name}/baseline.ts`)
    const product = asking(served.address, token)
    const bare = asking(baseline.address, undefined, { session: sessionOf(token) })
    for (const { name: called, path: call } of part.cases(size)) {
      await proveSame(product, bare, call)
      const measured = await compare(product, bare, call)
      const detail = `${measured.product.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms`
      lines.push(line(`${name}.ratio`, called, measured.product / measured.bare, detail))
    }
    if (part.file) {
      const file = { ...served, path: `/api${part.file}`, headers: { authorization: `Bearer ${token}` } }
      lines.push(...(await compareFiles(name, count, file, { ...baseline, path: '/file' })))
    }
    return { name, title: `${title} over HTTP on ${postgres.name}`, size: count, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill<Size>(
  { seed, sizeOf }: Compared<Size>,
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Place,
  count: number,
): Promise<Size> {
  const database = await connect({ databaseUrl, dataDir })
  try {
    await migrate(database.pool)
    await addWhoSignsIn(database.db)
    await seed(databaseUrl!, count)
    return await sizeOf(database.pool)
  } finally {
    await database.close()
  }
}

/** @throws when the two do not answer the same, or nothing */
async function proveSame(product: Ask, bare: Ask, call: string): Promise<void> {
  const [{ data: expected }, { data: own }] = [await bare(call), await product(call)]
  assert.deepEqual(own, expected, `${call} is answered otherwise than by the bare handler`)
  const lists = listsIn(expected)
  assert.ok(!lists.length || lists.some((rows) => rows.length), `${call} answers no rows`)
}

/** At whatever depth. */
const listsIn = (value: unknown): unknown[][] =>
  Array.isArray(value)
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(listsIn)
      : []

async function compareFiles(name: string, count: number, file: From, copy: From): Promise<Line[]> {
  const { count: rows } = await sumOfLines(file, (text) => /^\d\d\/\d\d\/\d{4}/.test(text))
  assert.equal(rows, count, 'The file is not complete')
  const [took, copied] = [await download(file), await download(copy)]
  const rate = (ms: number) => `${Math.round((count / ms) * 1000)} rows/s`
  return [
    line('exports.firstByte', 'file, first byte', took.firstMs),
    line('exports.memory', 'file, memory', took.grown, `${(took.bytes / 1e6).toFixed(0)} MB`),
    line(`${name}.file`, 'file', took.ms / copied.ms, `${rate(took.ms)} : ${rate(copied.ms)} by COPY`),
  ]
}
