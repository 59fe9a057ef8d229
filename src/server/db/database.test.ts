import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyIn, copyOut } from './copy.ts'
import { openTestDatabase, testDatabase } from '../test/database.ts'
import { connect, liftTimeout, sqlError, type Database } from './connect.ts'
import { migrate } from '#app/migrate.ts'
import { prepared } from './prepared.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database?.close())

const one = async (query: string, values: unknown[] = []) => (await database.pool.query(query, values)).rows[0]

describe('both databases', () => {
  it('have the version that the application needs', async () => {
    expect(Number((await one('show server_version_num')).server_version_num)).toBeGreaterThanOrEqual(150_000)
  })

  it('are migrated once', async () => {
    const files: string[] = []
    await migrate(database.pool, (file) => files.push(file))
    expect(files).toEqual([])
  })

  it('find by trigrams and sort like people', async () => {
    expect(await one(`select similarity('Marquee', 'marquees') > 0.5 as similar`)).toEqual({ similar: true })
    const { rows } = await database.pool.query(
      `select name from (values ('Zorro'), ('Émilie'), ('eden'), ('Ọ̀ṣun')) films (name) order by name collate "und-x-icu"`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['eden', 'Émilie', 'Ọ̀ṣun', 'Zorro'])
  })

  const query = (n: number) => prepared(sql`select ${n}::int as n`)
  it('answer prepared statements repeatedly, also after a failed statement', async () => {
    expect((await database.db.execute(query(1))).rows).toEqual([{ n: 1 }])
    await expect(database.db.execute(sql`select nothing from nowhere where ${1}::int = 1`)).rejects.toThrow(
      'Failed query',
    )
    expect((await database.db.execute(query(2))).rows).toEqual([{ n: 2 }])
    await expect(database.db.transaction((tx) => tx.execute(sql`select nothing from nowhere`))).rejects.toThrow(
      'Failed query',
    )
    expect((await database.db.execute(query(3))).rows).toEqual([{ n: 3 }])
  })

  it.runIf(inject('database').postgres)('keep only the plans of prepared statements', async () => {
    await database.db.transaction(async (tx) => {
      expect((await tx.execute(query(1))).rows).toEqual([{ n: 1 }])
      expect((await tx.execute(query(2))).rows).toEqual([{ n: 2 }])
      await tx.execute(sql`select ${3}::int as n`)
      const statements = await tx.execute(
        sql`select statement from pg_prepared_statements where statement like '%as n%'`,
      )
      expect(statements.rows).toEqual([{ statement: 'select $1::int as n /* prepared */' }])
    })
  })

  it.runIf(inject('database').postgres)('repeat a transaction after a deadlock', async () => {
    await database.pool.query(`create table turns (id int primary key, n int); insert into turns values (1, 0), (2, 0)`)
    const ROUNDS = 10
    let tries = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { promise: bothLock, resolve: go } = Promise.withResolvers<void>()
      let holding = 0
      const add = (ids: readonly number[]) =>
        database.db.transaction(async (tx) => {
          tries++
          await tx.execute(sql`set local deadlock_timeout = '10ms'`)
          await tx.execute(sql`update turns set n = n + 1 where id = ${ids[0]}`)
          if (++holding === 2) go()
          await bothLock
          await tx.execute(sql`update turns set n = n + 1 where id = ${ids[1]}`)
        })
      await Promise.all([add([1, 2]), add([2, 1])])
    }
    const { rows } = await database.pool.query('select n from turns')
    expect(rows).toEqual([{ n: 2 * ROUNDS }, { n: 2 * ROUNDS }])
    expect(tries).toBeGreaterThanOrEqual(3 * ROUNDS)
  })

  it('report overlaps by the name of the constraint, and continue', async () => {
    await database.pool.query(`create table bookings (room int, during tstzrange,
      constraint bookings_overlap exclude using gist (room with =, during with &&))`)
    const book = (room: number) =>
      database.db.execute(sql`insert into bookings values (${room}, '[2026-11-21 10:00Z, 2026-11-21 12:00Z)')`)
    await book(1)
    await book(2)
    const error = await book(1).catch((reason: unknown) => reason)
    expect(sqlError(error)).toMatchObject({ code: '23P01', constraint: 'bookings_overlap' })
    expect(await one('select count(*)::int as n from bookings')).toEqual({ n: 2 })
  })

  it('lose no connection when a transaction cannot begin', async () => {
    const { pool, db } = database
    for (let n = 0; n < pool.options.max; n++) {
      const breaks = (client: object) =>
        (client as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
      pool.once('acquire', breaks)
      await expect(db.transaction(async () => 'begun')).rejects.toThrow('Failed query: begin')
    }
    expect(await db.transaction(async () => 'begun')).toBe('begun')
    expect(pool.totalCount - pool.idleCount).toBe(0)
  })

  it('give each concurrent caller its own rows, also next to failing transactions', async () => {
    await database.pool.query('create table counted (n int primary key)')
    const jobs = Array.from({ length: 120 }, async (_, n) => {
      if (n % 3 === 0) {
        const insert = database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into counted values (${n})`)
          if (n % 2) throw new Error('changed my mind')
        })
        await insert.catch(() => {})
        return
      }
      expect(await one('select $1::int as own, repeat($2, 2000) as text', [n, 'x'])).toMatchObject({ own: n })
    })
    await Promise.all(jobs)
    expect(await one('select count(*)::int as n from counted')).toEqual({ n: 20 })
  })

  it('accept lines by COPY during other queries, reject bad ones completely, and continue', async () => {
    await database.pool.query('create table copied (n int generated always as identity, line text)')
    const client = await database.pool.connect()
    try {
      const lines = Array.from({ length: 50_000 }, (_, n) => `${n + 1}\tline ${n} 🎬\n`).join('')
      const copying = copyIn(client, 'copy copied (n, line) from stdin', Buffer.from(lines))
      const others = Promise.all(Array.from({ length: 5 }, (_, n) => client.query('select $1::int as n', [n])))
      expect(await copying).toBe(50_000)
      expect((await others).map(({ rows }) => rows[0].n)).toEqual([0, 1, 2, 3, 4])
      await expect(
        copyIn(client, 'copy copied (n, line) from stdin', Buffer.from('1\tgood\nx\tbad\n')),
      ).rejects.toThrow('invalid input syntax for type integer: "x"')
      await expect(copyIn(client, 'copy of_nobody from stdin', Buffer.from('1\n'))).rejects.toThrow('does not exist')
      const out = await copyOut(client, 'copy (select n, line from copied where n > 49998 order by n) to stdout')
      expect(out).toEqual({ lines: Buffer.from('49999\tline 49998 🎬\n50000\tline 49999 🎬\n'), rows: 2 })
    } finally {
      client.release()
    }
    expect(await one('select count(*) as n from copied')).toEqual({ n: 50_000 })
  })

  // ASVS: 15.2.2
  it('end a statement that takes too long, also in a transaction, and let many short ones take longer', async () => {
    const own = await testDatabase()
    const { db, pool, close } = await connect({ ...own, statementTimeoutMs: 1000 })
    const forEver = sql`select count(*) from generate_series(1, 1000000000000)`
    await expect(db.execute(forEver)).rejects.toThrow(/Failed query/)
    await expect(db.transaction((tx) => tx.execute(forEver))).rejects.toThrow(/Failed query/)
    const short = sql`select count(*)::int as n from generate_series(1, 10000)`
    const last = await db.transaction(async (tx) => {
      for (const until = performance.now() + 2000; performance.now() < until;) await tx.execute(short)
      return tx.execute(short)
    })
    expect(last.rows).toEqual([{ n: 10_000 }])
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await close()
    await own.drop()
  })

  it('let a statement without a timeout end', async () => {
    const own = await testDatabase()
    const { pool, close } = await connect({ ...own, statementTimeoutMs: 300 })
    const client = await pool.connect()
    await client.query('begin')
    await liftTimeout(client)
    const { rows } = await client.query(`select pg_sleep(1), 'woken' as state`)
    await client.query('commit')
    client.release()
    expect(rows[0].state).toBe('woken')
    await close()
    await own.drop()
  })

  it.runIf(inject('database').postgres)('survive a connection that breaks between two statements', async () => {
    const broken = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
      await tx.execute(sql`select 1`)
    })
    await expect(broken).rejects.toThrow(/Failed query/)
    expect(await one('select 1 as n')).toEqual({ n: 1 })
  })
})
