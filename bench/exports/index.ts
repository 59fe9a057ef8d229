import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '#features/access/audit/contract.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { addWhoSignsIn } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { median } from '../median.ts'
import { fact, line, type Part } from '../report.ts'
import { download, sumOfLines, type Download, type From } from './download.ts'
import { seed } from './seed.ts'

const ROUNDS = 5
/** Files that somebody asks for at once. */
const AT_ONCE = 12
/** For how long a list is asked for with nothing beside it. */
const ALONE_MS = 5000
/** Between one look at a list and the next. */
const LOOK_MS = 200

/** A whole audit log as a file against the database's own COPY of it, in turns, and what the server needs for it. */
export async function measureExports(rows: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  try {
    const place = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
    console.log(`Filling PostgreSQL with ${rows} audit lines …`)
    await fill(place.DATABASE_URL, dataDir, rows)
    const begin = async (program: string) => {
      const { child, address } = await startChild(program, place)
      children.push(child)
      return { address, pid: child.pid! }
    }
    const served = await begin('ours.ts')
    const headers = { authorization: `Bearer ${await signIn(served.address)}` }
    const product: From = { ...served, path: `/api${audit.csv.path}`, headers }
    const bare: From = { ...(await begin('../exports/baseline.ts')), path: '/' }

    // The server's first file is the one that it grows by.
    const times = { product: [await download(product)], bare: [await download(bare)] }
    await proveSame(product, bare, rows)
    for (let round = 1; round < ROUNDS; round++) {
      times.product.push(await download(product))
      times.bare.push(await download(bare))
    }
    const alone = await listTimes(served.address, headers, pause(ALONE_MS))
    const files = Promise.all(Array.from({ length: AT_ONCE }, () => download(product)))
    const baseline = await listTimes(served.address, headers, files)
    const packed = await download({ ...product, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' } })

    const of = (key: keyof Download, all: Download[]) => median(all.map((one) => one[key]))
    const [ms, copyMs] = [of('ms', times.product), of('ms', times.bare)]
    const rate = (took: number) => Math.round((rows / took) * 1000)
    const grown = Math.max(...times.product.map((one) => one.grown))
    const size = `${(times.product[0]!.bytes / 1e6).toFixed(0)} MB`
    return {
      name: 'exports',
      title: `A file of ${rows} lines over HTTP on ${postgres.name}`,
      lines: [
        line('exports.firstByte', 'first byte', of('firstMs', times.product), `median of ${ROUNDS}`),
        line(
          'exports.memory',
          'memory',
          grown,
          `the most that the server grew by in one of ${ROUNDS} files of ${size}`,
        ),
        line('exports.ratio', 'as often as long as COPY', ms / copyMs, `${ms.toFixed(0)} ms : ${copyMs.toFixed(0)} ms`),
        line(
          'exports.beside',
          `another person's list, while ${AT_ONCE} files are asked for at once`,
          median(baseline) / median(alone),
          `${median(baseline).toFixed(0)} ms : ${median(alone).toFixed(0)} ms; the slowest ${Math.max(...baseline).toFixed(0)} : ${Math.max(...alone).toFixed(0)} ms`,
        ),
        fact('rows', rate(ms), 'rows/s', `COPY ${rate(copyMs)} rows/s`),
        fact(
          'rows, packed as a browser asks for it',
          rate(packed.ms),
          'rows/s',
          `${(packed.bytes / 1e6).toFixed(1)} MB, first byte after ${packed.firstMs.toFixed(0)} ms, memory ${packed.grown.toFixed(1)} MB`,
        ),
      ],
    }
  } finally {
    await Promise.all(children.map(stopChild))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** How long a list takes that is looked at again and again until something else is done, in ms. */
async function listTimes(address: string, headers: Record<string, string>, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const ends = new AbortController()
  const over = until.finally(() => ends.abort())
  while (!ends.signal.aborted) {
    const since = performance.now()
    const answer = await fetch(`${address}/api${audit.list.path}?page=1`, { headers })
    await answer.text()
    assert.equal(answer.status, 200)
    times.push(performance.now() - since)
    await pause(LOOK_MS)
  }
  await over
  return times
}

async function fill(databaseUrl: string, dataDir: string, rows: number) {
  // What the seed sets for itself holds for one connection.
  const database = await connect({ databaseUrl, dataDir, poolSize: 1 })
  try {
    await migrate(database.pool)
    await seed(database.pool, rows)
    await addWhoSignsIn(database.db)
  } finally {
    await database.close()
  }
}

/** @throws when the two do not have the same lines; what the measurement itself leaves in the log is passed over */
async function proveSame(product: From, bare: From, rows: number) {
  const isSeeded = (text: string) => text.includes(',movies.save,movie,')
  const [file, copy] = [await sumOfLines(product, isSeeded), await sumOfLines(bare, isSeeded)]
  assert.deepEqual(file, copy, 'The file has other lines than the copy')
  assert.equal(file.count, rows, 'The file is not complete')
}
