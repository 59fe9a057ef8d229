import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { sell, soldOtherwise, type Sale } from '#features/trade/server/public.ts'
import { listOf } from '#server/db/rows.ts'
import { toE164 } from '#server/phone.ts'
import type { Line } from '../../lines.ts'
import { holdCustomers, type Person } from './people.ts'
import { takeRefundsOfKnown } from './refunds.ts'
import { byId, instantOrNone, outcomesOf, type Take, type Taking } from './taking.ts'
import { letNobodyWait } from './waiting.ts'

/** Adds purchases and their lines; refunds of them that came before them are taken now. */
export const takePurchases: Take<'purchases'> = async (at, lines) => {
  const { db, source } = at
  await letNobodyWait(at)
  const people = await holdCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const sales = byId(lines).map((line) => saleOf(line, line.customer_id ? people.get(line.customer_id) : undefined))
  const ids = await sell(db, at, sales)
  if (ids.size) await takeWaitingRefunds(at, [...ids.keys()])
  return outcomesOf(lines, ids, sales, (told) => soldOtherwise(db, source, told))
}

/** What is reported about somebody who was erased stays without a name. */
const saleOf = (line: Line<'purchases'>, customer: Person | undefined): Sale => ({
  id: line.id,
  at: new Date(line.at),
  channel: line.channel,
  cinema: line.cinema_id,
  customer: customer?.id,
  ...(!customer?.isErased && { buyer: buyerOf(line) }),
  payment: line.payment_reference,
  referral: line.referral_code,
  lines: line.lines.map(({ kind, quantity, amount, discount, product, movie_id, show_at }) => ({
    kind,
    quantity,
    kobo: toKobo(amount),
    discountKobo: toKobo(discount),
    product,
    movie: movie_id,
    showAt: instantOrNone(show_at),
  })),
})

const buyerOf = ({ name, email, phone }: Line<'purchases'>) => ({ name, email, phone: toE164(phone) ?? phone })

/** A refund that is more than its purchase waits no more, and stays with the reason: nobody is there to be answered. */
async function takeWaitingRefunds(at: Taking, purchases: string[]) {
  const { db, source, log } = at
  const { rows } = await db.execute<{ line: Line<'refunds'> }>(sql`
    select line from feed_waiting
    where source = ${source} and stream = 'refunds' and waits_for = any(${listOf(purchases, 'text')}) and reason is null
    order by external_id for update`)
  if (rows.length === 0) return
  const lines = rows.map((row) => row.line)
  const outcomes = await takeRefundsOfKnown(at, lines)
  const settled = lines.map(({ id }, index) => ({ id, reason: outcomes[index]!.reason }))
  const taken = settled.filter(({ reason }) => !reason).map(({ id }) => id)
  await db.execute(sql`
    delete from feed_waiting
    where source = ${source} and stream = 'refunds' and external_id = any(${listOf(taken, 'text')})`)
  for (const { id, reason } of settled) {
    if (!reason) continue
    log.warn({ source, refund: id, reason }, 'a refund that waited for its purchase was refused')
    await db.execute(sql`
      update feed_waiting set reason = ${reason}
      where source = ${source} and stream = 'refunds' and external_id = ${id}`)
  }
}
