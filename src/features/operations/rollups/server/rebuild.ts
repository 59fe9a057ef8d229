import { sql } from 'drizzle-orm'
import pg from 'pg'
import { repairCinemas, repairRegistered } from '#features/customers/customers/server/public.ts'
import { repairMethods, repairPlaces } from '#features/payments/payment-logs/server/public.ts'
import { repairRefundStates } from '#features/sales/tickets/server/public.ts'
import { markSubscribers, repairDays, DERIVED_DAYS, workOut } from '#features/sales/trade/server/public.ts'
import { withoutStatementTimeout, type Database, type Db } from '#server/db/connect.ts'
import { check, type Difference } from './check.ts'
import { rollups } from './counted.ts'

/** Rows of one short transaction. */
const CHUNK = 500
/** Rows that somebody has locked are left for the next pass. */
const PASSES = 3

/** What a rebuild did: what it found, and what it could not repair. */
export type Rebuilt = { found: Difference[]; left: Difference[] }

/** Repairs what differs while the server goes on: each transaction holds up those who tell of trade for a moment. */
export async function rebuild(database: Database, zone: string): Promise<Rebuilt> {
  const found = await check(database, zone)
  let left = found
  for (let pass = 0; left.length && pass < PASSES; pass++) {
    await repair(database, left, zone)
    left = await check(database, zone)
  }
  return { found, left }
}

/** What roll-ups are counted from comes first. Its triggers keep them in step, also where they are wrong. */
async function repair(database: Database, differences: readonly Difference[], zone: string) {
  const { db } = database
  const of = (table: string, column: string) =>
    differences.filter((one) => one.table === table && column in one.stored).map(({ key }) => key)
  for (const days of DERIVED_DAYS)
    if (of(days[0], `${days[1]} of another zone`).length)
      await withoutStatementTimeout(database, (tx) => repairDays(tx, days, zone))
  if (of('customers', 'registered_on of another zone').length)
    await withoutStatementTimeout(database, (tx) => repairRegistered(tx, zone))
  for (const ids of inChunks(of('subscription_periods', 'subscription_periods').map((key) => key.customer_id)))
    await repairPeriods(db, ids, zone)
  for (const ids of inChunks(of('purchases', 'by_subscriber').map(({ id }) => id))) await repairBuyers(db, ids)
  for (const ids of inChunks(of('customer_cinemas', 'cinemas').map((key) => Number(key.customer_id))))
    await withoutStatementTimeout(database, async (tx) => {
      await lockCustomers(tx, ids)
      await repairCinemas(tx, ids)
    })
  for (const [table, column, id, anew] of [
    ['payments', 'cinema_id', 'id', repairPlaces],
    ['payments', 'method', 'id', repairMethods],
    ['ticket_log', 'refund', 'purchase_id', repairRefundStates],
  ] as const)
    for (const ids of inChunks(of(table, column).map((key) => Number(key[id]))))
      await withoutStatementTimeout(database, (tx) => anew(tx, ids))
  for (const { table, keys } of rollups) {
    const wrong = differences.filter((one) => one.table === table).map(({ key }) => String(key[keys[0]!]))
    // A day is much; of codes each asks for a look at all purchases.
    for (const some of inChunks([...new Set(wrong)], keys[0] === 'day' ? 1 : CHUNK))
      await repairRows(database, table, some)
  }
  if (of('buyer_counts', 'buyers').length) await repairBuyerCounts(db)
}

const inChunks = <T>(all: readonly T[], most = CHUNK): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most))
const listed = (ids: readonly unknown[]) => sql`any(${`{${ids.join(',')}}`}::bigint[])`

/** Whoever changes what is counted holds this lock shared (`counting()`); with it alone nobody is about to. */
const countAlone = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('rollups', 0))`)

/** In the order in which everybody locks them, and before the lock of the roll-ups, as everybody does. */
const lockCustomers = (tx: Db, ids: readonly unknown[]) =>
  tx.execute(sql`select from customers where id = ${listed(ids)} order by id for no key update`)

const repairPeriods = (db: Db, ids: readonly unknown[], zone: string) =>
  db.transaction(async (tx) => {
    await lockCustomers(tx, ids)
    await workOut(tx, zone, ids.map(Number))
  })

const repairBuyers = (db: Db, ids: readonly unknown[]) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      select from customers where id in (select customer_id from purchases where id = ${listed(ids)})
      order by id for no key update`)
    await markSubscribers(tx, sql`p.id = ${listed(ids)}`)
  })

/** The rows of one roll-up with these first keys are written anew. */
async function repairRows(database: Database, table: string, firsts: readonly string[]) {
  const { keys, values, also = [], counted } = rollups.find((one) => one.table === table)!
  const columns = [...keys, ...values, ...also].join(', ')
  // Codes are whatever a shop reported.
  const among = `in (${firsts.map((first) => pg.escapeLiteral(first)).join(', ')})`
  const rows = counted((column) => `${column} ${among}`)
  await withoutStatementTimeout(database, async (tx) => {
    await countAlone(tx)
    await tx.execute(sql.raw(`delete from ${table} where ${keys[0]} ${among}`))
    await tx.execute(
      sql.raw(`insert into ${table} (${columns}) select ${columns} from (${rows}) c where c.${keys[0]} ${among}`),
    )
  })
}

const repairBuyerCounts = (db: Db) =>
  db.transaction(async (tx) => {
    await countAlone(tx)
    await tx.execute(sql`
      update buyer_counts set (buyers, repeat_buyers) = (
        select count(*), count(*) filter (where purchases >= 2) from buyers)`)
  })
