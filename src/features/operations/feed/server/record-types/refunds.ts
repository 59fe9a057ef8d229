import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import {
  noteReported,
  ownRefunds,
  linkReported,
  matchOwnRefund,
  reportedOwnIds,
} from '#features/payments/payment-logs/server/public.ts'
import {
  lockPurchases,
  purchaseIds,
  refund,
  refundedOtherwise,
  refundsKnown,
  type LockedPurchase,
  type Refund,
} from '#features/sales/trade/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import { ingestUnlessVoided } from '../corrected.ts'
import {
  ACCEPTED,
  byId,
  DUPLICATE,
  duplicatesOf,
  quarantined,
  instantOrNone,
  PENDING,
  type Outcome,
  type Ingester,
  type IngestContext,
} from './ingest-context.ts'
import { lockForPending } from './locks.ts'

type RefundLine = FeedRecord<'refunds'>
type Part = { kind: string; quantity: number; kobo: number }

/** Ingests refunds of known purchases; the others stay pending. */
export const ingestRefunds: Ingester<'refunds'> = (at, sent) =>
  ingestUnlessVoided(at, 'refunds', sent, (lines) => ingestOrDefer(at, lines))

async function ingestOrDefer(at: IngestContext, lines: readonly RefundLine[]): Promise<Outcome[]> {
  const isKnown = await purchasesKnown(at, lines)
  if (lines.some((line) => !isKnown.has(line.purchase_id))) {
    await lockForPending(at)
    for (const id of await purchasesKnown(at, lines)) isKnown.add(id)
  }
  const ready = lines.filter((line) => isKnown.has(line.purchase_id))
  const outcomes = await ingestRefundsOfKnown(at, ready)
  const byLine = new Map<RefundLine, Outcome>(ready.map((line, index) => [line, outcomes[index]!]))
  return lines.map((line) => byLine.get(line) ?? PENDING)
}

const purchasesOf = (lines: readonly RefundLine[]) => [...new Set(lines.map((line) => line.purchase_id))]
const purchasesKnown = async ({ db, source }: IngestContext, lines: readonly RefundLine[]) =>
  new Set((await purchaseIds(db, source, purchasesOf(lines))).keys())

/**
 * Adds refunds of known purchases, up to what is left of each. A refund requested by staff is matched and not added
 * twice, and its amount is reserved.
 */
export async function ingestRefundsOfKnown(at: IngestContext, lines: readonly RefundLine[]): Promise<Outcome[]> {
  if (lines.length === 0) return []
  const { db, source } = at
  const purchases = await lockPurchases(db, source, purchasesOf(lines))
  const refundOf = (line: RefundLine) => toRefund(line, purchases.get(line.purchase_id)!.id)
  const known = await knownOf(at, lines)
  const duplicate = await duplicatesOf(lines.filter(({ id }) => known.has(id)).map(refundOf), (reported) =>
    refundedOtherwise(db, source, reported),
  )
  const own = await ownRefunds(
    db,
    [...purchases.values()].map(({ id }) => id),
  )
  const leftOf = new Map([...purchases.values()].map(({ id, left }) => [id, left]))
  const take = (purchaseId: number, parts: readonly Part[], sign = 1) => {
    for (const { kind, quantity, kobo } of parts) {
      const rest = leftOf.get(purchaseId)!.get(kind)!
      rest.quantity -= sign * quantity
      rest.kobo -= sign * kobo
    }
  }
  for (const { purchaseId, parts } of own) take(purchaseId, parts)
  const matched: { refundId: number; id: string }[] = []
  const standing: { ownId: number; id: string }[] = []
  const outcomes = lines.map((line): Outcome => {
    const purchase = purchases.get(line.purchase_id)!
    if (known.has(line.id)) return duplicate(line.id)
    const kobo = koboOf(line.lines)
    const same = matchOwnRefund(own, {
      purchaseId: purchase.id,
      kobo,
      at: new Date(line.at),
      name: line.refund_reference,
    })
    if (same && same.refundId !== null) {
      matched.push({ refundId: same.refundId, id: line.id })
      return { ...DUPLICATE, note: `Matched to the refund ${same.names[0]}, which staff requested` }
    }
    if (same) take(purchase.id, same.parts, -1)
    const wrong =
      same && same.kobo !== kobo
        ? quarantined(
            'bought',
            `lines add up to a different amount than the pending refund ${same.names[0]}, ${nairaOf(same.kobo)}`,
          )
        : quarantineReason(line, purchase, at)
    if (wrong) {
      if (same) {
        take(purchase.id, same.parts)
        own.push(same)
      }
      return wrong
    }
    if (same) standing.push({ ownId: same.id, id: line.id })
    take(
      purchase.id,
      line.lines.map(({ kind, quantity, amount }) => ({ kind, quantity, kobo: toKobo(amount) })),
    )
    return ACCEPTED
  })
  for (const { refundId, id } of matched) await noteReported(db, refundId, source, id)
  const accepted = lines.filter((_, index) => outcomes[index] === ACCEPTED)
  if (accepted.length) {
    await refund(db, at, byId(accepted).map(refundOf))
  }
  for (const { ownId, id } of standing) await linkReported(db, ownId, source, id)
  return outcomes
}

/** Tolerance between the clocks of tills and of the provider. */
const CLOCKS_MS = 5 * 60_000

/** Returns why a refund exceeds its purchase or does not match it, with the field and rule. */
function quarantineReason(
  line: RefundLine,
  purchase: LockedPurchase,
  { zone, released }: IngestContext,
): Outcome | undefined {
  if (!released && Date.parse(line.at) < purchase.at.getTime() - CLOCKS_MS)
    return quarantined('time', `at is before the purchase, which was at ${purchase.at.toISOString()}`)
  const problem = excessOf(line, purchase, zone)
  return problem === undefined ? undefined : quarantined('bought', problem)
}

export function excessOf({ lines }: RefundLine, purchase: LockedPurchase, zone: string): string | undefined {
  const left = [...purchase.left.values()].reduce((sum, { kobo }) => sum + kobo, 0)
  if (koboOf(lines) > left) return `lines add up to more than what is left of the purchase, ${nairaOf(left)}`
  const usedUp = new Map<string, { quantity: number; kobo: number }>()
  for (const [index, { kind, quantity, amount, show_at }] of lines.entries()) {
    const rest = purchase.left.get(kind)
    if (!rest) return `lines.${index}.kind is ${kind}, but the purchase has no ${kind}`
    const before = usedUp.get(kind) ?? { quantity: 0, kobo: 0 }
    const [quantityLeft, koboLeft] = [rest.quantity - before.quantity, rest.kobo - before.kobo]
    if (quantity > quantityLeft)
      return `lines.${index}.quantity is more than what is left of the purchase's ${kind}s, ${Math.max(0, quantityLeft)}`
    if (toKobo(amount) > koboLeft)
      return `lines.${index}.amount is more than what is left of the purchase's ${kind}s, ${nairaOf(koboLeft)}`
    if (kind === 'ticket' && show_at && !rest.shows?.includes(dayOf(new Date(show_at), zone)))
      return `lines.${index}.show_at is not a show of this purchase`
    usedUp.set(kind, { quantity: before.quantity + quantity, kobo: before.kobo + toKobo(amount) })
  }
}

const nairaOf = (kobo: number) => showNaira(toNaira(Math.max(0, kobo)))
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

/** Returns the ids of refunds that this program reported, or that staff requested and the program then reported. */
async function knownOf({ db, source }: IngestContext, lines: readonly RefundLine[]): Promise<Set<string>> {
  const ids = lines.map(({ id }) => id)
  return new Set([...(await refundsKnown(db, source, ids)), ...(await reportedOwnIds(db, source, ids))])
}
