import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

/** A charge that the embedded payments made. */
export type KeptCharge = { id: number; reference: string; token: string; email: string; kobo: number; at: Date }

/** Keeps a charge; undefined when there is one of its reference. */
export async function keepCharge(
  db: Db,
  { reference, token, email, kobo, at }: Omit<KeptCharge, 'id'>,
): Promise<KeptCharge | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into payments_embedded (reference, token, email, kobo, at)
    values (${reference}, ${token}, ${email}, ${kobo}, ${at.toISOString()})
    on conflict (reference) do nothing returning id`)
  return rows[0] && { id: rows[0].id, reference, token, email, kobo, at }
}

export async function chargeOf(db: Db, reference: string): Promise<KeptCharge | undefined> {
  const { rows } = await db.execute<Omit<KeptCharge, 'at'> & { at: string }>(sql`
    select id, reference, token, email, kobo, at from payments_embedded where reference = ${reference}`)
  return rows[0] && { ...rows[0], at: new Date(rows[0].at) }
}

/** Notes a refund, of the rest when no amount is given; answers all that was refunded, undefined when it is too much. */
export async function keepRefund(db: Db, id: number, kobo?: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ refunded: number }>(sql`
    update payments_embedded set refunded_kobo = refunded_kobo + coalesce(${kobo ?? null}::bigint, kobo - refunded_kobo)
    where id = ${id} and coalesce(${kobo ?? null}::bigint, kobo - refunded_kobo) between 1 and kobo - refunded_kobo
    returning refunded_kobo as refunded`)
  return rows[0]?.refunded
}
