import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { purchaseIds, sell, soldOtherwise, type Sale } from '#features/trade/server/public.ts'
import { listOf } from '#server/db/rows.ts'
import { toE164 } from '#server/phone.ts'
import type { Line } from '../../lines-contract.ts'
import { unlikely } from './guards.ts'
import { holdCustomers, type Person } from './people.ts'
import { takeRefundsOfKnown } from './refunds.ts'
import { byId, instantOrNone, outcomesOf, type Outcome, type Take, type Taking } from './taking.ts'
import { takeBeside } from '../corrected.ts'
import { letGo } from '../kept.ts'
import { letNobodyWait } from './waiting.ts'

/** Adds purchases and their lines; refunds of them that came before them are taken now. */
export const takePurchases: Take<'purchases'> = (at, sent) =>
  takeBeside(at, 'purchases', sent, (lines) => takeLikely(at, lines))

async function takeLikely(at: Taking, lines: readonly Line<'purchases'>[]): Promise<Outcome[]> {
  const { db, source } = at
  await letNobodyWait(at)
  const odd = at.released ? new Map<string, Outcome>() : await unlikely(at, lines)
  // What is stored was found likely, or released: sent again it is a duplicate.
  for (const id of odd.size ? (await purchaseIds(db, source, [...odd.keys()])).keys() : []) odd.delete(id)
  const taken = lines.filter(({ id }) => !odd.has(id))
  const people = await holdCustomers(
    at,
    taken.map((line) => line.customer_id),
  )
  const sales = byId(taken).map((line) => saleOf(line, line.customer_id ? people.get(line.customer_id) : undefined))
  const ids = await sell(db, at, sales)
  if (ids.size) await takeWaitingRefunds(at, [...ids.keys()])
  const outcomes = await outcomesOf(taken, ids, sales, (told) => soldOtherwise(db, source, told))
  const ofTaken = new Map(taken.map(({ id }, index) => [id, outcomes[index]!]))
  return lines.map(({ id }) => odd.get(id) ?? ofTaken.get(id)!)
}

/** What is reported about somebody who was erased stays without a name. */
export const saleOf = (line: Line<'purchases'>, customer: Pick<Person, 'id' | 'isErased'> | undefined): Sale => ({
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

const buyerOf = ({ name, email, phone }: Line<'purchases'>) => ({ name, email, phone: toE164(phone) ?? phone })

/**
 * A refund that cannot be waits no more, and is held with the reason: nobody is there to be answered. One that was voided
 * meanwhile is gone.
 */
export async function takeWaitingRefunds(at: Taking, purchases: string[]) {
  const { db, source, log } = at
  const { rows } = await db.execute<{ line: Line<'refunds'> }>(sql`
    select line from quarantined_records
    where source = ${source} and stream = 'refunds' and waits_for = any(${listOf(purchases, 'text')})
      and reason is null and rejected_at is null
    order by external_id for update`)
  if (rows.length === 0) return
  const lines = rows.map((row) => row.line)
  const outcomes = await takeBeside(at, 'refunds', lines, (some) =>
    takeRefundsOfKnown({ ...at, released: false }, some),
  )
  const settled = lines.map(({ id }, index) => ({ id, ...outcomes[index]! }))
  await letGo(
    db,
    source,
    'refunds',
    settled.flatMap(({ id, state }) => (state === 'held' ? [] : [id])),
  )
  for (const { id, state, guard, reason } of settled) {
    if (state !== 'held') continue
    log.warn({ source, refund: id, reason }, 'a refund that waited for its purchase is held')
    await db.execute(sql`
      update quarantined_records set reason = ${reason}, guard = ${guard}
      where source = ${source} and stream = 'refunds' and external_id = ${id}`)
  }
}
