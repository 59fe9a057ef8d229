import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((program) => existsSync(program))
const PORT = 6432
const NOBODY = 65_534

/** A PgBouncer in transaction mode, on a socket in a folder of its own. */
async function startPooler(databaseUrl: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-pooler-'))
  const to = new URL(databaseUrl)
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${to.searchParams.get('host')} user=postgres
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  // It refuses to run as root, too.
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (who.uid) for (const at of [folder, settings]) await chown(at, who.uid, who.gid)
  const child = spawn(PGBOUNCER!, [settings], { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => (said += data) && /process up/.test(said) && resolve())
    child.once('exit', () => reject(new Error(said)))
  })
  const through = new URL(databaseUrl)
  through.port = String(PORT)
  through.searchParams.set('host', folder)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true })
  }
  return { url: through.href, stop }
}

describe.runIf(PGBOUNCER && inject('database').postgres)('through PgBouncer in transaction mode, the database', () => {
  let made: Awaited<ReturnType<typeof testDatabase>>
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let database: Database
  beforeAll(async () => {
    made = await testDatabase()
    pooler = await startPooler(made.databaseUrl!)
    database = await connect({
      databaseUrl: pooler.url,
      databaseDirectUrl: made.databaseUrl,
      dataDir: made.dataDir,
      statementTimeoutMs: 700,
    })
  })
  afterAll(async () => {
    await database?.close()
    await pooler?.stop()
    await made?.drop()
  })

  it('is refused by the pooler without an address past it, which a chain sees at the first start', async () => {
    const without = await connect({ databaseUrl: pooler.url, dataDir: made.dataDir })
    await expect(without.pool.query('select 1')).rejects.toThrow('unsupported startup parameter')
    await without.close()
  })

  it('is migrated, and serves many more than the pooler has connections', async () => {
    await migrate(database.pool)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await database.pool.query('select $1::int as n', [n])).rows[0].n),
    )
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  it('ends a statement that takes too long, but not one of a transaction that may', async () => {
    await expect(database.pool.query('select pg_sleep(5)')).rejects.toThrow('statement timeout')
    expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
    const client = await database.pool.connect()
    await client.query('begin; set local statement_timeout = 0')
    await client.query('select pg_sleep(1)')
    await client.query('commit')
    client.release()
  })

  it('is heard', async () => {
    const until = new AbortController()
    let heard = 0
    await new Promise<void>((resolve) => {
      const onNotice = () => resolve(void heard++)
      void database.listen('figures', onNotice, until.signal).then(() => database.pool.query('notify figures'))
    })
    until.abort()
    expect(heard).toBe(1)
  })
})
