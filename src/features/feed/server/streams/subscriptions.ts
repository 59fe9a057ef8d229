import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { workOut } from '#features/customers/server/store.ts'
import { holdCustomers } from './people.ts'
import { ACCEPTED, byId, DUPLICATE, rowsOf, utc, type Take } from './taking.ts'

/** Notes what was told of subscriptions; what follows from it for its customers is worked out anew. */
export const takeSubscriptions: Take<'subscriptions'> = async (at, lines) => {
  const { db, source, zone } = at
  const people = await holdCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const events = byId(lines).map((line) => ({
    id: line.id,
    customer: people.get(line.customer_id)!.id,
    kind: line.event,
    at: utc(line.at),
    // An end carries nothing but when and why.
    ...(line.event === 'end'
      ? { plan: '', kobo: 0, tickets: 0 }
      : { until: utc(line.until!), plan: line.plan, kobo: toKobo(line.monthly_price!), tickets: line.tickets ?? 0 }),
    reason: line.reason,
  }))
  const { rows } = await db.execute<{ external_id: string; customer_id: number }>(sql`
    insert into subscription_events
      (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets, reason)
    select ${source}, x.id, x.customer, x.kind, x.at, (x.at at time zone ${zone})::date, x.until, x.plan, x.kobo,
      x.tickets, x.reason
    from ${rowsOf(
      events,
      `id text, customer bigint, kind text, at timestamptz, until timestamptz, plan text, kobo bigint, tickets integer,
       reason text`,
    )}
    on conflict (source, external_id) do nothing returning external_id, customer_id`)
  await workOut(db, zone, [...new Set(rows.map((row) => row.customer_id))])
  const fresh = new Set(rows.map((row) => row.external_id))
  return lines.map(({ id }) => (fresh.has(id) ? ACCEPTED : DUPLICATE))
}
