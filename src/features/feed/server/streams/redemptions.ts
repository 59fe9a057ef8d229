import { redeem, redeemedOtherwise } from '#features/trade/server/public.ts'
import { takeBeside } from '../corrected.ts'
import { holdCustomers } from './people.ts'
import { byId, outcomesOf, type Take } from './taking.ts'

/** Tickets that were torn, on their day and on their show's. */
export const takeRedemptions: Take<'redemptions'> = (at, sent) =>
  takeBeside(at, 'redemptions', sent, async (lines) => {
    const people = await holdCustomers(
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
    return outcomesOf(lines, fresh, redemptions, (told) => redeemedOtherwise(at.db, at.source, told))
  })
