import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { testDatabase } from '#server/test/database.ts'
import { TEST_NOW } from '#server/test/harness.ts'
import { killable } from '#server/test/killable.ts'
import { voucherKeys } from './keys.ts'
import { addGroup, plansOnSale } from './store.ts'
import type { Order } from './test/server-to-kill.fixture.ts'

const A_MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** The database for a moment: the embedded one serves one process at a time. */
async function withDatabase<T>(act: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await connect(database)
  try {
    return await act(db)
  } finally {
    await close()
  }
}

const serverToKill = (killAt = 0) =>
  killable<'make'>(path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts'), {
    databaseUrl: database.databaseUrl,
    dataDir: database.dataDir,
    killAt,
  } satisfies Order)

test(
  'two servers make the codes of a group, one of them is killed in the middle: all are there, once, and open',
  async () => {
    // The embedded database serves one server: the second one comes when the first has died.
    const isShared = database.databaseUrl !== undefined
    const quantity = isShared ? 30_000 : 6_000
    const id = await withDatabase(async (db) => {
      await db.execute(sql`insert into plans (name, kobo, tickets, created_at) values ('Fan', 1, 1, ${TEST_NOW})`)
      const [plan] = await plansOnSale(db)
      const by = { id: null, name: 'A test' }
      const sold = { companyName: 'A', quantity, approvedBy: 'B', comment: '', plan: plan!, expiresOn: null, by }
      return addGroup(db, sold, new Date(TEST_NOW))
    })
    const [dying, living] = await Promise.all([serverToKill(4), isShared ? serverToKill() : undefined])
    await Promise.all([dying.tell('make'), living?.tell('make')])
    expect(await dying.ended()).toBe('SIGKILL')

    const last = living ?? (await serverToKill())
    if (!living) await last.tell('make')
    await last.kill()
    await withDatabase(async (db) => {
      const { rows } = await db.execute<{ made: number; sealed: Buffer; lookup: Buffer }>(sql`
        select g.made, v.sealed, v.lookup from voucher_groups g join vouchers v on v.group_id = g.id where g.id = ${id}`)
      const keys = voucherKeys({ voucherKey: undefined, dataDir: database.dataDir } as Env)
      const codes = new Set(rows.map(({ sealed, lookup }) => keys.open(sealed, lookup)))
      expect([rows[0]!.made, rows.length, codes.size]).toEqual([quantity, quantity, quantity])
    })
  },
  A_MINUTE,
)
