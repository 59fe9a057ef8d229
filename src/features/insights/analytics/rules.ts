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
  ticketsSold: 'Tickets of all paid purchases, less those refunded, counted on the day of the refund.',
  onlineRevenue: 'What was paid for all purchases through web or mobile, less refunds on the day of the refund.',
  users: 'All customers who registered.',
  transactions: 'Paid purchases. A refund takes none away.',
  revenue: 'What was paid, discounts taken off, less refunds on the day of the refund.',
  cubeRevenue:
    'What was paid for private screening rooms, at the cinema and online, less refunds on the day of the refund. It is no part of revenue.',
  ticketRevenue: 'What was paid for tickets, discounts taken off, less refunds on the day of the refund.',
  notSpecified: 'Bought through a channel that is neither web nor mobile, such as the counter.',
  activeUsers: 'Customers with a subscription in force.',
  inactiveUsers: 'Registered customers without a subscription in force.',
  repeatUsers: 'Customers with two or more paid purchases, of those with at least one.',
  churnRate:
    'Subscriptions that ended in the period and were not renewed in it, of those in force at its start. Today’s are counted tomorrow.',
  cancelledRevenue:
    'The monthly price of subscriptions that ended in the month and were not renewed in it. Today’s are counted tomorrow.',
  lost: 'Subscriptions that ended in these days and were not renewed in them. Today’s are counted tomorrow.',
  lostRevenue:
    'The monthly price of subscriptions that ended in these days and were not renewed in them. Today’s are counted tomorrow.',
  recurringRevenue: 'The monthly price of subscriptions in force at the end of the month; now for the running one.',
  redemptionRate: 'Tickets redeemed at a cinema, of tickets sold, by the day of the show.',
  subscriptionRedemption: 'Tickets that subscribers used, of those that their plans entitle to in the month.',
  averageRedemption: 'Redeemed tickets for each whole week, month or year up to the date, on average.',
  conversionRate: 'New subscriptions bought, of customers who registered, in the same days.',
  visits: 'Visits to the web shop and the app, by day.',
  oneTime: 'Purchases by people without a subscription at that moment.',
  concessionDiscount:
    'Concessions that subscribers bought with a discount, of all that subscribers bought, and what it was worth.',
  signups: 'Customers who registered in the month.',
  spendPerHead: 'What was paid for tickets and concessions, less refunds, for each ticket sold.',
  concessionsPerTicket: 'What was paid for concessions, less refunds, for each ticket sold.',
  occupancy:
    'Seats taken, as last reported by the point of sale, of all seats in the showings that began in these days.',
  refunded: 'What was paid back in these days, whenever it was bought.',
  byWeekday: 'What was paid on each weekday, discounts taken off, less refunds, for each of its days that are over.',
} as const
