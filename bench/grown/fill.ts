import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { administer } from '#server/test/database.ts'
import { startCluster } from './cluster.ts'
import { fillLimits } from './limits/fill.ts'
import { LIMITS_VERSION } from './limits/schema.ts'
import { fingerprints } from './seed-proof.ts'
import { migrated, prove, seed } from './seed.ts'
import { SEED_VERSION, schemaHash, type Sizes } from './sizes.ts'

export const DATABASE = 'grown'
/** A server begins with no other key than the vouchers of the database were made with. */
export const VOUCHER_KEY = 'the key of the vouchers of a kept cluster'

/** Of what a kept cluster is made; `isComplete` once it is filled and proven, `limits` once it has their tables. */
type Stamp = { version: number; schema: string; sizes: Sizes; isComplete: boolean; limits?: number }
const stampOf = (folder: string) => path.join(folder, 'stamp.json')

/**
 * A folder with a filled cluster that does not run: as an earlier run left it, gone on with where that was ended, or new.
 * One of an older schema is migrated and proven again, as a chain's database is.
 * @returns the sizes with the day on which its three years end
 * @throws when the folder holds another seed or other sizes
 */
export async function filled(folder: string, wanted: Omit<Sizes, 'until'>, port: number): Promise<Sizes> {
  const until = new Date().toISOString().slice(0, 10)
  const schema = schemaHash()
  const fresh: Stamp = { version: SEED_VERSION, schema, sizes: { ...wanted, until }, isComplete: false }
  const found = existsSync(stampOf(folder)) ? (JSON.parse(await readFile(stampOf(folder), 'utf8')) as Stamp) : fresh
  const same = ({ version, sizes }: Stamp) => ({ version, sizes: { ...sizes, until: '' } })
  assert.deepEqual(
    same(found),
    same(fresh),
    `${folder} was filled with something else: remove it, or name another folder`,
  )
  if (found.isComplete && found.schema === schema) return found.sizes
  await mkdir(folder, { recursive: true })
  if (!found.isComplete) await keep(folder, found)
  const { customers, purchases } = found.sizes
  console.log(
    `${found.isComplete ? 'Migrating' : 'Filling'} ${folder}, ${customers} customers and ${purchases} purchases …`,
  )
  const cluster = await startCluster(folder, { port, filling: true })
  try {
    await create(cluster.url('postgres'), DATABASE)
    if (found.isComplete) await migrated(cluster.url(DATABASE))
    else await seed(cluster.url(DATABASE), found.sizes)
    await prove(cluster.url(DATABASE))
  } finally {
    await cluster.stop()
  }
  await keep(folder, { ...found, schema, isComplete: true })
  return found.sizes
}

/** Adds the limits' tables to one that is filled, and has them hold what it holds by now. */
export async function withLimits(folder: string, port: number): Promise<void> {
  const stamp = JSON.parse(await readFile(stampOf(folder), 'utf8')) as Stamp
  if (stamp.limits !== LIMITS_VERSION) console.log(`Making the limits' tables in ${folder} …`)
  const cluster = await startCluster(folder, { port, filling: true })
  try {
    await fillLimits(cluster.url(DATABASE), stamp.sizes.customers)
  } finally {
    await cluster.stop()
  }
  await keep(folder, { ...stamp, limits: LIMITS_VERSION })
}

const keep = (folder: string, stamp: Stamp) => writeFile(stampOf(folder), `${JSON.stringify(stamp, null, 2)}\n`)

async function create(url: string, name: string) {
  try {
    await administer(url, `create database ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error
  }
}

/** @throws when the quick seed does not hold the same as the product's triggers make of the same raw rows */
export async function proveSeed(sizes: Sizes, port: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-grown-'))
  const cluster = await startCluster(folder, { port, filling: true })
  try {
    const sums = []
    for (const byTriggers of [true, false]) {
      const name = byTriggers ? 'told' : 'quick'
      await create(cluster.url('postgres'), name)
      await seed(cluster.url(name), sizes, { byTriggers })
      await prove(cluster.url(name))
      const database = await connect({ databaseUrl: cluster.url(name), dataDir: '' })
      sums.push(await fingerprints(database.pool))
      await database.close()
    }
    assert.deepEqual(sums[1], sums[0], 'The quick seed holds something else than the triggers make')
    console.log(`The seed of ${sizes.purchases} purchases holds what the product makes of them`)
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
