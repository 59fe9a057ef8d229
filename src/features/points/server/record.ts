import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import type { PointsRecord } from '../contract.ts'
import { movedSince } from './ledger.ts'

const PURCHASES_SHOWN = 10

type Found = Omit<PointsRecord, 'recent_purchases' | 'subscription'> & { plan: string | null; ends_at: string | null }
type Line = { id: string; product: string; quantity: number; kobo: number; reference: string | null; at: string }

/** A listed customer's loyalty page; `since`: when the running month began. */
export async function findRecord(
  db: Db,
  id: number,
  { now, since }: { now: Date; since: Date },
): Promise<PointsRecord | undefined> {
  const at = now.toISOString()
  const found = await db.execute<Found>(sql`
    select c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
      coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
      coalesce(m.version, 1) as version, moved.awarded as awarded_this_month, moved.redeemed as redeemed_this_month,
      s.plan, s.ends_at
    from customers c left join loyalty_members m on m.customer_id = c.id
    left join lateral (
      select plan, ends_at from stints where customer_id = c.id and starts_at <= ${at} and ends_at > ${at}
    ) s on true
    ${movedSince(sql`c.id`, since)}
    where c.id = ${id} and c.is_listed`)
  const member = found.rows[0]
  if (!member) return
  const { rows } = await db.execute<Line>(sql`
    select p.external_id || '-' || l.n as id, l.quantity, l.kobo, p.payment_reference as reference, p.at,
      coalesce(nullif(l.product, ''), nullif(f.title, ''), f.name, initcap(l.kind)) as product
    from (select * from purchases where customer_id = ${id} order by at desc limit ${PURCHASES_SHOWN}) p
    join purchase_lines l on l.purchase_id = p.id left join movies f on f.id = l.movie_id
    order by p.at desc, p.id, l.n limit ${PURCHASES_SHOWN}`)
  const { plan, ends_at: endsAt, ...rest } = member
  return {
    ...rest,
    subscription: plan === null ? null : { subscriptionName: plan, endsAt: new Date(endsAt!).toISOString() },
    recent_purchases: rows.map((line) => ({
      id: line.id,
      product_name: line.product,
      quantity: line.quantity,
      price: toNaira(line.kobo),
      paymentReference: line.reference,
      createdAt: new Date(line.at).toISOString(),
    })),
  }
}
