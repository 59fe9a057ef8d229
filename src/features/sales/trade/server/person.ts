import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { counted } from '#contract/counted.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/** References to a person in sales: customer ids and all email addresses they ever had (lower case). */
export type Person = { ids: readonly number[]; emails: readonly string[] }

/** Condition that a purchase `p` was made without an account, under a matching address (`= lower(…)`, `= any(…)`). */
export const boughtAsGuest = (isOne: SQL): SQL =>
  sql`p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) ${isOne}`

const asGuest = ({ emails }: Person) => boughtAsGuest(sql`= any(${listOf(emails, 'text')})`)
const asCustomer = ({ ids }: Person) => sql`p.customer_id = any(${listOf(ids, 'bigint')})`

/** Condition that a purchase `p` belongs to a person, guest purchases included. */
export const boughtBy = (person: Person): SQL => sql`(${asCustomer(person)} or ${asGuest(person)})`

/** Lists the names and phones of a guest's purchases; empty: no purchase under the address. */
export async function buyersUnder(db: Db, email: string): Promise<{ name: string; phone: string }[]> {
  const { rows } = await query(db, { name: text, phone: text })`
    select name, phone from guests where email = lower(${email})
    union
    select p.buyer_name, p.buyer_phone from purchases p where ${boughtAsGuest(sql`= lower(${email})`)}`
  return rows
}

/** Number of a person's records, for the export and erasure screens. */
type TradeCounts = Record<'purchases' | 'guest_purchases' | 'refunds' | 'events' | 'redemptions', number>

export async function countTrade(db: Db, person: Person): Promise<TradeCounts> {
  const those = listOf(person.ids, 'bigint')
  const { rows } = await query(db, {
    refunds: number,
    purchases: number,
    events: number,
    redemptions: number,
    guest_purchases: number,
  })`
    with bought as (
      select p.id, p.customer_id from purchases p where ${asCustomer(person)}
      union all
      select p.id, p.customer_id from purchases p where ${asGuest(person)}
    )
    select
      (select count(*) from bought where customer_id is not null) as purchases,
      (select count(*) from bought where customer_id is null) as guest_purchases,
      (select count(*) from refunds where purchase_id in (select id from bought)) as refunds,
      (select count(*) from subscription_events where customer_id = any(${those})) as events,
      (select count(*) from redemptions where customer_id = any(${those})) as redemptions`
  return rows[0]!
}

/**
 * Erases the person from purchases, which stay for the accounts: those as a customer and, under the same address, as a
 * guest. @param terms texts to redact from free text (`redact`)
 */
export async function eraseTrade(tx: Db, person: Person, terms: readonly string[]): Promise<void> {
  const without = listOf(terms, 'text')
  await tx.execute(sql`
    update refunds r set reason = redact(r.reason, ${without}) from purchases p
    where p.id = r.purchase_id and r.reason <> '' and ${boughtBy(person)}`)
  for (const those of [asCustomer(person), asGuest(person)])
    await tx.execute(sql`update purchases p set buyer_name = '', buyer_email = '', buyer_phone = '' where ${those}`)
  for (const table of ['guests', 'guest_cinemas'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where email = any(${listOf(person.emails, 'text')})`)
  await tx.execute(sql`
    update subscription_events set reason = redact(reason, ${without})
    where customer_id = any(${listOf(person.ids, 'bigint')}) and reason <> ''`)
}

/** Tables whose rows move in a merge, with the name of one row. */
const MOVES = { purchases: 'purchase', redemptions: 'redemption', subscription_events: 'subscription event' } as const
const TABLES = Object.keys(MOVES) as (keyof typeof MOVES)[]

/** Rows that a merge moved, and the newest row at that time. */
export type TradeChanges = Record<keyof typeof MOVES, { ids: number[]; newest: number }>

/** Moves the sales of one customer to another. Days, money and sums do not change. */
export async function mergeTrade(tx: Db, { from, to }: { from: number; to: number }): Promise<TradeChanges> {
  const changes: Partial<TradeChanges> = {}
  for (const table of TABLES) {
    const { rows } = await query(tx, { id: number })`
      update ${sql.identifier(table)} set customer_id = ${to} where customer_id = ${from} returning id`
    const newest = await query(tx, { id: orNull(number) })`select max(id) as id from ${sql.identifier(table)}`
    changes[table] = { ids: rows.map(({ id }) => id), newest: newest.rows[0]!.id ?? 0 }
  }
  return changes as TradeChanges
}

/** Moves the rows of a merge back. @returns rows added since, which stay */
export async function unmergeTrade(
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  changes: TradeChanges,
): Promise<string[]> {
  const stays: string[] = []
  for (const table of TABLES) {
    const { ids, newest } = changes[table]
    await tx.execute(sql`
      update ${sql.identifier(table)} set customer_id = ${merged}
      where customer_id = ${survivor} and id = any(${listOf(ids, 'bigint')})`)
    const since = await query(tx, { n: number })`
      select count(*) as n from ${sql.identifier(table)} where customer_id = ${survivor} and id > ${newest}`
    if (since.rows[0]!.n) stays.push(counted(since.rows[0]!.n, MOVES[table]))
  }
  return stays
}
