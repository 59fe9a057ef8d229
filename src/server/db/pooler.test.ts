import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { hasPooler, startPooler } from '../test/pooler.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from '#app/migrate.ts'
import { prepared } from './prepared.ts'
import { settings } from './tables.ts'

describe.runIf(hasPooler && inject('database').postgres)('the database through PgBouncer in transaction mode', () => {
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

  it('is rejected at the first start without a direct address', async () => {
    const without = await connect({ databaseUrl: pooler.url, dataDir: made.dataDir })
    await expect(without.pool.query('select 1')).rejects.toThrow('unsupported startup parameter')
    await without.close()
  })

  it('is migrated, and serves many more connections than the pooler has', async () => {
    await migrate(database.pool)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await database.pool.query('select $1::int as n', [n])).rows[0].n),
    )
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  it('repeats a statement on any connection of the pooler', async () => {
    const again = (n: number) => database.db.execute<{ n: number }>(prepared(sql`select ${n}::int as n`))
    const named = () =>
      database.db.select({ key: settings.key }).from(settings).limit(1).prepare('one setting').execute()
    for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? again(i) : named())))
    expect((await again(7)).rows).toEqual([{ n: 7 }])
  })

  it('ends a statement that takes too long, except in a transaction without a timeout', async () => {
    await expect(database.pool.query('select pg_sleep(5)')).rejects.toThrow('statement timeout')
    expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
    const { rows } = await database.pool.query('show max_parallel_workers_per_gather')
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }])
    const client = await database.pool.connect()
    await client.query('begin; set local statement_timeout = 0')
    await client.query('select pg_sleep(1)')
    await client.query('commit')
    client.release()
  })

  it('delivers notifications', async () => {
    const until = new AbortController()
    let notifications = 0
    await new Promise<void>((resolve) => {
      const onNotification = () => resolve(void notifications++)
      void database.listen('figures', onNotification, until.signal).then(() => database.pool.query('notify figures'))
    })
    until.abort()
    expect(notifications).toBe(1)
  })
})
