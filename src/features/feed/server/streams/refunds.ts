import { sql } from 'drizzle-orm'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { noteTold, ownRefunds, takeOwn, toldOfOwn } from '#features/payment-logs/server/store.ts'
import type { Line } from '../../lines.ts'
import {
  ACCEPTED,
  byId,
  DUPLICATE,
  listOf,
  refused,
  rowsOf,
  utc,
  utcOrNone,
  WAITING,
  type Outcome,
  type Take,
  type Taking,
} from './taking.ts'
import { beforeWaiting, wait } from './waiting.ts'

type Refund = Line<'refunds'>

/** Takes refunds of purchases that were told of; the others wait for theirs. */
export const takeRefunds: Take<'refunds'> = async (at, lines) => {
  const isKnown = await purchasesKnown(at, lines)
  if (lines.some((line) => !isKnown.has(line.purchase_id))) {
    await beforeWaiting(at)
    for (const id of await purchasesKnown(at, lines)) isKnown.add(id)
  }
  const taken = lines.filter((line) => isKnown.has(line.purchase_id))
  const waiting = lines.filter((line) => !isKnown.has(line.purchase_id))
  if (waiting.length) await wait(at, byId(waiting))
  const outcomes = await refund(at, taken)
  const byLine = new Map<Refund, Outcome>(taken.map((line, index) => [line, outcomes[index]!]))
  return lines.map((line) => byLine.get(line) ?? WAITING)
}

async function purchasesKnown({ db, source }: Taking, lines: readonly Refund[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ external_id: string }>(sql`
    select external_id from purchases where source = ${source} and external_id = any(${purchasesOf(lines)})`)
  return new Set(rows.map((row) => row.external_id))
}

const purchasesOf = (lines: readonly Refund[]) => listOf([...new Set(lines.map((line) => line.purchase_id))], 'text')
const amountOf = ({ lines }: Refund) => lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)

/**
 * Adds refunds of known purchases; each purchase gives back what was paid for it, and no more. One that staff asked for here
 * was counted here.
 */
export async function refund(at: Taking, lines: readonly Refund[]): Promise<Outcome[]> {
  if (lines.length === 0) return []
  const purchases = await holdPurchases(at, lines)
  const known = await refundsKnown(at, lines)
  const own = await ownRefunds(
    at.db,
    [...purchases.values()].map(({ id }) => id),
  )
  const told: { refundId: number; id: string }[] = []
  const outcomes = lines.map((line) => {
    const purchase = purchases.get(line.purchase_id)!
    if (known.has(line.id)) return DUPLICATE
    const kobo = amountOf(line)
    const same = takeOwn(own, { purchaseId: purchase.id, kobo, at: new Date(line.at), name: line.refund_reference })
    if (same) {
      told.push({ refundId: same.refundId, id: line.id })
      return DUPLICATE
    }
    if (kobo > purchase.left)
      return refused(`lines add up to more than what is left of the purchase, ${showNaira(toNaira(purchase.left))}`)
    purchase.left -= kobo
    return ACCEPTED
  })
  for (const { refundId, id } of told) await noteTold(at.db, refundId, at.source, id)
  const accepted = lines.filter((_, index) => outcomes[index] === ACCEPTED)
  if (accepted.length) await addRefunds(at, accepted, purchases)
  return outcomes
}

/** The purchases with what is left of each, held in the order in which they came until the transaction ends. */
async function holdPurchases({ db, source }: Taking, lines: readonly Refund[]) {
  const { rows } = await db.execute<{ id: number; external_id: string; kobo: number }>(sql`
    select id, external_id, kobo from purchases where source = ${source} and external_id = any(${purchasesOf(lines)})
    order by id for no key update`)
  const refunded = await db.execute<{ purchase_id: number; kobo: number }>(sql`
    select purchase_id, sum(kobo)::bigint as kobo from refunds
    where purchase_id = any(${listOf(
      rows.map(({ id }) => id),
      'bigint',
    )}) group by purchase_id`)
  const back = new Map(refunded.rows.map((row) => [row.purchase_id, row.kobo]))
  return new Map(rows.map(({ id, external_id, kobo }) => [external_id, { id, left: kobo - (back.get(id) ?? 0) }]))
}

async function refundsKnown({ db, source }: Taking, lines: readonly Refund[]): Promise<Set<string>> {
  const ids = listOf(
    lines.map(({ id }) => id),
    'text',
  )
  const { rows } = await db.execute<{ external_id: string }>(sql`
    select external_id from refunds where source = ${source} and external_id = any(${ids})`)
  const told = await toldOfOwn(
    db,
    source,
    lines.map(({ id }) => id),
  )
  return new Set([...rows.map((row) => row.external_id), ...told])
}

async function addRefunds(
  { db, source, zone }: Taking,
  refunds: readonly Refund[],
  purchases: Map<string, { id: number }>,
) {
  const rows = byId(refunds).map((line) => ({
    id: line.id,
    purchase: purchases.get(line.purchase_id)!.id,
    at: utc(line.at),
    reason: line.reason,
    kobo: amountOf(line),
  }))
  const added = await db.execute<{ id: number; external_id: string }>(sql`
    insert into refunds (source, external_id, purchase_id, at, day, reason, kobo)
    select ${source}, x.id, x.purchase, x.at, (x.at at time zone ${zone})::date, x.reason, x.kobo
    from ${rowsOf(rows, 'id text, purchase bigint, at timestamptz, reason text, kobo bigint')}
    returning id, external_id`)
  const ids = new Map(added.rows.map((row) => [row.external_id, row.id]))
  const lines = refunds.flatMap((line) =>
    line.lines.map(({ kind, quantity, amount, show_at }, index) => ({
      refund: ids.get(line.id),
      n: index + 1,
      kind,
      quantity,
      kobo: toKobo(amount),
      show: utcOrNone(show_at),
      purchase: purchases.get(line.purchase_id)!.id,
    })),
  )
  // Tickets come off the show that they were for: the one that was told, or the purchase's first.
  await db.execute(sql`
    insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
    select x.refund, x.n, x.kind, x.quantity, x.kobo, coalesce(
      (x.show at time zone ${zone})::date,
      (select l.show_day from purchase_lines l
       where l.purchase_id = x.purchase and x.kind = 'ticket' and l.kind = 'ticket' and l.show_day is not null
       order by l.n limit 1))
    from ${rowsOf(lines, 'refund bigint, n smallint, kind text, quantity integer, kobo bigint, show timestamptz, purchase bigint')}`)
}
