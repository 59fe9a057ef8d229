import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { purchaseIds, sell, soldOtherwise, type Sale } from '#features/sales/trade/server/public.ts'
import { listOf } from '#server/db/rows.ts'
import { toE164 } from '#server/phone.ts'
import type { FeedRecord } from '../../records-contract.ts'
import { unlikely } from './validation-rules.ts'
import { lockCustomers, type Person } from './people.ts'
import { ingestRefundsOfKnown } from './refunds.ts'
import { byId, instantOrNone, outcomesOf, type Outcome, type Ingester, type IngestContext } from './ingest-context.ts'
import { ingestUnlessVoided } from '../corrected.ts'
import { removeQuarantined } from '../quarantine.ts'
import { lockForPurchases } from './locks.ts'
import { json, query } from '#server/db/query.ts'

/** Adds purchases with their lines, and the pending refunds of these purchases. */
export const ingestPurchases: Ingester<'purchases'> = (at, sent) =>
  ingestUnlessVoided(at, 'purchases', sent, (lines) => ingestLikely(at, lines))

async function ingestLikely(at: IngestContext, lines: readonly FeedRecord<'purchases'>[]): Promise<Outcome[]> {
  const { db, source } = at
  await lockForPurchases(at)
  const odd = at.released ? new Map<string, Outcome>() : await unlikely(at, lines)
  // A stored purchase was likely or released, so a repeat is a duplicate.
  for (const id of odd.size ? (await purchaseIds(db, source, [...odd.keys()])).keys() : []) odd.delete(id)
  const likely = lines.filter(({ id }) => !odd.has(id))
  const people = await lockCustomers(
    at,
    likely.map((line) => line.customer_id),
  )
  const sales = byId(likely).map((line) => saleOf(line, line.customer_id ? people.get(line.customer_id) : undefined))
  const ids = await sell(db, at, sales)
  if (ids.size) await ingestPendingRefunds(at, [...ids.keys()])
  const outcomes = await outcomesOf(likely, ids, sales, (reported) => soldOtherwise(db, source, reported))
  const outcomeById = new Map(likely.map(({ id }, index) => [id, outcomes[index]!]))
  return lines.map(({ id }) => odd.get(id) ?? outcomeById.get(id)!)
}

/** Converts a purchase; that of an erased customer is stored without a name. */
export const saleOf = (line: FeedRecord<'purchases'>, customer: Pick<Person, 'id' | 'isErased'> | undefined): Sale => ({
  id: line.id,
  at: new Date(line.at),
  channel: line.channel,
  cinema: line.cinema_id,
  customer: customer?.id,
  ...(!customer?.isErased && { buyer: buyerOf(line) }),
  payment: line.payment_reference,
  referral: line.referral_code,
  method: line.payment_method,
  taxKobo: koboOrNone(line.tax),
  feeKobo: koboOrNone(line.fee),
  lines: line.lines.map(({ kind, quantity, amount, discount, product, product_id, movie_id, show_at, seats }) => ({
    kind,
    quantity,
    kobo: toKobo(amount),
    discountKobo: toKobo(discount),
    product,
    productId: product_id,
    movie: movie_id,
    showAt: instantOrNone(show_at),
    seats,
  })),
})

const koboOrNone = (naira: number | null | undefined) => (naira == null ? undefined : toKobo(naira))

const buyerOf = ({ name, email, phone }: FeedRecord<'purchases'>) => ({ name, email, phone: toE164(phone) ?? phone })

/**
 * Ingests the pending refunds of purchases. An impossible refund is quarantined with its reason, because no sender
 * waits for an answer. A voided one is removed.
 */
export async function ingestPendingRefunds(at: IngestContext, purchases: string[]) {
  const { db, source, log } = at
  const { rows } = await query(db, { line: json<FeedRecord<'refunds'>>() })`
    select record as line from quarantined_records
    where source = ${source} and record_type = 'refunds' and pending_for = any(${listOf(purchases, 'text')})
      and reason is null and rejected_at is null
    order by external_id for update`
  if (rows.length === 0) return
  const lines = rows.map((row) => row.line)
  const outcomes = await ingestUnlessVoided(at, 'refunds', lines, (some) =>
    ingestRefundsOfKnown({ ...at, released: false }, some),
  )
  const settled = lines.map(({ id }, index) => ({ id, ...outcomes[index]! }))
  await removeQuarantined(
    db,
    source,
    'refunds',
    settled.flatMap(({ id, state }) => (state === 'quarantined' ? [] : [id])),
  )
  for (const { id, state, rule, reason } of settled) {
    if (state !== 'quarantined') continue
    log.warn({ source, refund: id, reason }, 'a pending refund is quarantined')
    await db.execute(sql`
      update quarantined_records set reason = ${reason}, rule = ${rule}
      where source = ${source} and record_type = 'refunds' and external_id = ${id}`)
  }
}
