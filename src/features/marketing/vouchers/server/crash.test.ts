/** @module-tag nightly */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { testDatabase } from '#server/test/database.ts'
import { TEST_NOW } from '#server/test/harness.ts'
import { killable } from '#server/test/killable.ts'
import { voucherKeys } from './keys.ts'
import { addGroup, plansOnSale } from './store.ts'
import type { Order } from './test/server-to-kill.fixture.ts'

const MINUTES = 180_000
const QUANTITY = 30_000

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  database = await testDatabase()
  ;({ db, close } = await connect(database))
})
afterAll(async () => {
  await close()
  await database.drop()
})

const another = (stopAfter = 0) =>
  killable<'make'>(path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts'), {
    databaseUrl: database.databaseUrl!,
    dataDir: database.dataDir,
    stopAfter,
  } satisfies Order)

// The embedded database serves one server at a time.
test.runIf(inject('database').postgres)(
  'three servers make the codes of a group, one of them is killed in the middle: all are there, once, and open',
  async () => {
    await db.execute(sql`insert into plans (name, kobo, tickets, created_at) values ('Fan', 1, 1, ${TEST_NOW})`)
    const [plan] = await plansOnSale(db)
    const by = { id: null, name: 'A test' }
    const sold = {
      companyName: 'A',
      quantity: QUANTITY,
      approvedBy: 'B',
      comment: '',
      plan: plan!,
      expiresOn: null,
      by,
    }
    const id = await addGroup(db, sold, new Date(TEST_NOW))

    const [dying, ...living] = await Promise.all([another(4), another(), another()])
    await dying.send('make')
    const made = living.map(({ send }) => send('make'))
    await dying.kill()
    await Promise.all(made)
    await Promise.all(living.map(({ kill }) => kill()))

    const { rows } = await db.execute<{ made: number; sealed: Buffer; lookup: Buffer }>(sql`
      select g.made, v.sealed, v.lookup from voucher_groups g join vouchers v on v.group_id = g.id where g.id = ${id}`)
    const keys = voucherKeys({ voucherKey: undefined, dataDir: database.dataDir } as Env)
    const codes = new Set(rows.map(({ sealed, lookup }) => keys.open(sealed, lookup)))
    expect([rows[0]!.made, rows.length, codes.size]).toEqual([QUANTITY, QUANTITY, QUANTITY])
  },
  MINUTES,
)
