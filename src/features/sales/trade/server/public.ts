/** Sales, refunds, redemptions, visits and subscriptions of the chain. All sources record them through this module. */
export { isThereTrade, repairDays, DERIVED_DAYS } from './days.ts'
export { lockPurchases, lockPurchasesPaid, leftByKind, type LockedPurchase, type KindLeft } from './remaining.ts'
export { boughtAsGuest, boughtBy, buyersUnder, countTrade, eraseTrade, mergeTrade } from './person.ts'
export { redeem, redeemedOf, redeemedOtherwise } from './redeem.ts'
export { refund, refundedOtherwise, refundLines, refundsKnown, type LinePart, type Refund } from './refund.ts'
export { occupiedSeats } from './seats.ts'
export {
  linesOfDays,
  paymentsOf,
  purchaseIds,
  sell,
  soldOtherwise,
  type Buyer,
  type Sale,
  type Sender,
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
