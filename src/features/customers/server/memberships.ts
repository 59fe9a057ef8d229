import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { planOfName } from '#features/tiers/server/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { CustomerRecord, Membership } from '../contract.ts'

/** Subscriptions as they are read: the one that stands, and the terms there were. */

const SECONDS_A_MONTH = (365.2425 / 12) * 24 * 3600

type Term = {
  event_id: number
  plan: string
  starts_at: string
  ends_at: string
  paid_seconds: number
  kobo: number
  is_multi_user: boolean | null
}

const toMembership = (term: Term): Membership => {
  const numberOfMonths = Math.max(1, Math.round(term.paid_seconds / SECONDS_A_MONTH))
  return {
    id: term.event_id,
    subscriptionName: term.plan,
    numberOfMonths,
    multiUserPlan: term.is_multi_user ?? false,
    subscriptionStartsAt: new Date(term.starts_at).toISOString(),
    subscriptionExpiresAt: new Date(term.ends_at).toISOString(),
    orderAmount: toNaira(term.kobo * numberOfMonths),
  }
}

/** The terms of a customer's subscriptions that stand, newest first; a page of them or all. */
export async function membershipsOf(
  db: Db,
  customerId: number,
  page?: { page: number; perPage: number },
): Promise<{ subscriptions: Membership[]; totalCount: number }> {
  const those = sql`array[${customerId}::bigint]`
  const { rows } = await db.execute<Term>(sql`
    select t.event_id, t.plan, t.starts_at, t.ends_at, extract(epoch from e.until - e.at)::float8 as paid_seconds, t.kobo,
      p.is_multi_user
    from terms_of(${those}) t join subscription_events e on e.id = t.event_id
      left join plan_names n on n.name = lower(t.plan) left join plans p on p.id = n.plan_id
    order by t.starts_at desc
    ${page ? sql`limit ${page.perPage} offset ${(page.page - 1) * page.perPage}` : sql``}`)
  const totalCount = page ? await countTerms(db, those) : rows.length
  return { subscriptions: rows.map(toMembership), totalCount }
}

async function countTerms(db: Db, customerIds: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*) as n from terms_of(${customerIds})`)
  return rows[0]!.n
}

export type Standing = {
  /** The plan's that is sold, under whatever name now; null when it is sold no more. */
  planId: number | null
  plan: string
  kobo: number
  tickets: number
  startsAt: Date
  endsAt: Date
  isInForce: boolean
}

/** The subscription in force, else the next to come. */
export async function standingOf(db: Db, customerId: number, now: Date): Promise<Standing | undefined> {
  const { rows } = await db.execute<{
    plan: string
    kobo: number
    tickets: number
    starts_at: string
    ends_at: string
  }>(sql`
    select plan, kobo, tickets, starts_at, ends_at from stints
    where customer_id = ${customerId} and ends_at > ${now.toISOString()}
    order by starts_at limit 1`)
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

/** The first and last day of a subscription: what ends at midnight ends with the day before. */
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
