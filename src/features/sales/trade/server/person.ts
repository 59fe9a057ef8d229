import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { counted } from '#contract/counted.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/** By what a person is found in the trade: their records, and the addresses (in lower case) that they ever had. */
export type Person = { ids: readonly number[]; emails: readonly string[] }

/** Whether a purchase `p` was made without an account, under an address that is one of these (`= lower(…)`, `= any(…)`). */
export const boughtAsGuest = (isOne: SQL): SQL =>
  sql`p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) ${isOne}`

const asGuest = ({ emails }: Person) => boughtAsGuest(sql`= any(${listOf(emails, 'text')})`)
const asCustomer = ({ ids }: Person) => sql`p.customer_id = any(${listOf(ids, 'bigint')})`

/** Whether a purchase `p` is a person's, with those that they made as a guest. */
export const boughtBy = (person: Person): SQL => sql`(${asCustomer(person)} or ${asGuest(person)})`

/** What a guest was called with each purchase, and their phones; none of an address that nobody bought under. */
export async function buyersUnder(db: Db, email: string): Promise<{ name: string; phone: string }[]> {
  const { rows } = await query(db, { name: text, phone: text })`
    select name, phone from guests where email = lower(${email})
    union
    select p.buyer_name, p.buyer_phone from purchases p where ${boughtAsGuest(sql`= lower(${email})`)}`
  return rows
}

/** How much there is of a person. */
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
 * What a person bought stays for the accounts, without saying who bought it: as a customer and, under the same address, as
 * a guest. @param words what is not to be found in what was written freely (`redact`)
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

/** What moves with a customer, and what one of it is called. */
const MOVES = { purchases: 'purchase', redemptions: 'redemption', subscription_events: 'subscription event' } as const
const TABLES = Object.keys(MOVES) as (keyof typeof MOVES)[]

/** The rows that a merge moved, and the newest that was there. */
export type TradeChanges = Record<keyof typeof MOVES, { ids: number[]; newest: number }>

/** What one customer bought and did is another's from now on. Days and money stay, and so do sums. */
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

/** Gives those rows back. @returns what came since, and stays */
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
