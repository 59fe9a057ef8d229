import { sql } from 'drizzle-orm'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import {
  leftByKind,
  noteTold,
  ownRefunds,
  takeOwn,
  toldOfOwn,
  type KindLeft,
} from '#features/payment-logs/server/store.ts'
import type { Line } from '../../lines.ts'
import {
  ACCEPTED,
  byId,
  DUPLICATE,
  duplicatesOf,
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
import { beforeWaiting, endWaiting, wait } from './waiting.ts'

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
 * Adds refunds of known purchases; each purchase gives back what was bought with it, and no more. One that staff asked for
 * here was counted here.
 */
export async function refund(at: Taking, lines: readonly Refund[]): Promise<Outcome[]> {
  if (lines.length === 0) return []
  const purchases = await holdPurchases(at, lines)
  const known = await refundsKnown(at, lines)
  const duplicate = await duplicatesOf(
    at,
    lines.filter(({ id }) => known.has(id)),
    (told) => toldOtherwise(at, told),
  )
  const own = await ownRefunds(
    at.db,
    [...purchases.values()].map(({ id }) => id),
  )
  const told: { refundId: number; id: string }[] = []
  const outcomes = lines.map((line): Outcome => {
    const purchase = purchases.get(line.purchase_id)!
    if (known.has(line.id)) return duplicate(line.id)
    const kobo = amountOf(line)
    const same = takeOwn(own, { purchaseId: purchase.id, kobo, at: new Date(line.at), name: line.refund_reference })
    if (same) {
      told.push({ refundId: same.refundId, id: line.id })
      return { ...DUPLICATE, note: `This is taken for the refund ${same.names[0]}, which staff asked for` }
    }
    const why = whyRefused(line, purchase, at.zone)
    if (why) return refused(why)
    for (const { kind, quantity, amount } of line.lines) {
      const left = purchase.left.get(kind)!
      left.quantity -= quantity
      left.kobo -= toKobo(amount)
    }
    return ACCEPTED
  })
  for (const { refundId, id } of told) await noteTold(at.db, refundId, at.source, id)
  const accepted = lines.filter((_, index) => outcomes[index] === ACCEPTED)
  if (accepted.length) {
    await addRefunds(at, accepted, purchases)
    await endWaiting(at, accepted)
  }
  return outcomes
}

type Purchase = { id: number; at: Date; left: Map<string, KindLeft> }

/** The tills' clocks and the provider's differ by a little. */
const CLOCKS_MS = 5 * 60_000

/** The field and the rule by which a refund is more than what is left of its purchase, or is of something else. */
function whyRefused({ at, lines }: Refund, purchase: Purchase, zone: string): string | undefined {
  if (Date.parse(at) < purchase.at.getTime() - CLOCKS_MS)
    return `at is before the purchase, which was at ${purchase.at.toISOString()}`
  const left = [...purchase.left.values()].reduce((sum, { kobo }) => sum + kobo, 0)
  if (lines.reduce((sum, { amount }) => sum + toKobo(amount), 0) > left)
    return `lines add up to more than what is left of the purchase, ${showNaira(toNaira(Math.max(0, left)))}`
  const taken = new Map<string, { quantity: number; kobo: number }>()
  for (const [index, { kind, quantity, amount, show_at }] of lines.entries()) {
    const rest = purchase.left.get(kind)
    if (!rest) return `lines.${index}.kind is ${kind}, and no ${kind} was bought with this purchase`
    const before = taken.get(kind) ?? { quantity: 0, kobo: 0 }
    const [quantityLeft, koboLeft] = [rest.quantity - before.quantity, rest.kobo - before.kobo]
    if (quantity > quantityLeft)
      return `lines.${index}.quantity is more than what is left of the purchase's ${kind}s, ${Math.max(0, quantityLeft)}`
    if (toKobo(amount) > koboLeft)
      return `lines.${index}.amount is more than what is left of the purchase's ${kind}s, ${showNaira(toNaira(Math.max(0, koboLeft)))}`
    if (kind === 'ticket' && show_at && !rest.shows?.includes(dayOf(new Date(show_at), zone)))
      return `lines.${index}.show_at is of no show of this purchase`
    taken.set(kind, { quantity: before.quantity + quantity, kobo: before.kobo + toKobo(amount) })
  }
}

/** The purchases with what is left of each, held in the order in which they came until the transaction ends. */
async function holdPurchases({ db, source }: Taking, lines: readonly Refund[]): Promise<Map<string, Purchase>> {
  const { rows } = await db.execute<{ id: number; external_id: string; at: string }>(sql`
    select id, external_id, at from purchases where source = ${source} and external_id = any(${purchasesOf(lines)})
    order by id for no key update`)
  const purchases = new Map(rows.map(({ id, at }) => [id, { id, at: new Date(at), left: new Map<string, KindLeft>() }]))
  for (const one of await leftByKind(db, [...purchases.keys()])) purchases.get(one.purchaseId)!.left.set(one.kind, one)
  return new Map(rows.map(({ id, external_id }) => [external_id, purchases.get(id)!]))
}

/** Selects the ids of refunds that are stored of another purchase, at another time or with other lines. */
const toldOtherwise = ({ source }: Taking, lines: readonly Refund[]) => sql`
  select x.id
  from ${rowsOf(
    lines.map((line) => ({
      id: line.id,
      purchase: line.purchase_id,
      at: utc(line.at),
      lines: line.lines.map(({ kind, quantity, amount }) => [kind, quantity, toKobo(amount)]),
    })),
    'id text, purchase text, at timestamptz, lines jsonb',
  )} join refunds r on r.source = ${source} and r.external_id = x.id join purchases p on p.id = r.purchase_id
  where p.external_id <> x.purchase or r.at <> x.at or x.lines <> (
    select jsonb_agg(jsonb_build_array(l.kind, l.quantity, l.kobo) order by l.n)
    from refund_lines l where l.refund_id = r.id)`

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
