import { isDay, type Day } from '#contract/time.ts'

export const DURATIONS = ['WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Duration = (typeof DURATIONS)[number]

export const messages = { noPurchases: 'No purchases made yet' } as const

/** YYYY-M-D as YYYY-MM-DD; undefined when it is no day. */
export const fullDay = (text: string): Day | undefined => {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const day = match && `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`
  return day && isDay(day) ? day : undefined
}

/** A part of a whole in percent; null where there is nothing to divide by. */
export const percentage = (part: number, all: number): number | null => (all > 0 ? (part / all) * 100 : null)

/** Parts of a day by when a show begins, each up to the next; what begins after midnight belongs to the last. */
export const DAYPARTS = [
  { id: 'morning', label: 'Before 12:00', short: '06–12', from: 6 },
  { id: 'afternoon', label: '12:00 to 17:00', short: '12–17', from: 12 },
  { id: 'evening', label: '17:00 to 21:00', short: '17–21', from: 17 },
  { id: 'late', label: 'From 21:00', short: '21–06', from: 21 },
] as const
export type Daypart = (typeof DAYPARTS)[number]['id']

/** What each figure means, as the info tip beside it and docs/metrics.md say it. */
export const DEFINITIONS = {
  ticketsSold: 'Tickets of paid purchases, minus refunded tickets on the day of the refund',
  onlineRevenue: 'Payments through web or mobile, minus refunds on the day of the refund',
  users: 'All registered customers',
  transactions: 'Paid purchases, including those refunded later',
  revenue: 'Payments after discounts, minus refunds on the day of the refund',
  cubeRevenue:
    'Payments for private screening rooms, at the cinema and online, minus refunds on the day of the refund. Not part of revenue.',
  ticketRevenue: 'Ticket payments after discounts, minus refunds on the day of the refund',
  notSpecified: 'Bought through neither web nor mobile, such as at the counter',
  activeUsers: 'Customers with an active subscription',
  inactiveUsers: 'Registered customers without an active subscription',
  repeatUsers: 'Customers with two or more paid purchases, as a share of those with at least one',
  churnRate:
    'Subscriptions that ended and were not renewed in the period, as a share of those active at its start. Today’s are added tomorrow.',
  cancelledRevenue:
    'Monthly price of subscriptions that ended and were not renewed in the month. Today’s are added tomorrow.',
  lost: 'Subscriptions that ended and were not renewed in this period. Today’s are added tomorrow.',
  lostRevenue:
    'Monthly price of subscriptions that ended and were not renewed in this period. Today’s are added tomorrow.',
  recurringRevenue: 'Monthly price of subscriptions active at the end of the month, or now for the current month',
  redemptionRate: 'Redeemed tickets as a share of tickets sold, by the day of the show',
  subscriptionRedemption: 'Tickets that subscribers used, as a share of the tickets in their plans for the month',
  averageRedemption: 'Average number of redeemed tickets per complete week, month or year up to the date',
  conversionRate: 'New subscriptions as a share of new customers in the same period',
  visits: 'Visits to the web shop and the app per day',
  oneTime: 'Purchases by people who had no subscription at the time',
  concessionDiscount:
    'Discounted concessions as a share of all concessions that subscribers bought, and the value of the discounts',
  signups: 'Customers who registered in the month',
  spendPerHead: 'Ticket and concession payments, minus refunds, per ticket sold',
  concessionsPerTicket: 'Concession payments, minus refunds, per ticket sold',
  occupancy:
    'Seats sold as a share of all seats in showings that started in this period. The point of sale reports both.',
  refunded: 'Refunds paid in this period, whenever the purchase was made',
  byWeekday: 'Payments after discounts, minus refunds, per weekday, averaged over its complete days',
} as const
