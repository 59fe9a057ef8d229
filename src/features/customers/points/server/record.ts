import { sql } from 'drizzle-orm'
import { linesOf } from '#features/customers/customers/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { PointsRecord } from '../contract.ts'
import { movedSince } from './ledger.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

const PURCHASES_LISTED = 10

const recordRow = {
  email: orNull(text),
  id: number,
  full_name: text,
  version: number,
  tier: number,
  lifetime_points: number,
  available_points: number,
  awarded_this_month: number,
  redeemed_this_month: number,
  plan: orNull(text),
  ends_at: orNull(text),
}

/** A listed customer's loyalty page; `since`: when the running month began. */
export async function findRecord(
  db: Db,
  id: number,
  { now, since }: { now: Date; since: Date },
): Promise<PointsRecord | undefined> {
  const at = now.toISOString()
  const found = await query(db, recordRow)`
    select c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
      coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
      coalesce(m.version, 1) as version, moved.awarded as awarded_this_month, moved.redeemed as redeemed_this_month,
      s.plan, s.ends_at
    from customers c left join loyalty_members m on m.customer_id = c.id
    left join lateral (
      select plan, ends_at from subscription_periods where customer_id = c.id and starts_at <= ${at} and ends_at > ${at}
    ) s on true
    ${movedSince(sql`c.id`, since)}
    where c.id = ${id} and c.is_listed`
  const member = found.rows[0]
  if (!member) return
  const recent_purchases = await linesOf(
    db,
    sql`p.customer_id = ${id}`,
    ['ticket', 'concession', 'subscription'],
    sql`limit ${PURCHASES_LISTED}`,
  )
  const { plan, ends_at: endsAt, ...rest } = member
  return {
    ...rest,
    subscription: plan === null ? null : { subscriptionName: plan, endsAt: new Date(endsAt!).toISOString() },
    recent_purchases,
  }
}
