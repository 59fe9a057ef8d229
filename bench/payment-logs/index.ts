import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { paymentLogs } from '#features/payment-logs/contract.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { download, sumOfLines } from '../exports/download.ts'
import { asking, compare, type Ask } from '../http/calls.ts'
import { addWhoSignsIn, type Reach } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { fact, line, type Line, type Part } from '../report.ts'
import { sessionOf } from '../session.ts'
import { cases, type Size } from './cases.ts'
import { seed } from './seed.ts'
import { sizeOf } from './size.ts'

/** The log of so many payments, its pages, searches and file, against the same answers of a bare handler. */
export async function measurePaymentLogs(count: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  try {
    console.log(`Filling PostgreSQL with ${count} payments …`)
    const reach: Reach = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
    const since = performance.now()
    const size = await fill(reach, count)
    lines.push(fact(`filled with ${count} payments`, (performance.now() - since) / 1000, 's'))
    const begin = async (program: string) => {
      const { child, address } = await startChild(program, reach)
      children.push(child)
      return { address, pid: child.pid! }
    }
    const served = await begin('ours.ts')
    const token = await signIn(served.address)
    const beside = await begin('../payment-logs/bare.ts')
    const ours = asking(served.address, token)
    const bare = asking(beside.address, undefined, { session: sessionOf(token) })
    for (const { name, path: call } of cases(size)) {
      await proveSame(ours, bare, call)
      const measured = await compare(ours, bare, call)
      const detail = `${measured.ours.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms`
      lines.push(line('payment-logs.ratio', name, measured.ours / measured.bare, detail))
    }

    const file = { ...served, path: `/api${paymentLogs.csv.path}`, headers: { authorization: `Bearer ${token}` } }
    const copy = { ...beside, path: '/file' }
    const isRow = (text: string) => /^\d\d\/\d\d\/\d{4}/.test(text)
    const { count: rows } = await sumOfLines(file, isRow)
    assert.equal(rows, count, 'The file is not complete')
    const [took, copied] = [await download(file), await download(copy)]
    const rate = (ms: number) => `${Math.round((count / ms) * 1000)} rows/s`
    lines.push(
      line('exports.firstByte', 'file, first byte', took.firstMs),
      line('exports.memory', 'file, memory', took.grown, `${(took.bytes / 1e6).toFixed(0)} MB`),
      line('payment-logs.file', 'file', took.ms / copied.ms, `${rate(took.ms)} : ${rate(copied.ms)} by COPY`),
    )
    return { name: 'payment-logs', title: `The payment log over HTTP on ${postgres.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Reach, count: number): Promise<Size> {
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
  assert.ok(!('payment_logs' in theirs) || (theirs.payment_logs as unknown[]).length, `${call} answers no rows`)
}
