import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { listOf } from '../../db/rows.ts'
import { number, query, text } from '../../db/query.ts'

/** Charge of the embedded payments. */
export type StoredCharge = { id: number; reference: string; token: string; email: string; kobo: number; at: Date }

/** Stores a charge; undefined: the reference is used already. */
export async function keepCharge(
  db: Db,
  { reference, token, email, kobo, at }: Omit<StoredCharge, 'id'>,
): Promise<StoredCharge | undefined> {
  const { rows } = await query(db, { id: number })`
    insert into payments_embedded (reference, token, email, kobo, at)
    values (${reference}, ${token}, ${email}, ${kobo}, ${at.toISOString()})
    on conflict (reference) do nothing returning id`
  return rows[0] && { id: rows[0].id, reference, token, email, kobo, at }
}

export async function chargeOf(db: Db, reference: string): Promise<StoredCharge | undefined> {
  const { rows } = await query(db, { email: text, id: number, reference: text, kobo: number, token: text, at: text })`
    select id, reference, token, email, kobo, at from payments_embedded where reference = ${reference}`
  return rows[0] && { ...rows[0], at: new Date(rows[0].at) }
}

export async function tokenOfCharge(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await query(db, { token: text })`select token from payments_embedded where id = ${id}`
  return rows[0]?.token
}

type StoredRefund = { id: number; token: string; at: Date }
/** Refund with its charge. */
export type RefundOfCharge = StoredRefund & { chargeId: number; chargeReference: string; kobo: number }
type NewRefund = {
  chargeId: number
  kobo: number | undefined
  reference: string | undefined
  isPaid: boolean
  at: Date
}

/**
 * Stores a refund, of the remaining amount by default; undefined: above the remaining amount. A failed refund returns
 * no money.
 */
export async function keepRefund(
  db: Db,
  { chargeId, kobo, reference, isPaid, at }: NewRefund,
): Promise<number | undefined> {
  const { rows } = await query(db, { id: number })`
    with charge as (
      select id, coalesce(${kobo ?? null}::bigint, kobo - refunded_kobo) as back
      from payments_embedded where id = ${chargeId} for update
    ), paid as (
      update payments_embedded c set refunded_kobo = c.refunded_kobo + case when ${isPaid} then charge.back else 0 end
      from charge where c.id = charge.id and charge.back between 1 and c.kobo - c.refunded_kobo
      returning c.id, charge.back
    )
    insert into payments_embedded_refunds (charge_id, reference, kobo, at)
    select id, ${reference ?? null}, back, ${at.toISOString()} from paid returning id`
  return rows[0]?.id
}

export async function refundOf(db: Db, reference: string): Promise<StoredRefund | undefined> {
  const { rows } = await query(db, { id: number, token: text, at: text })`
    select r.id, c.token, r.at from payments_embedded_refunds r join payments_embedded c on c.id = r.charge_id
    where r.reference = ${reference}`
  return rows[0] && { ...rows[0], at: new Date(rows[0].at) }
}

/** Lists the charges of a period, oldest first. */
export async function chargesBetween(
  db: Db,
  [from, until]: [Date, Date],
  { limit, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<StoredCharge[]> {
  const { rows } = await query(db, { email: text, id: number, reference: text, kobo: number, token: text, at: text })`
    select id, reference, token, email, kobo, at from payments_embedded
    where at >= ${from.toISOString()} and at < ${until.toISOString()}
    order by payments_embedded.at, id limit ${limit ?? null} offset ${offset}`
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** Lists the refunds of a period, oldest first. */
export async function refundsBetween(db: Db, [from, until]: [Date, Date]): Promise<RefundOfCharge[]> {
  const { rows } = await query(db, {
    id: number,
    kobo: number,
    token: text,
    chargeId: number,
    chargeReference: text,
    at: text,
  })`
    select r.id, c.token, r.at, c.id as "chargeId", c.reference as "chargeReference", r.kobo
    from payments_embedded_refunds r join payments_embedded c on c.id = r.charge_id
    where r.at >= ${from.toISOString()} and r.at < ${until.toISOString()} order by r.at, r.id`
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** Removes the payers of these email addresses and references from charges. */
export const forgetPayers = (tx: Db, emails: readonly string[], references: readonly string[]) =>
  tx.execute(sql`
    update payments_embedded set email = '', token = ''
    where lower(email) = any(${listOf(emails, 'text')}) or reference = any(${listOf(references, 'text')})`)
