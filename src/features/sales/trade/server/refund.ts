import { sql } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { LineKind } from '../rules.ts'
import { leftByKind } from './remaining.ts'
import { recordedAt, type Sender } from './sell.ts'
import { number, query, text } from '#server/db/query.ts'

type Given = { id: string; purchase: number; at: Date; reason: string }
/** Refund as programs report it, by kinds of lines. The caller locks its purchase. */
export type Refund = Given & {
  /** `showDay`: business day of the show, used before `showAt`. */
  lines: readonly { kind: LineKind; quantity: number; kobo: number; showAt?: Date | null; showDay?: Day | null }[]
}

const sumOf = (lines: readonly { kobo: number }[]) => lines.reduce((sum, { kobo }) => sum + kobo, 0)

/**
 * Adds refunds with their lines. Refunded tickets reduce the reported show, or else the first show of the purchase.
 */
export async function refund(tx: Db, by: Sender, refunds: readonly Refund[]): Promise<void> {
  const ids = await addRefunds(
    tx,
    by,
    refunds.map(({ lines, ...given }) => ({ ...given, kobo: sumOf(lines) })),
  )
  const lines = refunds.flatMap(({ id, purchase, lines }) =>
    lines.map((line, index) => ({ ...line, refund: ids.get(id), n: index + 1, purchase })),
  )
  await tx.execute(sql`
    insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
    select x.refund, x.n, x.kind, x.quantity, x.kobo, coalesce(
      x."showDay",
      (x."showAt" at time zone ${by.zone})::date,
      (select l.show_day from purchase_lines l
       where l.purchase_id = x.purchase and x.kind = 'ticket' and l.kind = 'ticket' and l.show_day is not null
       order by l.n limit 1))
    from ${rowsOf(
      lines,
      'refund bigint, n smallint, kind text, quantity integer, kobo bigint, "showAt" timestamptz, "showDay" date, purchase bigint',
    )}`)
}

/** Refunded part of a purchase line. */
export type LinePart = { n: number; quantity: number; kobo: number }

/**
 * Adds a refund by lines of its purchase, which the caller locks. Capped at the rest of each kind, because other refunds
 * may have been reported while it was in progress. @returns its id; undefined: nothing is left to refund
 */
export async function refundLines(
  tx: Db,
  by: Sender,
  given: Given,
  parts: readonly LinePart[],
): Promise<number | undefined> {
  const left = await cappedToRemaining(tx, given.purchase, parts)
  if (!left.length) return
  const ids = await addRefunds(tx, by, [{ ...given, kobo: sumOf(left) }])
  const id = ids.get(given.id)!
  await tx.execute(sql`
    insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
    select ${id}, l.n, l.kind, x.quantity, x.kobo, l.show_day
    from ${rowsOf(left, 'n smallint, quantity integer, kobo bigint')}
    join purchase_lines l on l.purchase_id = ${given.purchase} and l.n = x.n`)
  return id
}

async function cappedToRemaining(tx: Db, purchase: number, parts: readonly LinePart[]): Promise<LinePart[]> {
  const { rows: lines } = await query(tx, { n: number, kind: text })`
    select n, kind from purchase_lines where purchase_id = ${purchase}`
  const left = await leftByKind(tx, [purchase])
  return parts.flatMap(({ n, ...part }) => {
    const kind = lines.find((line) => line.n === n)!.kind
    const rest = left.find((one) => one.kind === kind)!
    const quantity = Math.min(Math.max(0, rest.quantity), part.quantity)
    const kobo = Math.min(Math.max(0, rest.kobo), part.kobo)
    rest.quantity -= quantity
    rest.kobo -= kobo
    return quantity || kobo ? [{ n, quantity, kobo }] : []
  })
}

async function addRefunds(tx: Db, by: Sender, refunds: readonly (Given & { kobo: number })[]) {
  const { source, zone } = by
  const { rows } = await query(tx, { id: number, external_id: text })`
    insert into refunds (source, external_id, purchase_id, at, day, reason, kobo, recorded_at)
    select ${source}, x.id, x.purchase, x.at, (x.at at time zone ${zone})::date, x.reason, x.kobo, ${recordedAt(by)}
    from ${rowsOf(refunds, 'id text, purchase bigint, at timestamptz, reason text, kobo bigint')}
    returning id, external_id`
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

/** Finds known refunds. @returns ids of the sender */
export async function refundsKnown(db: Db, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await query(db, { external_id: text })`
    select external_id from refunds where source = ${source} and external_id = any(${listOf(ids, 'text')})`
  return rows.map((row) => row.external_id)
}

/** Finds refunds that are stored with a different purchase, time or lines. @returns their ids */
export async function refundedOtherwise(db: Db, source: string, refunds: readonly Refund[]): Promise<string[]> {
  const reported = refunds.map(({ id, purchase, at, lines }) => ({
    id,
    purchase,
    at,
    lines: lines.map(({ kind, quantity, kobo }) => [kind, quantity, kobo]),
  }))
  const { rows } = await query(db, { id: text })`
    select x.id
    from ${rowsOf(reported, 'id text, purchase bigint, at timestamptz, lines jsonb')}
      join refunds r on r.source = ${source} and r.external_id = x.id
    where r.purchase_id <> x.purchase or r.at <> x.at or x.lines <> (
      select jsonb_agg(jsonb_build_array(l.kind, l.quantity, l.kobo) order by l.n)
      from refund_lines l where l.refund_id = r.id)`
  return rows.map(({ id }) => id)
}
