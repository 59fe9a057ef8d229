import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { crash, databaseProcesses } from '../test/database-processes.ts'
import { connect } from './connect.ts'
import { openEmbedded } from './embedded.ts'
import { lockFile } from './lock.ts'

const writer = path.join(import.meta.dirname, 'embedded-writer.fixture.ts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marquee embedded '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const startWriter = () => {
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, lines: createInterface({ input: child.stdout }) }
}
const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Returns true also for a process that waits to be collected: a dead parent leaves this to the system. */
const hasEnded = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch {
    return true
  }
  const status = `/proc/${pid}/stat`
  return existsSync(status) && / Z /.test(readFileSync(status, 'utf8'))
}

describe('the embedded database', () => {
  test('loses no acknowledged write after kill -9, repeatedly', { tags: ['nightly'] }, async () => {
    let answered = 0
    for (let round = 0; round < 3; round++) {
      const { child, lines } = startWriter()
      const stopAt = answered + 60 + round * 17
      for await (const line of lines) {
        answered = Number(line)
        if (answered >= stopAt) break
      }
      await kill(child)
      const database = await connect({ dataDir: folder })
      const { rows } = await database.pool.query<{ n: number; top: number }>(
        'select count(*)::int as n, max(n)::int as top from written',
      )
      await database.close()
      expect(rows[0]!.top).toBeGreaterThanOrEqual(answered)
      expect(rows[0]!.n).toBe(rows[0]!.top)
      answered = rows[0]!.top
    }
  })

  test(
    'a crash of it, time after time while it writes, loses no answered write and ends no server',
    { tags: ['nightly'] },
    async () => {
      const processes = databaseProcesses()
      const { pool, close } = await connect({ dataDir: folder })
      await pool.query('create table crashed (n integer primary key)')
      const answered: number[] = []
      let n = 0
      for (let round = 0; round < 5; round++) {
        for (const until = answered.length + 20; answered.length < until;)
          await pool.query('insert into crashed values ($1)', [++n]).then(
            () => answered.push(n),
            () => {},
          )
        // Write in progress.
        const onItsWay = pool.query('insert into crashed values ($1)', [++n]).then(
          () => answered.push(n),
          () => {},
        )
        await crash(processes.begun.at(-1)!)
        await onItsWay
      }
      const { rows } = await pool.query<{ n: number }>('select n from crashed')
      expect(rows.map((row) => row.n)).toEqual(expect.arrayContaining(answered))
      expect(processes.begun).toHaveLength(6)
      processes.stopWatching()
      await close()
    },
  )

  test(
    'that crashes while it opens is opened; one that cannot open says why and lets the folder go',
    { tags: ['nightly'] },
    async () => {
      const processes = databaseProcesses()
      const opening = connect({ dataDir: folder })
      await crash(await processes.next())
      const { pool, close } = await opening
      expect((await pool.query('select count(*)::int > 0 as "isStored" from written')).rows).toEqual([
        { isStored: true },
      ])
      await close()

      const database = path.join(folder, 'database')
      await rename(database, `${database} away`)
      await writeFile(database, 'no folder')
      await expect(connect({ dataDir: folder })).rejects.toThrow('The embedded database cannot be opened: ErrnoError')
      await rm(database)
      await rename(`${database} away`, database)
      await (await connect({ dataDir: folder })).close()
      processes.stopWatching()
    },
  )

  test('is created again after a crash during its creation', { tags: ['nightly'] }, async () => {
    const processes = databaseProcesses()
    const fresh = path.join(folder, 'crashed at first')
    const opening = connect({ dataDir: fresh })
    const made = await processes.next()
    // The folders exist, most tables do not.
    const entries = () =>
      existsSync(path.join(fresh, 'database.new')) ? readdirSync(path.join(fresh, 'database.new')) : []
    await expect.poll(() => entries().length, { interval: 1 }).toBeGreaterThan(12)
    await crash(made)
    const { pool, close } = await opening
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await close()
    processes.stopWatching()
  })

  test('ends with its server, even during an endless query, and locks the folder until then', async () => {
    const server = spawn(process.execPath, [...process.execArgv, writer, folder, 'stuck'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [firstLine] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
    const { pid, temporary } = JSON.parse(firstLine) as { pid: number; temporary: string }
    await expect.poll(() => existsSync(path.join(folder, 'database', 'asked'))).toBe(true)
    process.kill(pid, 'SIGSTOP')
    await kill(server)
    // The server's lock is free, but a stopped process may continue to write.
    lockFile(path.join(folder, 'database.lock'))()
    expect(() => lockFile(path.join(folder, 'database.writer.lock'))).toThrow(
      'Another Marquee process is using this data folder',
    )
    process.kill(pid, 'SIGCONT')
    const database = await connect({ dataDir: folder })
    await database.close()
    await expect.poll(() => hasEnded(pid)).toBe(true)
    await expect(stat(temporary)).rejects.toThrow('ENOENT')
  })

  // ASVS: 13.3.2
  test.skipIf(process.platform === 'win32')(
    'its folder is for its owner alone, also one that was not',
    async () => {
      const mode = async () => ((await stat(folder)).mode & 0o777).toString(8)
      await chmod(folder, 0o755)
      await (await openEmbedded(folder)).close()
      expect(await mode()).toBe('700')
      const fresh = path.join(folder, 'deep', 'fresh')
      await (await openEmbedded(fresh)).close()
      expect(((await stat(fresh)).mode & 0o777).toString(8)).toBe('700')
    },
    60_000,
  )

  test('keeps its write-ahead log short during many writes', { tags: ['nightly'] }, async () => {
    const { pool, close } = await connect({ dataDir: folder })
    onTestFinished(close)
    await pool.query('create table large (n integer, text text)')
    for (let round = 0; round < 20; round++)
      await pool.query(`insert into large select n, repeat('x', 1000) from generate_series(1, 10000) n`)
    const { rows } = await pool.query<{ bytes: number }>('select sum(size)::bigint as bytes from pg_ls_waldir()')
    // Two parts of 16 MB stay after a checkpoint, four more cause the next, and some are written before the next check.
    expect(rows[0]!.bytes).toBeLessThanOrEqual(8 * 16 * 1024 * 1024)
  })

  test('updates statistics and frees dead rows during use', { tags: ['nightly'] }, async () => {
    const { pool, close } = await connect({ dataDir: folder, upkeepMs: 0 })
    onTestFinished(close)
    const known = () =>
      pool.query<{ rows: number; parts: number }>(
        `select reltuples::int as rows, relpages as parts from pg_class where relname = 'lived'`,
      )
    await pool.query('create table lived (n integer, text text)')
    await pool.query(`insert into lived select n, repeat('x', 1000) from generate_series(1, 3000) n`)
    await expect.poll(async () => (await known()).rows[0]!.rows).toBe(3000)
    const { parts } = (await known()).rows[0]!
    // Each round leaves as many dead rows as there are rows; the table grows fivefold unless they are freed.
    const cleared = async () =>
      (
        await pool.query<{ updated: number; dead: number }>(
          `select n_tup_upd::int as updated, n_dead_tup::int as dead from pg_stat_user_tables where relname = 'lived'`,
        )
      ).rows[0]
    for (let round = 1; round <= 4; round++) {
      await pool.query('update lived set n = n + 1')
      await expect.poll(cleared).toEqual({ updated: 3000 * round, dead: 0 })
    }
    await pool.query('delete from lived where n > 1000')
    await expect.poll(async () => (await known()).rows[0]!.rows).toBeLessThan(1100)
    expect((await known()).rows[0]!.parts).toBeLessThan(2.5 * parts)
  })

  test('rejects a second process on the same folder with a message, and the first continues', async () => {
    const { child, lines } = startWriter()
    await once(lines, 'line')
    const second = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    second.stderr.on('data', (chunk) => (output += chunk))
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(output).toMatch(/Another Marquee process is using this data folder .* set DATA_DIR to another folder/)
    await once(lines, 'line')
    await kill(child)
  })

  test('keeps the connection in order after an error in a statement or a transaction', async () => {
    const database = await connect({ dataDir: folder })
    await expect(database.pool.query('select no_such_column')).rejects.toMatchObject({ code: '42703' })
    await expect(
      database.db.transaction(async (tx) => {
        await tx.execute('insert into written values (-1)')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const { rows } = await database.pool.query('select count(*)::int as n from written where n < 0')
    expect(rows).toEqual([{ n: 0 }])
    await database.close()
  })

  test('restarts with its data after an error of its disk', async () => {
    const database = await connect({ dataDir: folder })
    await database.pool.query('insert into written values (-2)')
    const wal = path.join(folder, 'database', 'pg_wal')
    await rename(wal, `${wal} away`)
    await database.pool.query('select pg_switch_wal()')
    await database.pool.query('checkpoint').catch(() => {})
    await rename(`${wal} away`, wal)
    const left = () => database.pool.query('select n from written where n < 0').catch((error: Error) => error)
    await expect(left()).resolves.toBeInstanceOf(Error)
    await expect.poll(left).toMatchObject({ rows: [{ n: -2 }] })
    await database.close()
  })
})
