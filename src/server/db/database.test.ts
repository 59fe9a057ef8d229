import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { connect, sqlError, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

let made: Awaited<ReturnType<typeof testDatabase>>
let database: Database
beforeAll(async () => {
  made = await testDatabase()
  database = await connect(made)
})
afterAll(async () => {
  await database?.close()
  await made?.drop()
})

const one = async (query: string, values: unknown[] = []) => (await database.pool.query(query, values)).rows[0]

describe('both databases', () => {
  it('are as new as the application asks', async () => {
    expect(Number((await one('show server_version_num')).server_version_num)).toBeGreaterThanOrEqual(150_000)
  })

  it('are migrated once', async () => {
    const files: string[] = []
    await migrate(database.pool, (file) => files.push(file))
    expect(files).toEqual([])
  })

  it('find by trigrams and sort as people do', async () => {
    expect(await one(`select similarity('Marquee', 'marquees') > 0.5 as similar`)).toEqual({ similar: true })
    const { rows } = await database.pool.query(
      `select name from (values ('Zorro'), ('Émilie'), ('eden'), ('Ọ̀ṣun')) films (name) order by name collate "und-x-icu"`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['eden', 'Émilie', 'Ọ̀ṣun', 'Zorro'])
  })

  it('refuse what overlaps, by the name of the constraint, and go on', async () => {
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

  it('give each of many callers its own rows, also beside transactions that fail', async () => {
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
      expect(await one('select $1::int as mine, repeat($2, 2000) as text', [n, 'x'])).toMatchObject({ mine: n })
    })
    await Promise.all(jobs)
    expect(await one('select count(*)::int as n from counted')).toEqual({ n: 20 })
  })
})
