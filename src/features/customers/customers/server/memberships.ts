import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { planOfName } from '#features/customers/tiers/server/public.ts'
import { isVoucherTerm, OWN_SOURCE } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { prepared } from '#server/db/prepared.ts'
import type { CustomerRecord, Membership } from '../contract.ts'
import { historyOf, type MembershipLine, type Payment, type ReportedTerm } from './history.ts'
import { bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Reads subscriptions: the current one and the history of terms. */

const SECONDS_A_MONTH = (365.2425 / 12) * 24 * 3600

const subscriptionEventRow = {
  id: number,
  source: text,
  external_id: text,
  kind: textOf<'start' | 'renewal' | 'end'>(),
  at: text,
  until: orNull(text),
  plan: text,
  kobo: number,
  settled_at: orNull(text),
  settles_from: orNull(text),
  settles_until: orNull(text),
  ends_at: orNull(text),
  is_multi_user: orNull(bool),
}
type SubscriptionEventRow = RowOf<typeof subscriptionEventRow>

const ms = (at: string) => Date.parse(at)

const toTerm = (row: SubscriptionEventRow): ReportedTerm => ({
  id: row.id,
  source: row.source,
  externalId: row.external_id,
  at: ms(row.at),
  until: ms(row.until!),
  plan: row.plan,
  kobo: row.kobo,
  settled: row.settled_at
    ? { at: ms(row.settled_at), from: ms(row.settles_from!), until: ms(row.settles_until!) }
    : null,
  endsAt: row.ends_at ? ms(row.ends_at) : null,
})

/** Reads the subscription events of a customer, with the ends of terms in effect. */
const reportedOf = (db: Db, customerId: number) =>
  query(
    db,
    subscriptionEventRow,
  )(
    prepared(sql`
    select e.id, e.source, e.external_id, e.kind, e.at, e.until, e.plan, e.kobo, e.settled_at, e.settles_from,
      e.settles_until, t.ends_at, p.is_multi_user
    from subscription_events e
      left join terms_of(array[${customerId}::bigint]) t on t.event_id = e.id
      left join plan_names n on n.name = lower(e.plan) left join plans p on p.id = n.plan_id
    where e.customer_id = ${customerId} order by e.id`),
  )

async function paymentsOf(db: Db, customerId: number): Promise<Payment[]> {
  const { rows } = await query(db, {
    reference: orNull(text),
    kobo: number,
    source: text,
    paymentId: orNull(number),
    at: text,
    external_id: text,
  })(
    prepared(sql`
    select p.source, p.external_id, p.at, l.kobo, p.payment_reference as reference, e.id as "paymentId"
    from purchases p join purchase_lines l on l.purchase_id = p.id
      left join payments e on e.reference = p.payment
    where p.customer_id = ${customerId} and l.kind = 'subscription'`),
  )
  return rows.map(({ external_id, at, ...row }) => ({ ...row, externalId: external_id, at: ms(at) }))
}

/** Lists the terms of a customer with their payments, newest first; one page, or all. */
export async function membershipsOf(
  db: Db,
  customerId: number,
  page?: Paging,
): Promise<{ subscriptions: Membership[]; totalCount: number }> {
  const { rows } = await reportedOf(db, customerId)
  const lines = historyOf(
    rows.filter(({ kind }) => kind !== 'end').map(toTerm),
    rows.filter(({ kind }) => kind === 'end').map(({ at }) => ms(at)),
    await paymentsOf(db, customerId),
    { ownSource: OWN_SOURCE, isVoucher: isVoucherTerm },
  )
  const isMultiUser = new Map(rows.map((row) => [row.id, row.is_multi_user ?? false]))
  const { limit, offset } = page ? sliceOf(page) : { limit: lines.length, offset: 0 }
  return {
    subscriptions: lines
      .slice(offset, offset + limit)
      .map((line) => toMembership(line, isMultiUser.get(line.term.id)!)),
    totalCount: lines.length,
  }
}

/** Converts a term. `numberOfMonths`: bought or given months, whatever the actual end. */
const toMembership = ({ term, ...line }: MembershipLine, multiUserPlan: boolean): Membership => {
  const seconds = (line.paid === 'staff' ? line.endsAt - line.startsAt : term.until - term.at) / 1000
  return {
    id: term.id,
    subscriptionName: term.plan,
    numberOfMonths: Math.max(1, Math.round(seconds / SECONDS_A_MONTH)),
    multiUserPlan,
    subscriptionStartsAt: new Date(line.startsAt).toISOString(),
    subscriptionExpiresAt: new Date(line.endsAt).toISOString(),
    orderAmount: line.kobo === null ? null : toNaira(line.kobo),
    paid: line.paid,
    paymentReference: line.payment?.reference ?? null,
    paymentId: line.payment?.paymentId ?? null,
    monthlyPrice: toNaira(term.kobo),
  }
}

export type Standing = {
  /** Id of the plan if it is on sale, under any name; null: not on sale. */
  planId: number | null
  plan: string
  kobo: number
  tickets: number
  startsAt: Date
  endsAt: Date
  isInForce: boolean
}

/** Finds the subscription in force, else the next one. */
export async function databaseStateOf(db: Db, customerId: number, now: Date): Promise<Standing | undefined> {
  const { rows } = await query(db, { plan: text, kobo: number, tickets: number, starts_at: text, ends_at: text })(
    prepared(sql`
    select plan, kobo, tickets, starts_at, ends_at from subscription_periods
    where customer_id = ${customerId} and ends_at > ${now.toISOString()}
    order by starts_at limit 1`),
  )
  const [row] = rows
  if (!row) return
  const plan = await planOfName(db, row.plan)
  const startsAt = new Date(row.starts_at)
  return {
    planId: plan && !plan.retiredAt ? plan.id : null,
    plan: row.plan,
    kobo: row.kobo,
    tickets: row.tickets,
    startsAt,
    endsAt: new Date(row.ends_at),
    isInForce: startsAt <= now,
  }
}

/** Returns the first and last day of a subscription. If it ends at midnight, the last day is the day before. */
export const daysOf = ({ startsAt, endsAt }: Pick<Standing, 'startsAt' | 'endsAt'>, zone: string) => ({
  subStartDate: dayOf(startsAt, zone),
  subEndDate: dayOf(endsAt.getTime() - 1, zone),
})

export const toActive = (
  standing: Standing,
  zone: string,
): NonNullable<CustomerRecord['userSubscriptionHistory']['active_subscription']> => ({
  subscriptionId: standing.planId,
  subscriptionName: standing.plan,
  startsAt: standing.startsAt.toISOString(),
  endsAt: standing.endsAt.toISOString(),
  ...daysOf(standing, zone),
  monthlyPrice: toNaira(standing.kobo),
})
