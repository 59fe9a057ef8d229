import { sql } from 'drizzle-orm'
import { toKobo, toNaira } from '#contract/money.ts'
import { dayOf, daysAsInstants } from '#contract/time.ts'
import { lockRecord } from '#features/customers/customers/server/public.ts'
import { closedAmong } from '#features/payments/daily-finance/server/public.ts'
import { isRefundedHere, isOfOwnRefund } from '#features/payments/payment-logs/server/public.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import {
  lockPurchases,
  purchaseIds,
  redeemedAs,
  refund,
  refundedAs,
  refundsReported,
  sell,
  soldAs,
  visitedAs,
  voidRedemption,
  voidRefund,
  voidSale,
  voidVisits,
  type RedeemedAs,
  type RefundedAs,
  type SoldAs,
} from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { FeedRecord } from '../records-contract.ts'
import { messages, type CorrectableRecordType, type CorrectionKind } from '../rules.ts'
import { latestCorrections } from './corrected.ts'
import { ingestRefundsOfKnown, excessOf } from './record-types/refunds.ts'
import { saleOf, ingestPendingRefunds } from './record-types/purchases.ts'
import { unlikely } from './record-types/validation-rules.ts'
import { lockCustomers } from './record-types/people.ts'
import { ingestRedemptions } from './record-types/redemptions.ts'
import { isCounted, type Outcome, type IngestContext } from './record-types/ingest-context.ts'
import { ingestVisits } from './record-types/visits.ts'
import { lockForPurchases } from './record-types/locks.ts'
import { readRecord } from './read-record.ts'
import { number, query, text, present } from '#server/db/query.ts'

/**
 * Record, reason and new values; without `line` the record is voided. `released`: accept it even though it is unusual.
 */
export type Change = {
  record_type: CorrectableRecordType
  source: string
  external_id: string
  reason: string
  line?: object | undefined
  released?: boolean | undefined
}
type Who = { name: string; keyId?: number | undefined; sentId?: string }
export type Made = { id: number; kind: CorrectionKind; before: object | null; after: object | null }

/** Rejects a change, with the field and the reason. Nothing is saved. */
export class NotCorrected extends Error {
  readonly field: 'external_id' | 'line'
  constructor(field: 'external_id' | 'line', message: string) {
    super(message)
    this.field = field
  }
}

/** Returns an included record as its sender would send it; undefined if there is none. */
export async function countedRecord(
  { db, zone }: Pick<IngestContext, 'db' | 'zone'>,
  { record_type: recordType, source, external_id: id }: Pick<Change, 'record_type' | 'source' | 'external_id'>,
): Promise<{ line: object; outcome: string | null; refunds: number } | undefined> {
  if (recordType === 'redemptions' || recordType === 'visits') {
    const line = await COUNTS[recordType].read({ db, source, zone }, id)
    return line && { line, outcome: null, refunds: 0 }
  }
  if (recordType === 'refunds') {
    const given = await refundedAs(db, source, id)
    return given && { line: lineOfRefund(given), outcome: null, refunds: 0 }
  }
  const sold = await soldAs(db, source, id)
  if (!sold) return
  const refunds = await refundsReported(db, source, sold.row)
  const reason = (await isRefundedHere(db, sold.row)) ? messages.refundedHere : null
  return { line: lineOfSale(sold), outcome: reason, refunds: refunds.length }
}

/**
 * Voids, corrects or reinstates a record. The previous version is kept, and reports are updated in the same
 * transaction.
 * @throws NotCorrected
 */
export async function correct(at: IngestContext, change: Change, who: Who): Promise<Made> {
  if (change.source === OWN_SOURCE) throw new NotCorrected('external_id', messages.recordedHere)
  const line = change.line && readNew(at, change)
  switch (change.record_type) {
    case 'purchases':
      return correctSale(at, change, line as FeedRecord<'purchases'> | undefined, who)
    case 'refunds':
      return correctRefund(at, change, line as FeedRecord<'refunds'> | undefined, who)
    case 'redemptions':
    case 'visits':
      return correctCount(at, change, COUNTS[change.record_type], line, who)
  }
}

function readNew(at: IngestContext, { record_type: recordType, external_id: id, line: sent }: Change) {
  const { line, outcome } = readRecord(recordType, { ...sent }, at.now)
  if (!line || outcome) throw new NotCorrected('line', outcome!.reason!)
  if (line.id !== id) throw new NotCorrected('line', messages.otherId)
  return line
}

async function correctSale(
  at: IngestContext,
  change: Change,
  line: FeedRecord<'purchases'> | undefined,
  who: Who,
): Promise<Made> {
  const { db, source, zone, now } = at
  const { external_id: id } = change
  await lockForPurchases(at)
  const seen = await soldAs(db, source, id)
  const before = seen ? lineOfSale(seen) : null
  const same = line && seen && (line.customer_id ?? null) === seen.customerKnownAs
  // Customers are always locked before purchases.
  const customer = await (same
    ? seen.customer == null
      ? undefined
      : lockRecord(db, seen.customer).then(({ id, is_erased: isErased }) => ({ id, isErased }))
    : line?.customer_id
      ? lockCustomers(at, [line.customer_id]).then((people) => people.get(line.customer_id!))
      : undefined)
  const sold = seen && (await soldAs(db, source, id, { lock: true }))
  if (sold?.customer !== seen?.customer || sold?.row !== seen?.row)
    throw new NotCorrected('external_id', messages.changedMeanwhile)
  const refunds = sold ? await refundsReported(db, source, sold.row) : []
  await refuseClosed(at, [before, line, ...refunds.map(lineOfRefund)])
  if (sold && (await isRefundedHere(db, sold.row))) throw new NotCorrected('external_id', messages.refundedHere)
  if (line && !change.released) {
    const reason = (await unlikely(at, [line])).get(id)
    if (reason) throw new NotCorrected('line', reason.reason!)
  }
  if (line && before && isSame(change.record_type, before, line, now)) throw new NotCorrected('line', messages.sameLine)
  if (!line && refunds.length) throw new NotCorrected('external_id', messages.hasRefunds)
  const made = await note(at, change, before, line ?? null, who)
  const then = { ...at, moment: await momentOf(db) }
  for (const { row } of refunds) await voidRefund(db, row, then)
  if (sold) await voidSale(db, sold.row, then)
  if (!line) return made
  await sell(db, then, [saleOf(line, customer)])
  const purchase = (await lockPurchases(db, source, [id])).get(id)!
  // A refund without a show belongs to the first show of its purchase, before and after the correction.
  const first = sold?.lines.find(({ kind, showAt }) => kind === 'ticket' && showAt)?.showAt
  const ofItsShow = <T extends { kind: string; showDay: string | null }>(line: T): T => {
    const isNamed = line.showDay !== null && !(first && line.showDay === dayOf(first, zone))
    const isThere = isNamed && purchase.left.get(line.kind)?.shows?.includes(line.showDay!)
    return { ...line, showDay: isThere ? line.showDay : null }
  }
  for (const given of refunds) {
    const reason = excessOf(lineOfRefund(given), purchase, zone)
    if (reason) throw new NotCorrected('line', `The refund ${given.id} does not fit: ${reason}`)
    await refund(db, then, [{ ...given, purchase: purchase.id, lines: given.lines.map(ofItsShow) }])
    for (const { kind, quantity, kobo } of given.lines) {
      const left = purchase.left.get(kind)!
      left.quantity -= quantity
      left.kobo -= kobo
    }
  }
  await ingestPendingRefunds(at, [id])
  return made
}

async function correctRefund(
  at: IngestContext,
  change: Change,
  line: FeedRecord<'refunds'> | undefined,
  who: Who,
): Promise<Made> {
  const { db, source, now } = at
  const given = await refundedAs(db, source, change.external_id, { lock: true })
  const before = given ? lineOfRefund(given) : null
  await refuseClosed(at, [before, line])
  if (line && before && isSame(change.record_type, before, line, now)) throw new NotCorrected('line', messages.sameLine)
  const made = await note(at, change, before, line ?? null, who)
  if (given && (await isOfOwnRefund(db, given.row))) throw new NotCorrected('external_id', messages.refundByStaff)
  const then = { ...at, moment: await momentOf(db) }
  if (given) await voidRefund(db, given.row, then)
  if (!line) return made
  if (!(await purchaseIds(db, source, [line.purchase_id])).size)
    throw new NotCorrected('line', `purchase_id is ${line.purchase_id}, which was not sent`)
  const [outcome] = await ingestRefundsOfKnown({ ...then, released: change.released ?? false }, [line])
  if (!isCounted(outcome!)) throw new NotCorrected('line', outcome!.reason ?? messages.stillWaits)
  return made
}

type Counts = {
  /** Returns the record as its sender would send it. */
  read: (
    at: Pick<IngestContext, 'db' | 'source' | 'zone'>,
    id: string,
    how?: { lock: boolean },
  ) => Promise<object | undefined>
  remove: (db: Db, source: string, id: string) => Promise<unknown>
  take: (at: IngestContext, line: object) => Promise<Outcome[]>
}

/** Record types whose only effect is what they count. */
const COUNTS: Record<'redemptions' | 'visits', Counts> = {
  redemptions: {
    read: async ({ db, source, zone }, id, how) => {
      const redeemed = await redeemedAs(db, source, id, how)
      return redeemed && lineOfRedemption(redeemed, zone)
    },
    remove: voidRedemption,
    take: (at, line) => ingestRedemptions(at, [line as FeedRecord<'redemptions'>]),
  },
  visits: {
    read: async ({ db, source }, id, how) => {
      const visits = await visitedAs(db, source, id, how)
      return visits && { ...visits, at: visits.at.toISOString() }
    },
    remove: voidVisits,
    take: (at, line) => ingestVisits(at, [line as FeedRecord<'visits'>]),
  },
}

async function correctCount(at: IngestContext, change: Change, counts: Counts, line: object | undefined, who: Who) {
  const { db, source, now } = at
  const { record_type: recordType, external_id: id } = change
  // Customers are always locked before redemptions.
  const customer = line && 'customer_id' in line && (line.customer_id as string | null)
  if (customer) await lockCustomers(at, [customer])
  const before = (await counts.read(at, id, { lock: true })) ?? null
  if (line && before && isSame(recordType, before, line, now)) throw new NotCorrected('line', messages.sameLine)
  const made = await note(at, change, before, line ?? null, who)
  if (before) await counts.remove(db, source, id)
  if (line) await counts.take(at, line)
  return made
}

/**
 * Rejects a change to a closed day, whose figures are fixed until it is reopened. Locks the tables against a close
 * until the transaction ends.
 */
async function refuseClosed({ db, zone }: IngestContext, lines: readonly (object | null | undefined)[]) {
  await db.execute(sql`lock table purchases, refunds in row exclusive mode`)
  const days = lines.flatMap((line) => (line ? dayOf(new Date((line as { at: string }).at), zone) : []))
  const [closed] = await closedAmong(db, [...new Set(days)])
  if (closed) throw new NotCorrected('external_id', messages.dayClosed(closed))
}

/** Returns one time for the end of a record and the start of its replacement, so that no close falls between them. */
async function momentOf(db: Db): Promise<string> {
  const { rows } = await query(db, { at: text })`select clock_timestamp()::text as at`
  return rows[0]!.at
}

const isSame = (recordType: CorrectableRecordType, before: object, line: object, now: Date) =>
  JSON.stringify(readRecord(recordType, before, now).line) === JSON.stringify(readRecord(recordType, line, now).line)

/**
 * Saves a record before and after its change.
 * @throws NotCorrected if the record is neither included nor voided
 */
async function note(
  at: IngestContext,
  change: Change,
  before: object | null,
  after: object | null,
  who: Who,
): Promise<Made> {
  const { record_type: recordType, source, external_id: id, reason } = change
  const { db, now } = at
  const isVoided = (await latestCorrections(db, source, recordType, [id])).get(id)?.kind === 'void'
  if (!before && !(isVoided && after)) throw new NotCorrected('external_id', messages.notCounted)
  const kind: CorrectionKind = !after ? 'void' : before ? 'correct' : 'reinstate'
  const { rows } = await query(db, { id: number })`
    insert into feed_corrections (record_type, source, external_id, kind, reason, by_name, key_id, sent_id, at, before, after)
    values (${recordType}, ${source}, ${id}, ${kind}, ${reason}, ${who.name}, ${who.keyId ?? null}, ${who.sentId ?? null},
      ${now.toISOString()}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)
    returning id`
  return { id: rows[0]!.id, kind, before, after }
}

/** Returns the corrections already sent, by the sender's ids. */
export async function correctionsSent(db: Db, source: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await query(db, { id: present(text) })`
    select sent_id as id from feed_corrections where source = ${source} and sent_id = any(${listOf(ids, 'text')})`
  return new Set(rows.map(({ id }) => id))
}

/** Removes empty fields. */
const full = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== '')) as T

const lineOfSale = (sold: SoldAs) =>
  full({
    id: sold.id,
    at: sold.at.toISOString(),
    channel: sold.channel,
    cinema_id: sold.cinema,
    customer_id: sold.customerKnownAs,
    ...sold.buyer,
    payment_reference: sold.payment,
    referral_code: sold.referral,
    payment_method: sold.method,
    tax: sold.taxKobo == null ? null : toNaira(sold.taxKobo),
    fee: sold.feeKobo == null ? null : toNaira(sold.feeKobo),
    lines: sold.lines.map((line) =>
      full({
        kind: line.kind,
        quantity: line.quantity,
        amount: toNaira(line.kobo),
        discount: line.discountKobo ? toNaira(line.discountKobo) : null,
        product: line.product,
        product_id: line.productId,
        movie_id: line.movie,
        show_at: line.showAt?.toISOString(),
        seats: line.seats,
      }),
    ),
  })

const lineOfRefund = (given: RefundedAs): FeedRecord<'refunds'> => ({
  ...full({ id: given.id, purchase_id: given.purchaseKnownAs, at: given.at.toISOString(), reason: given.reason }),
  lines: given.lines.map(({ kind, quantity, kobo }) => ({ kind, quantity, amount: toNaira(kobo) })),
})

/** Only the day of the show is stored. */
const lineOfRedemption = (redeemed: RedeemedAs, zone: string) =>
  full({
    id: redeemed.id,
    at: redeemed.at.toISOString(),
    show_at:
      redeemed.showDay === redeemed.day
        ? null
        : daysAsInstants(redeemed.showDay, redeemed.showDay, zone)[0].toISOString(),
    cinema_id: redeemed.cinema,
    customer_id: redeemed.customerKnownAs,
    tickets: redeemed.tickets,
    by_subscription: redeemed.bySubscription,
    purchase_id: redeemed.purchase,
  })

/** Returns the total of all lines in naira; null for a record without an amount. */
export function amountOf(line: object | null): number | null {
  if (!line || !('lines' in line)) return null
  return toNaira((line.lines as { amount: number }[]).reduce((sum, { amount }) => sum + toKobo(amount), 0))
}
