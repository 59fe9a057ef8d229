import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { asking, compare, type Ask } from '../http/calls.ts'
import { addWhoSignsIn, type Reach } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { fact, line, type Line, type Part } from '../report.ts'
import { sessionOf } from '../session.ts'
import { cases, type Size } from './cases.ts'
import { seed } from './seed.ts'
import { sizeOf } from './size.ts'

/** The lists of people and a profile, against the same answers of a bare handler, on one connection each. */
export async function measureCustomers(count: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  try {
    console.log(`Filling PostgreSQL with ${count} customers …`)
    const reach: Reach = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
    const since = performance.now()
    const size = await fill(reach, count)
    lines.push(fact(`filled with ${count} customers`, (performance.now() - since) / 1000, 's', told(size)))
    const begin = async (program: string) => {
      const { child, address } = await startChild(program, reach)
      children.push(child)
      return address
    }
    const address = await begin('ours.ts')
    const token = await signIn(address)
    const ours = asking(address, token)
    const bare = asking(await begin('../customers/bare.ts'), undefined, { session: sessionOf(token) })
    for (const { name, path: call } of cases(size)) {
      await proveSame(ours, bare, call)
      const measured = await compare(ours, bare, call)
      const detail = `${measured.ours.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms`
      lines.push(line('customers.ratio', name, measured.ours / measured.bare, detail))
    }
    return { name: 'customers', title: `Customers over HTTP on ${postgres.name}`, lines }
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

const told = ({ listed, active, guests, kids }: Size) =>
  `${listed} listed, ${active} with a subscription in force, ${guests} guests, ${kids} in the kids club`

/** @throws when the two do not answer the same, or nothing */
async function proveSame(ours: Ask, bare: Ask, call: string): Promise<void> {
  const [{ data: theirs }, { data: own }] = [await bare(call), await ours(call)]
  assert.deepEqual(own, theirs, `${call} is answered otherwise than by the bare handler`)
  for (const rows of Object.values(theirs).filter(Array.isArray)) assert.ok(rows.length, `${call} answers no rows`)
}
