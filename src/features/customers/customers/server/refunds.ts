import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { hidden, prepared } from '#server/db/prepared.ts'
import type { PurchasedLine } from '../contract.ts'
import { number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** Refunds of purchase lines. A refund names kinds instead of lines, so it is spread over the lines of its kind. */

const refundRow = { kind: text, quantity: number, kobo: number, show_day: orNull(text) }
type Refund = RowOf<typeof refundRow>
const refundableLineRow = { ...refundRow, n: number }
type RefundableLine = RowOf<typeof refundableLineRow>
export type Back = { quantity: number; kobo: number }

/**
 * Spreads refunds over lines. A line with the same price and quantity is refunded first; otherwise lines are used in
 * order.
 */
export function laidOver(lines: readonly RefundableLine[], refunds: readonly Refund[]): Map<number, Back> {
  const back = new Map(lines.map(({ n }) => [n, { quantity: 0, kobo: 0 }]))
  const open = (line: RefundableLine) => line.kobo - back.get(line.n)!.kobo
  for (const refund of refunds) {
    const candidates = lines.filter(
      ({ kind, show_day }) => kind === refund.kind && (!refund.show_day || show_day === refund.show_day),
    )
    const exact = candidates.find(
      (line) => line.kobo === refund.kobo && line.quantity === refund.quantity && back.get(line.n)!.kobo === 0,
    )
    let { quantity, kobo } = refund
    for (const line of exact ? [exact] : candidates) {
      const given = back.get(line.n)!
      const some = Math.min(kobo, open(line))
      const many = Math.min(quantity, line.quantity - given.quantity)
      given.kobo += some
      given.quantity += many
      kobo -= some
      quantity -= many
    }
  }
  return back
}

export const statusOf = (line: { quantity: number; kobo: number }, back: Back): PurchasedLine['status'] => {
  if (back.kobo === 0 && back.quantity === 0) return 'Paid'
  const isComplete = line.kobo > 0 ? back.kobo >= line.kobo : back.quantity >= line.quantity
  return isComplete ? 'Refunded' : 'Partly refunded'
}

/** Reads the refunded part of each line of purchases. */
export async function refundedOf(db: Db, purchases: readonly number[]) {
  const those = sql`any(${hidden([...purchases], 'bigint[]')})`
  const refunds = purchases.length
    ? (
        await query(db, { ...refundRow, purchase_id: number })(
          prepared(sql`
          select r.purchase_id, l.kind, l.quantity, l.kobo, l.show_day
          from refunds r join refund_lines l on l.refund_id = r.id
          where r.purchase_id = ${those} order by r.at, r.id, l.n`),
        )
      ).rows
    : []
  const lines = refunds.length
    ? (
        await query(db, { ...refundableLineRow, purchase_id: number })(
          prepared(sql`
          select purchase_id, n, kind, quantity, kobo, show_day from purchase_lines where purchase_id = ${those} order by n`),
        )
      ).rows
    : []
  const of = <R extends { purchase_id: number }>(rows: readonly R[], id: number) =>
    rows.filter(({ purchase_id }) => purchase_id === id)
  const laid = new Map(
    [...new Set(refunds.map(({ purchase_id }) => purchase_id))].map((id) => [
      id,
      laidOver(of(lines, id), of(refunds, id)),
    ]),
  )
  return (purchase: number, n: number): Back => laid.get(purchase)?.get(n) ?? { quantity: 0, kobo: 0 }
}
