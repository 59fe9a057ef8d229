import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { download, sumOfLines, type From } from './exports/download.ts'
import { asking, compare, type Ask } from './http/calls.ts'
import { addWhoSignsIn, type Reach } from './http/database.ts'
import { signIn, startChild, stopChild } from './http/index.ts'
import { fact, line, type Line, type Part } from './report.ts'
import { sessionOf } from './session.ts'

/** A screen's call as the application sends it, and the least that must be asked of the database to answer it. */
export type Case = { name: string; path: string; bare: (pool: pg.Pool) => Promise<unknown> }

/** Calls that a bare handler answers as well. */
type Beside<Size> = {
  /** Of its folder, its budgets and its results. */
  name: 'customers' | 'tickets' | 'payment-logs' | 'programme'
  title: string
  /** What it is filled with. */
  rows: string
  seed: (url: string, count: number) => Promise<void>
  /** How much the database has afterwards. */
  sizeOf: (pool: pg.Pool) => Promise<Size>
  told?: (size: Size) => string
  cases: (size: Size) => Case[]
  /** The path of the file of all rows. */
  file?: string
}

type Served = { address: string; pid: number }

/** Its calls, and its file, against the same answers of its folder's bare handler, on one connection each. */
export async function measureBeside<Size>(part: Beside<Size>, count: number): Promise<Part> {
  const { name, title, rows } = part
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  try {
    console.log(`Filling PostgreSQL with ${count} ${rows} …`)
    const reach: Reach = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
    const since = performance.now()
    const size = await fill(part, reach, count)
    lines.push(fact(`filled with ${count} ${rows}`, (performance.now() - since) / 1000, 's', part.told?.(size)))
    const begin = async (program: string): Promise<Served> => {
      const { child, address } = await startChild(program, reach)
      children.push(child)
      return { address, pid: child.pid! }
    }
    const served = await begin('ours.ts')
    const token = await signIn(served.address)
    const beside = await begin(`../${name}/baseline.ts`)
    const ours = asking(served.address, token)
    const bare = asking(beside.address, undefined, { session: sessionOf(token) })
    for (const { name: called, path: call } of part.cases(size)) {
      await proveSame(ours, bare, call)
      const measured = await compare(ours, bare, call)
      const detail = `${measured.ours.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms`
      lines.push(line(`${name}.ratio`, called, measured.ours / measured.bare, detail))
    }
    if (part.file) {
      const file = { ...served, path: `/api${part.file}`, headers: { authorization: `Bearer ${token}` } }
      lines.push(...(await compareFiles(name, count, file, { ...beside, path: '/file' })))
    }
    return { name, title: `${title} over HTTP on ${postgres.name}`, size: count, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill<Size>(
  { seed, sizeOf }: Beside<Size>,
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Reach,
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
async function proveSame(ours: Ask, bare: Ask, call: string): Promise<void> {
  const [{ data: theirs }, { data: own }] = [await bare(call), await ours(call)]
  assert.deepEqual(own, theirs, `${call} is answered otherwise than by the bare handler`)
  const lists = listsIn(theirs)
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
