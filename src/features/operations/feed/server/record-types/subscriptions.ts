import { toKobo } from '#contract/money.ts'
import { addSubscriptionEvents } from '#features/sales/trade/server/public.ts'
import { lockCustomers } from './people.ts'
import { ACCEPTED, byId, DUPLICATE, type Ingester } from './ingest-context.ts'

/** Stores subscription events and recalculates the subscription periods of their customers. */
export const ingestSubscriptions: Ingester<'subscriptions'> = async (at, lines) => {
  const people = await lockCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const events = byId(lines).map((line) => ({
    id: line.id,
    customer: people.get(line.customer_id)!.id,
    kind: line.event,
    at: new Date(line.at),
    ...(line.event !== 'end' && {
      until: new Date(line.until!),
      plan: line.plan,
      kobo: toKobo(line.monthly_price!),
      tickets: line.tickets ?? 0,
    }),
    reason: line.reason,
  }))
  const fresh = await addSubscriptionEvents(at.db, at, events)
  return lines.map(({ id }) => (fresh.has(id) ? ACCEPTED : DUPLICATE))
}
