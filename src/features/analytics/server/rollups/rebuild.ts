import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database, Db } from '#server/db/connect.ts'
import { check, type Difference } from './check.ts'
import { days, rollups } from './counted.ts'

/** Rows of one short transaction. */
const CHUNK = 500
/** Rows that somebody held are left for the next pass. */
const PASSES = 3

/** What a rebuild did: what it found, and what it could not repair. */
export type Rebuilt = { found: Difference[]; left: Difference[] }

/** Repairs what differs while the server goes on: each transaction holds up those who tell of trade for a moment. */
export async function rebuild(database: Database, zone: string): Promise<Rebuilt> {
  const found = await check(database, zone)
  let left = found
  for (let pass = 0; left.length && pass < PASSES; pass++) {
    await repair(database.db, left, zone)
    left = await check(database, zone)
  }
  return { found, left }
}

/** What roll-ups are counted from comes first. Its triggers keep them in step, also where they are wrong. */
async function repair(db: Db, differences: readonly Difference[], zone: string) {
  const of = (table: string, column: string) =>
    differences.filter((one) => one.table === table && column in one.kept).map(({ key }) => key)
  for (const [table, column, at] of days)
    if (of(table, `${column} of another zone`).length) await repairDays(db, table, column, at, zone)
  for (const ids of inChunks(of('stints', 'stints').map((key) => key.customer_id))) await repairStints(db, ids, zone)
  for (const ids of inChunks(of('purchases', 'by_subscriber').map(({ id }) => id))) await repairBuyers(db, ids)
  for (const { table, keys } of rollups) {
    const wrong = differences.filter((one) => one.table === table).map(({ key }) => String(key[keys[0]!]))
    // A day is much; of codes each asks for a look at all purchases.
    for (const some of inChunks([...new Set(wrong)], keys[0] === 'day' ? 1 : CHUNK)) await repairRows(db, table, some)
  }
  for (const ids of inChunks(of('customers', 'purchases').map(({ id }) => id))) await repairCustomers(db, ids)
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

async function repairDays(db: Db, table: string, column: string, at: string, zone: string) {
  const [name, day, instant] = [sql.identifier(table), sql.identifier(column), sql.identifier(at)]
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      update ${name} set ${day} = (${instant} at time zone ${zone})::date
      where ${day} is distinct from (${instant} at time zone ${zone})::date`)
  })
}

const repairStints = (db: Db, ids: readonly unknown[], zone: string) =>
  db.transaction(async (tx) => {
    await lockCustomers(tx, ids)
    await tx.execute(sql`delete from stints where customer_id = ${listed(ids)}`)
    await tx.execute(sql`insert into stints select * from stints_of(${`{${ids.join(',')}}`}::bigint[], ${zone})`)
  })

const repairBuyers = (db: Db, ids: readonly unknown[]) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      select from customers where id in (select customer_id from purchases where id = ${listed(ids)})
      order by id for no key update`)
    await tx.execute(sql`
      update purchases p set by_subscriber = exists (
        select from stints s where s.customer_id = p.customer_id and s.starts_at <= p.at and p.at < s.ends_at
      ) where id = ${listed(ids)}`)
  })

/** The rows of one roll-up with these first keys are written anew. */
async function repairRows(db: Db, table: string, firsts: readonly string[]) {
  const { keys, values, counted } = rollups.find((one) => one.table === table)!
  const columns = [...keys, ...values].join(', ')
  // Codes are whatever a shop told.
  const among = `in (${firsts.map((first) => pg.escapeLiteral(first)).join(', ')})`
  const rows = counted((column) => `${column} ${among}`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await countAlone(tx)
    await tx.execute(sql.raw(`delete from ${table} where ${keys[0]} ${among}`))
    await tx.execute(
      sql.raw(`insert into ${table} (${columns}) select ${columns} from (${rows}) c where c.${keys[0]} ${among}`),
    )
  })
}

/** Of one whom somebody else holds nothing is waited for: they may be waiting for this lock. */
const repairCustomers = (db: Db, ids: readonly unknown[]) =>
  db.transaction(async (tx) => {
    await countAlone(tx)
    await tx.execute(sql`
      update customers c set purchases = (select count(*) from purchases p where p.customer_id = c.id)
      where id in (select id from customers where id = ${listed(ids)} order by id for no key update skip locked)`)
  })

const repairBuyerCounts = (db: Db) =>
  db.transaction(async (tx) => {
    await countAlone(tx)
    await tx.execute(sql`
      update buyer_counts set (buyers, repeat_buyers) = (
        select count(*), count(*) filter (where purchases >= 2) from customers where purchases >= 1)`)
  })
