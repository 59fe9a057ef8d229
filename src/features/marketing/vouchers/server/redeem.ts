import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { addMonths, clockOf, dayOf, instantAt, showDay, showInstant, type Zones } from '#contract/time.ts'
import type { Input } from '#contract/endpoint.ts'
import { isOurId, OWN_SOURCE, voucherTerm } from '#features/sales/trade/rules.ts'
import { addSubscriptionEvents, ourTerm, paidUntil, type Term } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import type { vouchers } from '../contract.ts'
import { messages, TERM_MONTHS } from '../rules.ts'
import { bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

export type Redemption = {
  lookup: Buffer
  /** The program, by its key. */
  by: { name: string; source: string }
  customerId: string | undefined
  reference: string | undefined
}
type Reply = Input<(typeof vouchers)['redeem']['reply']>

const row = {
  id: number,
  company_name: text,
  plan_id: number,
  plan: text,
  kobo: number,
  tickets: number,
  state: textOf<'unused' | 'redeemed' | 'void'>(),
  expires_on: orNull(text),
  redeemed_at: orNull(text),
  redeemed_source: orNull(text),
  reference: orNull(text),
  customer_id: orNull(number),
}
type Row = RowOf<typeof row>

/**
 * Redeems a voucher in the open transaction. Of many at once one finds it unused: the others wait for its row and find it
 * redeemed.
 * @throws 404 for an unknown code, 409 with the reason for one that is not good, 422 for an unknown customer
 */
export async function redeem(tx: Db, redemption: Redemption, now: Date, zones: Zones): Promise<Reply> {
  const { by, reference } = redemption
  // Before the voucher, as whoever tells of a customer's subscriptions holds them first.
  const customer =
    redemption.customerId === undefined ? undefined : await lockCustomer(tx, by.source, redemption.customerId)
  const { rows } = await query(tx, { id: number })`
    update vouchers set state = 'redeemed', redeemed_at = ${now.toISOString()}, redeemed_source = ${by.source},
      redeemed_by = ${by.name}, reference = ${reference ?? null}, customer_id = ${customer ?? null}, version = version + 1
    where lookup = ${redemption.lookup} and state = 'unused' and (expires_on is null or expires_on >= ${dayOf(now, zones.zone)})
    returning id`
  const voucher = await find(tx, redemption.lookup)
  if (!voucher) throw notFound('voucher')
  if (rows.length === 0) {
    if (!isRepeated(voucher, redemption)) throw conflict(rejectionReason(voucher, zones.zone))
    return reply(voucher, (await ourTerm(tx, voucherTerm(voucher.id))) ?? null, true)
  }
  const term = customer === undefined ? null : await addTerm(tx, customer, voucher, now, zones)
  return reply(voucher, term, false)
}

const find = async (tx: Db, lookup: Buffer): Promise<Row | undefined> =>
  (
    await query(tx, row)`
      select v.id, g.company_name, g.plan_id, g.plan, g.kobo, g.tickets, v.state, v.expires_on, v.redeemed_at,
        v.redeemed_source, v.reference, v.customer_id
      from vouchers v join voucher_groups g on g.id = v.group_id where v.lookup = ${lookup}`
  ).rows[0]

/** The first answer was lost, and the program asks again. */
const isRepeated = (voucher: Row, { by, reference }: Redemption) =>
  voucher.state === 'redeemed' &&
  reference !== undefined &&
  voucher.reference === reference &&
  voucher.redeemed_source === by.source

const rejectionReason = ({ state, redeemed_at, expires_on }: Row, zone: string): string =>
  state === 'redeemed'
    ? `This voucher was redeemed on ${showInstant(redeemed_at!, zone)}`
    : state === 'void'
      ? messages.wasVoided
      : `This voucher was valid until ${showDay(expires_on!)}`

/** A customer that the program reported, or who was made here (`marquee:…`); one who was merged is who they turned out to be. */
async function lockCustomer(tx: Db, source: string, id: string): Promise<number> {
  const from = isOurId(id) ? OWN_SOURCE : source
  const read = async (condition: ReturnType<typeof sql>) =>
    (
      await query(tx, { id: number, merged_into: orNull(number), is_erased: bool })`
        select id, merged_into, erased_at is not null as is_erased from customers where ${condition} for no key update`
    ).rows[0]
  let found = await read(sql`source = ${from} and external_id = ${id}`)
  while (found?.merged_into != null) found = await read(sql`id = ${found.merged_into}`)
  if (!found || found.is_erased) throw invalid({ customer_id: messages.noSuchCustomer })
  return found.id
}

/**
 * A term goes on from what the customer has: nothing that is known to be paid for is cut short. What is reported later of a
 * time before runs to this term's start, as any later term ends an earlier one: when this begins and ends was answered to
 * the program, and is not moved behind it.
 */
async function addTerm(tx: Db, customer: number, voucher: Row, now: Date, { zone, dayZone }: Zones): Promise<Term> {
  const paid = await paidUntil(tx, customer, now)
  const startsAt = paid ?? now
  const endsAt = monthsAfter(startsAt, zone)
  const { plan, kobo, tickets } = voucher
  const kind = paid ? 'renewal' : 'start'
  await addSubscriptionEvents(tx, { source: OWN_SOURCE, zone: dayZone }, [
    { id: voucherTerm(voucher.id), customer, kind, at: startsAt, until: endsAt, plan, kobo, tickets },
  ])
  return { startsAt, endsAt }
}

const monthsAfter = (at: Date, zone: string) =>
  instantAt(addMonths(dayOf(at, zone), TERM_MONTHS), clockOf(at, zone), zone)

const reply = (voucher: Row, term: Term | null, repeated: boolean): Reply => ({
  voucher_id: voucher.id,
  company: voucher.company_name,
  redeemed_at: new Date(voucher.redeemed_at!).toISOString(),
  repeated,
  subscription: {
    product_id: voucher.plan_id,
    product_name: voucher.plan,
    product_price: toNaira(voucher.kobo),
    tickets: voucher.tickets,
    months: TERM_MONTHS,
  },
  term: term && { starts_at: term.startsAt.toISOString(), ends_at: term.endsAt.toISOString() },
})
