import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activeCount, listedCount } from '#features/customers/customers/server/public.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { lockFile } from '#server/db/lock.ts'
import { testDatabase } from '#server/test/database.ts'
import { recurringNow } from '#features/insights/analytics/server/store.ts'
import { forgetTrade, load } from '#features/insights/analytics/server/test/load.ts'
import { trade, type Fact } from '#features/insights/analytics/server/test/trade.ts'
import { check } from './check.ts'
import { rebuild } from './rebuild.ts'

const ZONE = 'Africa/Lagos'
/** The largest of some trades, the same in every run. */
const { facts } = fc.sample(trade, { seed: 4, numRuns: 60 }).toSorted((a, b) => b.facts.length - a.facts.length)[0] as {
  facts: Fact[]
}

let made: Awaited<ReturnType<typeof testDatabase>>
let database: Database
const reloaded = async () => {
  await forgetTrade(database.pool)
  await load(database.pool, facts, [7, 3], ZONE)
}
beforeAll(async () => {
  made = await testDatabase()
  database = await connect(made)
  await reloaded()
})
afterAll(async () => {
  await database?.close()
  await made?.drop()
})

test('nothing differs where nothing was changed by hand', async () => {
  expect(await check(database, ZONE)).toEqual([])
  expect(await rebuild(database, ZONE)).toEqual({ found: [], left: [] })
})

/** A mistake made by hand, and the tables of which the check must say something. */
const mistakes: [string, string, string[]][] = [
  ['a count that is too high', 'update sales_days set count = count + 1 where kind = $$purchase$$', ['sales_days']],
  ['money that is missing', 'update cinema_sales_days set kobo = kobo - 1', ['cinema_sales_days']],
  ['a day that is missing', 'delete from show_days where ctid = (select min(ctid) from show_days)', ['show_days']],
  ['what a cinema sold in all', 'update cinema_sales set count = count + 1', ['cinema_sales']],
  ['shows of a cinema', 'update cinema_show_days set sold = sold - 1', ['cinema_show_days']],
  [
    'a cinema that tore no ticket',
    `insert into cinema_redemption_days values ('2020-01-01', '0009', 3, 1)`,
    ['cinema_redemption_days'],
  ],
  ['lines of the ticket log', 'update ticket_log_days set lines = lines + 1', ['ticket_log_days']],
  ['a day that never was', `insert into redemption_days values ('2020-01-01', 3, 1)`, ['redemption_days']],
  ['tickets of a movie', 'update movie_days set count = count + 1', ['movie_days']],
  [
    'merchandise that nobody bought',
    `insert into merchandise_days values (7, '2020-01-01', 2, 3)`,
    ['merchandise_days'],
  ],
  ['visits', 'update visit_days set count = 0', ['visit_days']],
  ['sign-ups of another channel', `insert into signup_days values ('2026-01-01', 'nowhere', -1)`, ['signup_days']],
  ['subscriptions begun', 'update subscription_days set started = started + 1', ['subscription_days']],
  ['people who are not listed', 'update signup_days set unlisted = unlisted + 1', ['signup_days']],
  ['their subscriptions', 'update subscription_days set unlisted_ended = unlisted_ended + 1', ['subscription_days']],
  ['plans ended', 'update subscription_ends set kobo = 1', ['subscription_ends']],
  ['buyers', 'update buyer_counts set repeat_buyers = repeat_buyers + 1', ['buyer_counts']],
  ["a customer's purchases", 'update buyers set purchases = purchases + 1', ['buyers']],
  [
    'a subscription period',
    'update subscription_periods set kobo = kobo + 1',
    ['subscription_periods', 'subscription_days'],
  ],
  ["a subscriber's purchase", 'update purchases set by_subscriber = not by_subscriber', ['purchases']],
  ['payments of a day', 'update payment_days set count = count + 1', ['payment_days']],
  ['payments of a cinema', 'update payment_cinema_days set count = count - 1', ['payment_cinema_days']],
  ['where a payment was made', `update payments set cinema_id = '0009'`, ['payments']],
  ['how it was paid', `update payments set method = 'several'`, ['payments']],
  ['tickets that came back', `update ticket_log set refund = 'part'`, ['ticket_log']],
  [
    'where somebody is a customer',
    `insert into customer_cinemas select min(id), '0009' from customers`,
    ['customer_cinemas'],
  ],
  ['where somebody is none any more', 'delete from customer_cinemas', ['customer_cinemas']],
  [
    'what guests bought somewhere',
    `insert into guest_cinemas values ('x@mail.example', '0001', now(), 2)`,
    ['guest_cinemas'],
  ],
  ['refunds that a shop reported', 'update external_refunds set kobo = kobo + 1', ['external_refunds']],
  ['what a code brought', 'update referral_sums set kobo = kobo + 1', ['referral_sums']],
  ['days of another zone', 'update purchases set day = day + 1', ['purchases', 'cinema_sales_days', 'sales_days']],
]

describe('a mistake in what is kept', () => {
  test.each(mistakes)('%s is seen and repaired', async (_, statement, tables) => {
    // Each repairs what it broke: the next one finds all as it was.
    await database.pool.query(statement)
    const found = await check(database, ZONE)
    expect([...new Set(found.map(({ table }) => table))]).toEqual(expect.arrayContaining(tables))
    const rebuilt = await rebuild(database, ZONE)
    expect(rebuilt.found).toEqual(found)
    expect(rebuilt.left).toEqual([])
  })

  test('a row says what is kept and what was counted', async () => {
    await database.pool.query(`insert into visit_days values ('2020-01-01', 'web', 5)`)
    expect(await check(database, ZONE)).toEqual([
      { table: 'visit_days', key: { day: '2020-01-01', channel: 'web' }, stored: { count: 5 }, counted: { count: 0 } },
    ])
    expect((await rebuild(database, ZONE)).left).toEqual([])
  })

  test.each([
    [
      'purchases',
      'purchases_insert_1_roll_up_purchases',
      ['cinema_sales_days', 'sales_days', 'buyers', 'buyer_counts'],
    ],
    [
      'purchase_lines',
      'purchase_lines_insert_1_roll_up_lines',
      ['cinema_sales_days', 'sales_days', 'show_days', 'cinema_show_days'],
    ],
    ['purchase_lines', 'purchase_lines_insert_2_log_tickets', ['ticket_log_days']],
    ['refunds', 'refunds_insert_2_record_external_refunds', ['external_refunds']],
    [
      'refund_lines',
      'refund_lines_insert_1_roll_up_refund_lines',
      ['cinema_sales_days', 'sales_days', 'show_days', 'cinema_show_days'],
    ],
    ['purchase_lines', 'purchase_lines_insert_4_roll_up_movies', ['movie_days']],
    ['refund_lines', 'refund_lines_insert_3_roll_up_movie_refunds', ['movie_days']],
    ['purchase_lines', 'purchase_lines_insert_5_sum_referred_lines', ['referral_sums']],
    [
      'subscription_periods',
      'subscription_periods_delete_1_roll_up_subscription_periods',
      ['subscription_days', 'subscription_ends'],
    ],
    ['customers', 'customers_recounted', ['signup_days', 'subscription_days']],
    [
      'redemptions',
      'redemptions_insert_1_roll_up_redemptions',
      ['show_days', 'cinema_show_days', 'redemption_days', 'cinema_redemption_days'],
    ],
  ])('a broken trigger of %s (%s) is seen and repaired', async (table, trigger, tables) => {
    await forgetTrade(database.pool)
    await database.pool.query(`alter table ${table} disable trigger ${trigger}`)
    try {
      await load(database.pool, facts, [2, 1], ZONE)
    } finally {
      await database.pool.query(`alter table ${table} enable trigger ${trigger}`)
    }
    const found = await check(database, ZONE)
    expect([...new Set(found.map((one) => one.table))].toSorted()).toEqual(tables.toSorted())
    expect((await rebuild(database, ZONE)).left).toEqual([])
  })
})

test('who is listed, active at an instant, and what recurs then, is the same one by one and from the roll-ups', async () => {
  await reloaded()
  await database.pool.query(`
    update customers set erased_at = '2026-11-01' where id % 3 = 0 and registered_at is not null`)
  await database.pool.query(`update customers set erased_at = null where id % 6 = 0`)
  expect(await check(database, ZONE)).toEqual([])
  const { rows: moments } = await database.pool.query<{ at: string }>(`
    select (at + shift)::text as at
    from (select starts_at from subscription_periods union select ends_at from subscription_periods where isfinite(ends_at)) x(at),
      unnest(array[interval '0', '1 second', '1 hour', '13 hours', '1 day', '2 days', '9 days']) d(by),
      unnest(array[by, -by]) shift`)
  expect(moments.length).toBeGreaterThan(100)
  const counts = await Promise.all(
    moments.map(async ({ at }) => {
      const recurring = await recurringNow(database.db, new Date(at))
      const { rows: each } = await database.db.execute(sql`
        select count(*)::bigint as count, coalesce(sum(kobo), 0)::bigint as kobo
        from subscription_periods where starts_at <= ${at} and ends_at > ${at}`)
      expect(recurring).toEqual(each[0])
      const { rows } = await database.db.execute<{ stored: number; counted: number }>(sql`
        select ${activeCount(at)}::int as stored, (
          select count(distinct s.customer_id)::int from subscription_periods s join customers c on c.id = s.customer_id
          where c.is_listed and s.starts_at <= ${at} and s.ends_at > ${at}) as counted`)
      return rows[0]!
    }),
  )
  expect(counts.map(({ stored }) => stored)).toEqual(counts.map(({ counted }) => counted))
  const { rows } = await database.db.execute<{ stored: number; counted: number }>(sql`
    select ${listedCount}::int as stored, (select count(*)::int from customers where is_listed) as counted`)
  expect(rows[0]!.stored).toBe(rows[0]!.counted)
})

test('a repair while others go on telling loses nothing of theirs', async () => {
  await reloaded()
  await database.pool.query('update sales_days set count = count + 1')
  await database.pool.query('update buyers set purchases = 1000')
  await database.pool.query('update buyer_counts set buyers = 0, repeat_buyers = 0')
  const progress = { batches: 0, isOver: false }
  const writing = async (writer: number) => {
    for (let n = 0; !progress.isOver; n++, progress.batches++)
      await load(database.pool, shifted(facts, 1000 * (writer * 1000 + n + 1)), [9], ZONE)
  }
  const writers = [writing(0), writing(1)]
  const repaired = (async () => {
    while (progress.batches < 2 || (await rebuild(database, ZONE)).found.length) await new Promise(setImmediate)
    progress.isOver = true
  })()
  await Promise.all([...writers, repaired])
  expect(await check(database, ZONE)).toEqual([])
})

/** The same again with purchases of their own. */
const shifted = (all: readonly Fact[], by: number): Fact[] =>
  all
    .filter(({ stream }) => stream !== 'customers' && stream !== 'subscriptions')
    .map((fact) => {
      if (fact.stream === 'purchases') return { ...fact, id: fact.id + by }
      if (fact.stream === 'refunds') return { ...fact, purchase: fact.purchase + by }
      return fact
    })

describe('the commands', () => {
  const run = async (what: string, place: Record<string, string>) => {
    const env = { PATH: process.env.PATH, ...place }
    const child = spawn(process.execPath, ['scripts/rollups.ts', what], { env })
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { out, error, code }
  }

  test('an embedded database that a server has open is left alone, in one line', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'marquee-rollups-'))
    const unlock = lockFile(path.join(folder, 'database.lock'))
    const { error, code } = await run('check', { DATA_DIR: folder })
    unlock()
    await rm(folder, { recursive: true })
    expect(error).toMatch(/^Another Marquee process is using this data folder .+\n$/)
    expect(code).toBe(2)
  })

  test('check says each difference and its exit code is 1; rebuild repairs', async () => {
    await reloaded()
    await database.pool.query(`insert into visit_days values ('2020-01-01', 'web', 5)`)
    const place = { DATA_DIR: made.dataDir, ...(made.databaseUrl && { DATABASE_URL: made.databaseUrl }) }
    // The embedded one is open in one process at a time.
    await database.close()
    const difference = '  visit_days, day 2020-01-01, channel web: stored count 5; counted count 0\n'
    try {
      expect(await run('check', place)).toEqual({
        out: `${difference}1 differences: npm run rollups:rebuild repairs them\n`,
        error: '',
        code: 1,
      })
      expect(await run('rebuild', place)).toEqual({ out: `${difference}1 of 1 repaired\n`, error: '', code: 0 })
      expect(await run('check', place)).toEqual({ out: 'No differences\n', error: '', code: 0 })
    } finally {
      database = await connect(made)
    }
  })
})
