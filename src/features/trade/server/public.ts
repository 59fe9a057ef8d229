/** What happened in the chain: sales, refunds, torn tickets, visits and subscriptions. Whoever tells of them does it here. */
export { isThereTrade, repairDays, TOLD_DAYS } from './days.ts'
export { holdPurchases, holdPurchasesPaid, leftByKind, type HeldPurchase, type KindLeft } from './left.ts'
export { boughtAsGuest, boughtBy, buyersUnder, countTrade, eraseTrade, mergeTrade } from './person.ts'
export { redeem, redeemedOf, redeemedOtherwise } from './redeem.ts'
export { refund, refundedOtherwise, refundLines, refundsKnown, type LinePart, type Refund } from './refund.ts'
export { seatsTaken } from './seats.ts'
export {
  linesOfDays,
  paymentsOf,
  purchaseIds,
  sell,
  soldOtherwise,
  type Buyer,
  type Sale,
  type Teller,
} from './sell.ts'
export { storedAs, type Stored } from './stored.ts'
export { inForce, isSubscriber, markSubscribers, paidUntil, workOut } from './subscription-periods.ts'
export { addSubscriptionEvents, ourTerm, sellTerm, termAfter, type SubscriptionEvent, type Term } from './subscribe.ts'
export {
  redeemedAs,
  refundedAs,
  refundsReported,
  soldAs,
  visitedAs,
  voidRedemption,
  voidRefund,
  voidSale,
  voidVisits,
  type RedeemedAs,
  type RefundedAs,
  type SoldAs,
} from './void.ts'
export { visit, visitedOtherwise } from './visit.ts'
