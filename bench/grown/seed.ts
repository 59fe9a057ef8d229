import pg from 'pg'
import { check } from '#features/operations/rollups/server/check.ts'
import { rollups } from '#features/operations/rollups/server/counted.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { addWhoSignsIn } from '../served.ts'
import { counting, steps as chunks, ZONE } from '../seeding.ts'
import { later, life, type Step } from './seed-life.ts'
import { besides, chain, people, subscriptions } from './seed-people.ts'
import { wrongLogs } from './seed-proof.ts'
import { counted, followed, trade } from './seed-trade.ts'
import type { Sizes } from './sizes.ts'

const FILLED = [
  'customers',
  'purchases',
  'purchase_lines',
  'refunds',
  'refund_lines',
  'redemptions',
  'payment_events',
  'payments',
  'external_refunds',
  'ticket_log',
  'guests',
  'audit_log',
  'subscription_periods',
  'points_ledger',
  'loyalty_members',
  'visits',
]
/** The triggers' functions have indexes of these at hand while purchases are written. */
const WITHOUT_INDEXES = `tablename = any($1) and schemaname = 'public' and indexdef not like 'CREATE UNIQUE%'`

/**
 * Fills an empty database, or goes on where an earlier run was ended: each step is a transaction that notes that it is done.
 * @param byTriggers raw rows are told with the product's triggers on, which write the rest: slow, and the proof of the quick way
 */
export async function seed(url: string, sizes: Sizes, { byTriggers = false } = {}): Promise<void> {
  await migrated(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off; set max_parallel_maintenance_workers = 1;
      create schema if not exists bench;
      create table if not exists bench.steps (name text primary key, at timestamptz not null default now(), seconds real not null)`)
    await client.query(`set session_replication_role = ${byTriggers ? 'origin' : 'replica'}`)
    await fill(client, sizes, byTriggers)
    await client.query('set session_replication_role = origin')
    await live(client, sizes)
  } finally {
    await client.end()
  }
}

/** Has the schema of now, and somebody who signs in. */
export async function migrated(url: string): Promise<void> {
  const database = await connect({ databaseUrl: url, dataDir: '' })
  try {
    await migrate(database.pool)
    const { rows } = await database.pool.query('select from admins')
    if (!rows.length) await addWhoSignsIn(database.db)
  } finally {
    await database.close()
  }
}

/** Does a step if it is not done yet, in a transaction, or statement by statement where there can be none. */
async function step(client: pg.Client, name: string, statements: readonly string[], { alone = false } = {}) {
  const { rowCount } = await client.query('select from bench.steps where name = $1', [name])
  if (rowCount) return
  const since = performance.now()
  if (!alone) await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    const seconds = (performance.now() - since) / 1000
    await client.query('insert into bench.steps (name, seconds) values ($1, $2)', [name, seconds])
    if (!alone) await client.query('commit')
    if (seconds > 10) console.log(`  ${name}: ${seconds.toFixed(0)} s`)
  } catch (error) {
    if (!alone) await client.query('rollback')
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}

async function fill(client: pg.Client, sizes: Sizes, byTriggers: boolean) {
  const done = (name: string, statements: readonly string[], how = {}) => step(client, name, statements, how)
  await done('chain', chain())
  if (!byTriggers) await dropIndexes(client)
  for (const [first, last] of chunks(sizes.customers)) await done(`customers from ${first}`, people(sizes, first, last))
  await done('subscriptions', [...subscriptions(sizes), 'analyze subscription_periods'])
  await done('besides', besides(sizes))
  for (const [first, last] of chunks(sizes.purchases)) {
    await done(`purchases from ${first}`, trade(sizes, first, last))
    if (!byTriggers) {
      await done(`analyzed after ${first}`, ['analyze purchases, purchase_lines, payment_events'])
      await done(`logs from ${first}`, followed(first, last))
    }
  }
  await done('numbers go on', [
    `select setval(pg_get_serial_sequence('customers', 'id'), max(id)) from customers`,
    `select setval(pg_get_serial_sequence('purchases', 'id'), max(id)) from purchases`,
    'analyze',
  ])
  if (!byTriggers) {
    for (const rollup of rollups) await done(`roll-up ${rollup.table}`, [counting(rollup)])
    await done('counted', counted())
    const { rows } = await client.query<{ name: string; definition: string }>(
      'select name, definition from bench.indexes',
    )
    for (const { name, definition } of rows) await done(`index ${name}`, [definition])
  }
  // In three years autovacuum has been everywhere.
  await done('first vacuum', ['vacuum analyze'], { alone: true })
}

async function dropIndexes(client: pg.Client) {
  await step(client, 'indexes dropped', [
    `create table bench.indexes as select indexname::text as name, indexdef as definition from pg_indexes
     where ${WITHOUT_INDEXES.replace('$1', `array[${FILLED.map((table) => `'${table}'`).join(', ')}]`)}`,
    `do $$ declare one text; begin
       for one in select name from bench.indexes loop execute 'drop index ' || quote_ident(one); end loop;
     end $$`,
  ])
}

async function live(client: pg.Client, sizes: Sizes) {
  await step(client, 'what comes later', later(sizes))
  for (const { name, statements, cleans } of life(sizes) satisfies Step[]) {
    await step(client, name, statements)
    if (cleans) await step(client, `${name}, vacuum`, [`vacuum ${cleans}`], { alone: true })
  }
  await step(client, 'last analyze', ['analyze', 'checkpoint'], { alone: true })
}

/** @throws when something is not what the product would have made of the raw rows */
export async function prove(url: string): Promise<void> {
  const database = await connect({ databaseUrl: url, dataDir: '' })
  try {
    const differences = await check(database, ZONE)
    const wrong = [...differences.map((one) => JSON.stringify(one)), ...(await wrongLogs(database.pool))]
    if (wrong.length) throw new Error(`The seed is not what the product makes:\n${wrong.slice(0, 20).join('\n')}`)
  } finally {
    await database.close()
  }
}
