import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { noteTold, ownRefunds, takeOwn, toldOfOwn } from '#features/payment-logs/server/public.ts'
import {
  holdPurchases,
  purchaseIds,
  refund,
  refundedOtherwise,
  refundsKnown,
  type HeldPurchase,
  type Refund,
} from '#features/trade/server/public.ts'
import type { Line } from '../../lines.ts'
import {
  ACCEPTED,
  byId,
  DUPLICATE,
  duplicatesOf,
  instantOrNone,
  refused,
  WAITING,
  type Outcome,
  type Take,
  type Taking,
} from './taking.ts'
import { beforeWaiting, endWaiting, wait } from './waiting.ts'

type RefundLine = Line<'refunds'>

/** Takes refunds of purchases that were reported; the others wait for theirs. */
export const takeRefunds: Take<'refunds'> = async (at, lines) => {
  const isKnown = await purchasesKnown(at, lines)
  if (lines.some((line) => !isKnown.has(line.purchase_id))) {
    await beforeWaiting(at)
    for (const id of await purchasesKnown(at, lines)) isKnown.add(id)
  }
  const taken = lines.filter((line) => isKnown.has(line.purchase_id))
  const waiting = lines.filter((line) => !isKnown.has(line.purchase_id))
  if (waiting.length) await wait(at, byId(waiting))
  const outcomes = await takeRefundsOfKnown(at, taken)
  const byLine = new Map<RefundLine, Outcome>(taken.map((line, index) => [line, outcomes[index]!]))
  return lines.map((line) => byLine.get(line) ?? WAITING)
}

const purchasesOf = (lines: readonly RefundLine[]) => [...new Set(lines.map((line) => line.purchase_id))]
const purchasesKnown = async ({ db, source }: Taking, lines: readonly RefundLine[]) =>
  new Set((await purchaseIds(db, source, purchasesOf(lines))).keys())

/**
 * Adds refunds of known purchases; each purchase gives back what was bought with it, and no more. One that staff asked for
 * here was counted here.
 */
export async function takeRefundsOfKnown(at: Taking, lines: readonly RefundLine[]): Promise<Outcome[]> {
  if (lines.length === 0) return []
  const { db, source } = at
  const purchases = await holdPurchases(db, source, purchasesOf(lines))
  const refundOf = (line: RefundLine) => toRefund(line, purchases.get(line.purchase_id)!.id)
  const known = await knownOf(at, lines)
  const duplicate = await duplicatesOf(lines.filter(({ id }) => known.has(id)).map(refundOf), (told) =>
    refundedOtherwise(db, source, told),
  )
  const own = await ownRefunds(
    db,
    [...purchases.values()].map(({ id }) => id),
  )
  const told: { refundId: number; id: string }[] = []
  const outcomes = lines.map((line): Outcome => {
    const purchase = purchases.get(line.purchase_id)!
    if (known.has(line.id)) return duplicate(line.id)
    const kobo = koboOf(line.lines)
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
  for (const { refundId, id } of told) await noteTold(db, refundId, source, id)
  const accepted = lines.filter((_, index) => outcomes[index] === ACCEPTED)
  if (accepted.length) {
    await refund(db, at, byId(accepted).map(refundOf))
    await endWaiting(at, accepted)
  }
  return outcomes
}

/** The tills' clocks and the provider's differ by a little. */
const CLOCKS_MS = 5 * 60_000

/** The field and the rule by which a refund is more than what is left of its purchase, or is of something else. */
function whyRefused({ at, lines }: RefundLine, purchase: HeldPurchase, zone: string): string | undefined {
  if (Date.parse(at) < purchase.at.getTime() - CLOCKS_MS)
    return `at is before the purchase, which was at ${purchase.at.toISOString()}`
  const left = [...purchase.left.values()].reduce((sum, { kobo }) => sum + kobo, 0)
  if (koboOf(lines) > left)
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

const koboOf = (lines: RefundLine['lines']) => lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)

const toRefund = ({ id, at, reason, lines }: RefundLine, purchase: number): Refund => ({
  id,
  purchase,
  at: new Date(at),
  reason,
  lines: lines.map(({ kind, quantity, amount, show_at }) => ({
    kind,
    quantity,
    kobo: toKobo(amount),
    showAt: instantOrNone(show_at),
  })),
})

/** Reported by this program, or asked for here and then reported by it. */
async function knownOf({ db, source }: Taking, lines: readonly RefundLine[]): Promise<Set<string>> {
  const ids = lines.map(({ id }) => id)
  return new Set([...(await refundsKnown(db, source, ids)), ...(await toldOfOwn(db, source, ids))])
}
