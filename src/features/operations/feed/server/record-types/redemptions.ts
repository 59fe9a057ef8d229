import { redeem, redeemedOtherwise } from '#features/sales/trade/server/public.ts'
import { ingestUnlessVoided } from '../corrected.ts'
import { lockCustomers } from './people.ts'
import { byId, outcomesOf, type Ingester } from './ingest-context.ts'

/** Adds checked-in tickets to the day of redemption and the day of the show. */
export const ingestRedemptions: Ingester<'redemptions'> = (at, sent) =>
  ingestUnlessVoided(at, 'redemptions', sent, async (lines) => {
    const people = await lockCustomers(
      at,
      lines.map((line) => line.customer_id),
    )
    const redemptions = byId(lines).map((line) => ({
      id: line.id,
      at: new Date(line.at),
      showAt: new Date(line.show_at ?? line.at),
      cinema: line.cinema_id,
      customer: line.customer_id ? people.get(line.customer_id)!.id : null,
      tickets: line.tickets,
      bySubscription: line.by_subscription,
      purchase: line.purchase_id,
    }))
    const fresh = await redeem(at.db, at, redemptions)
    return outcomesOf(lines, fresh, redemptions, (reported) => redeemedOtherwise(at.db, at.source, reported))
  })
