/** @module-tag nightly */
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { backUp, move, restore } from '#app/backup.ts'
import { load } from '#features/insights/analytics/server/test/load.ts'
import { trade, type Fact } from '#features/insights/analytics/server/test/trade.ts'
import { connect, type Database } from '../db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { parseEnv, type Env } from '../env.ts'
import { s3Storage } from '../integrations/storage/s3.ts'
import { embeddedStorage } from '../integrations/storage/embedded.ts'
import { catalogOf } from '../test/catalog.ts'
import { administer } from '../test/database.ts'
import { testServer, type TestServer } from '../test/harness.ts'
import { killable } from '../test/killable.ts'
import { s3Peer } from '../test/s3.ts'
import { unpressed } from './archive.ts'
import { lastBackup } from './last.ts'
import { entriesIn, bytesOf } from './tar.ts'
import type { RestoreOrder } from './test/restore-to-kill.fixture.ts'

/** Waits for a child process that creates a database. */
const MINUTES = 180_000
const ZONE = 'Africa/Lagos'
const { postgres, folder } = inject('database')
const { facts } = fc.sample(trade, { seed: 4, numRuns: 60 }).toSorted((a, b) => b.facts.length - a.facts.length)[0] as {
  facts: Fact[]
}
const ODD = 'a tab\t, a line\n, \\N, "quotes", \u0001, ọjọ́, 東京, 🎬👩🏽‍🚀'
const LONG_NAME = `image-${'x'.repeat(110)}.png`

let server: TestServer
let room: string
let archive: string
let sourceHashes: Record<string, string>
const steps: string[] = []
const made: (() => Promise<void>)[] = []

beforeAll(async () => {
  room = await mkdtemp(path.join(folder, 'backup-'))
  server = await testServer()
  const { pool } = server.app.database
  await load(pool, facts, [7, 3], ZONE)
  await pool.query(`update customers set first_name = $1, aliases = $1 where id = (select min(id) from customers)`, [
    ODD,
  ])
  await pool.query(
    `insert into movies (id, name, genres, tags, vod_contents, coming_soon_date, is_coming_soon)
     values ('odd', $1, $2, '{}', $3, '2026-12-24', true)`,
    [ODD, [ODD, '', 'NULL', '{}'], JSON.stringify([{ a: ODD, b: null }])],
  )
  await pool.query(`insert into settings (key, value) values ('odd', $1)`, [JSON.stringify({ ODD, n: 1e-7 })])
  const storage = embeddedStorage({ ...server.app.env, hasSentinels: false })
  await storage.put('image-one.png', Buffer.from('a picture'), 'image/png')
  await storage.put(LONG_NAME, Buffer.alloc(3_000_000, 'film'), 'image/png')
  writeFileSync(path.join(server.app.env.dataDir, 'voucher.key'), 'k'.repeat(43), { mode: 0o600 })
  sourceHashes = await hashesOf(server.app.database)
  archive = path.join(room, 'marquee.tar')
  await backUp(server.app.env, archive, (text) => steps.push(text))
})
afterAll(async () => {
  for (const drop of made) await drop()
  await server?.close()
  await rm(room, { recursive: true, force: true })
})

/** Settings of an empty server, on PostgreSQL or the embedded database according to the running project. */
async function nowhere(more: Record<string, string> = {}, kind = postgres ? 'postgres' : 'embedded'): Promise<Env> {
  const dataDir = path.join(await mkdtemp(path.join(room, 'target-')), 'data')
  if (kind === 'embedded') return parseEnv({ DEMO: 'off', DATA_DIR: dataDir, ...more })
  const name = `restored_${path.basename(path.dirname(dataDir)).replace(/\W/g, '_').toLowerCase()}`
  await administer(postgres!, `create database ${name}`)
  made.push(() => administer(postgres!, `drop database ${name} with (force)`))
  const url = new URL(postgres!)
  url.pathname = name
  return parseEnv({ DEMO: 'off', DATA_DIR: dataDir, DATABASE_URL: url.href, ...more })
}

const silent = () => {}
async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(env)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Hashes all rows of each table, except those that a backup and a restore add. */
async function hashesOf({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const but: Record<string, string> = {
    audit_log: `where action not like 'backup.%'`,
    settings: `where key not in ('routines', 'backup:last')`,
  }
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const found = await pool.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as hash
       from ${name} t ${but[name] ?? ''}`,
    )
    hashes[name] = found.rows[0]!.hash
  }
  return hashes
}

/** Returns the lines of a table in an archive, in the order of their columns. */
async function rowsIn(archive: string, table: string): Promise<string[]> {
  const file = await open(archive)
  try {
    const lines: string[] = []
    for await (const entry of entriesIn(file))
      if (entry.name.startsWith(`tables/${table}/`))
        lines.push(...(await unpressed(await bytesOf(entry))).toString().trimEnd().split('\n'))
    return lines
  } finally {
    await file.close()
  }
}

/** Returns the next values of all sequences except the audit log's, which has entries of the backup and the restore. */
const sequencesOf = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query(
      `select sequencename, last_value from pg_sequences
       where schemaname = 'public' and sequencename <> 'audit_log_id_seq' order by 1`,
    )
  ).rows

describe('a backup', () => {
  test('restores a running server into an empty place unchanged: rows, catalog, sequences, files, key', async () => {
    expect(Object.values(sourceHashes).filter((hash) => !hash.startsWith('0 ')).length).toBeGreaterThan(20)
    const env = await nowhere()
    const restored = await restore(env, archive, silent)
    expect(restored).toMatchObject({ files: 2, missing: [], differences: 0 })
    await withDatabase(env, async (database) => {
      expect(await hashesOf(database)).toEqual(sourceHashes)
      expect(await catalogOf(database.pool)).toBe(await catalogOf(server.app.database.pool))
      expect(await sequencesOf(database)).toEqual(await sequencesOf(server.app.database))
      const { rows } = await database.pool.query(`select actor, summary from audit_log order by id desc limit 1`)
      expect(rows).toEqual([{ actor: 'Command line', summary: expect.stringMatching(/^Restored the backup of 20/) }])
    })
    const storage = embeddedStorage({ ...env, hasSentinels: false })
    const names = (await Array.fromAsync(storage.list())).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['image-one.png', LONG_NAME].toSorted())
    const key = path.join(env.dataDir, 'voucher.key')
    expect([await readFile(key, 'utf8'), statSync(key).mode & 0o777]).toEqual(['k'.repeat(43), 0o600])
  })

  test('is one file for its owner only, and is in the audit log', async () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect((await readdir(room)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await lastBackup(server.db)).toEqual({ at: expect.any(String), bytes: statSync(archive).size })
    const { rows } = await server.db.execute(
      sql`select actor, summary from audit_log where action = 'backup.create' order by id limit 1`,
    )
    expect(rows).toEqual([{ actor: 'Command line', summary: expect.stringMatching(/^Created a backup of [\d.]+ MB$/) }])
    expect(steps).toContain('  files: 2')
    expect(await readdir(server.app.env.dataDir)).not.toContain('snapshot')
  })

  test('contains one moment, whatever is written meanwhile', async () => {
    const { pool } = server.app.database
    // First and last table with rows.
    await pool.query(`insert into settings (key, value) values ('written', '0')`)
    await pool.query('update buyer_counts set buyers = 0')
    const over = new AbortController()
    let writes = 0
    const writing = (async () => {
      while (!over.signal.aborted) {
        await server.db.transaction(async (tx) => {
          await tx.execute(sql`update buyer_counts set buyers = buyers + 1`)
          await tx.execute(sql`update settings set value = to_jsonb(value::int + 1) where key = 'written'`)
        })
        writes++
      }
    })()
    const file = path.join(room, 'moment.tar')
    await backUp(server.app.env, file, silent)
    over.abort()
    await writing
    const settings = Object.fromEntries((await rowsIn(file, 'settings')).map((line) => line.split('\t')))
    expect(writes).toBeGreaterThan(1)
    expect(await rowsIn(file, 'buyer_counts')).toEqual([expect.stringMatching(new RegExp(`\\b${settings.written}\\b`))])
  })

  test.runIf(postgres)('lists the files of another store, and a restore reports missing files', async () => {
    const store = await s3Peer()
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings
    const settings = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    try {
      const first = await nowhere(settings)
      // The files of the folder go to the store.
      expect(await restore(first, archive, silent)).toMatchObject({ files: 2 })
      expect((await store.files()).toSorted()).toEqual(['image-one.png', LONG_NAME].toSorted())
      const file = path.join(room, 'inventory.tar')
      await backUp(first, file, silent)
      await s3Storage(store.settings, undefined).remove('image-one.png')
      const second = await nowhere(settings)
      expect(await restore(second, file, silent)).toMatchObject({ files: 0, missing: ['image-one.png'] })
    } finally {
      await store.close()
    }
  })

  test('rejects a database without Marquee', async () => {
    const env = await nowhere()
    await expect(backUp(env, path.join(room, 'nothing.tar'), silent)).rejects.toThrow('No Marquee data in')
    expect(await readdir(room)).not.toContain('nothing.tar')
  })

  test.runIf(postgres)('includes waiting jobs', async () => {
    const env = await nowhere()
    await restore(env, archive, silent)
    const file = path.join(room, 'jobs.tar')
    await withDatabase(env, ({ pool }) =>
      pool.query(
        `insert into pgboss.job (name, data, start_after, singleton_key)
         values ('mail.send', '{"id": 7}', '2031-01-01T00:00:00Z', 'seven')`,
      ),
    )
    await backUp(env, file, silent)
    const again = await nowhere()
    await restore(again, file, silent)
    const { rows } = await withDatabase(again, ({ pool }) =>
      pool.query(`select name, data, start_after::text as at, singleton_key as key from pgboss.job where data <> '{}'`),
    )
    expect(rows).toEqual([
      { name: 'mail.send', data: { id: 7 }, at: expect.stringMatching(/^2031-01-01/), key: 'seven' },
    ])
  })
})

describe('a restore rejects', () => {
  const copyOf = (name: string) => {
    const copy = path.join(room, name)
    cpSync(archive, copy)
    return copy
  }
  /** Expects an error and an empty target. */
  const expectRefused = async (file: string, text: string | RegExp, more: Record<string, string> = {}) => {
    const env = await nowhere(more)
    await expect(restore(env, file, silent)).rejects.toThrow(text)
    expect(await readdir(env.dataDir).catch(() => [])).toEqual([])
    if (env.databaseUrl)
      await withDatabase(env, async ({ pool }) => {
        const { rows } = await pool.query(
          `select count(*) as n from pg_class where relnamespace = 'public'::regnamespace`,
        )
        expect(rows).toEqual([{ n: 0 }])
      })
  }

  test.each([0.02, 0.3, 0.6, 0.99])('an archive with a changed byte at %f of its length', async (share) => {
    const file = copyOf('flipped.tar')
    const bytes = readFileSync(file)
    // In a body, because padding does not matter.
    let at = Math.floor(bytes.length * share)
    while (bytes[at] === 0) at--
    bytes[at]! ^= 1
    writeFileSync(file, bytes)
    await expectRefused(file, 'The archive is damaged')
  })

  test.each([0.0001, 0.5, 0.9999])('an archive cut at %f of its length', async (share) => {
    const file = copyOf('cut.tar')
    truncateSync(file, Math.floor(statSync(file).size * share))
    await expectRefused(file, 'The archive is incomplete')
  })

  test('a file that is not an archive', async () => {
    const file = path.join(room, 'letter.txt')
    writeFileSync(file, 'Dear all, '.repeat(1000))
    await expectRefused(file, 'The archive is damaged')
  })

  test('an archive of another time zone, with the setting to change', async () => {
    await expectRefused(archive, 'Set CHAIN_ZONE=Africa/Lagos.', { CHAIN_ZONE: 'Europe/Berlin' })
  })

  test('an archive of a newer version', async () => {
    const { pool } = server.app.database
    await pool.query(`insert into migrations (file, at, hash) values ('9999_of_the_future.sql', now(), '')`)
    const file = path.join(room, 'newer.tar')
    try {
      await backUp(server.app.env, file, silent)
    } finally {
      await pool.query(`delete from migrations where file = '9999_of_the_future.sql'`)
    }
    await expectRefused(file, /backup was made by a later version of Marquee: it has 9999_of_the_future\.sql/)
  })

  test.runIf(postgres)('a database that is not empty, without a change', async () => {
    const env = await nowhere()
    await withDatabase(env, ({ pool }) => pool.query('create table theirs as select 1 as n'))
    await expect(restore(env, archive, silent)).rejects.toThrow(
      'The database is not empty: it has public.theirs. Nothing was changed. Restore into an empty database.',
    )
    const { rows } = await withDatabase(env, ({ pool }) => pool.query('select * from theirs'))
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a data folder with files', async () => {
    const env = await nowhere()
    await mkdir(path.join(env.dataDir, 'files'), { recursive: true })
    await expect(restore(env, archive, silent)).rejects.toThrow('is not empty: it has files')
    expect(await readdir(env.dataDir)).toEqual(['files'])
  })

  test(
    'the remains of a killed restore, on which no server starts',
    async () => {
      const env = await nowhere()
      const order: RestoreOrder = { dataDir: env.dataDir, databaseUrl: env.databaseUrl, archive, killAt: '  movies' }
      const process = await killable(path.join(import.meta.dirname, 'test/restore-to-kill.fixture.ts'), order)
      expect(await process.ended()).toBe('SIGKILL')
      await withDatabase(env, ({ pool }) =>
        expect(migrate(pool)).rejects.toThrow(
          'A restore into this database was interrupted, so the database is incomplete',
        ),
      )
      await expect(restore(env, archive, silent)).rejects.toThrow(/interrupted/)
    },
    MINUTES,
  )
})

test.runIf(postgres)('moves the embedded database to PostgreSQL and its files to the object storage', async () => {
  const trial = await nowhere({}, 'embedded')
  await restore(trial, archive, silent)
  const store = await s3Peer()
  try {
    const { databaseUrl } = await nowhere()
    const env: Env = { ...trial, databaseUrl, s3: store.settings }
    expect(await move(env, silent)).toMatchObject({ files: 2, differences: 0 })
    await withDatabase(env, async (database) => {
      expect(await hashesOf(database)).toEqual(sourceHashes)
      expect(await catalogOf(database.pool)).toBe(await catalogOf(server.app.database.pool))
    })
    expect((await store.files()).toSorted()).toEqual(['image-one.png', LONG_NAME].toSorted())
    await expect(move(env, silent)).rejects.toThrow('The database is not empty')
  } finally {
    await store.close()
  }
})
