/**
 * SQL that reads a table of a higher domain, by table, with the reader and the reason. A test rejects unused entries.
 */
export type Joins = Record<string, { by: string[]; reason: string }>

export const READS: Joins = {
  vouchers: { by: ['daily-finance'], reason: 'A business day says which vouchers were redeemed.' },
  voucher_groups: { by: ['daily-finance'], reason: 'A business day says what its redeemed vouchers were worth.' },
  feed_corrections: {
    by: ['payment-logs'],
    reason: 'The history of a payment says which of its sales were corrected.',
  },
  cinemas: { by: ['server'], reason: 'A role is for some cinemas, or for those of a state.' },
  customers: {
    by: ['tickets', 'trade'],
    reason: 'The ticket log is searched by its buyers, and a sale holds the customer whom it counts for.',
  },
  cube_bookings: {
    by: ['analytics', 'daily-finance', 'payment-logs'],
    reason: 'A payment for a cube is of the cinema of the cube that was booked.',
  },
  cubes: {
    by: ['analytics', 'daily-finance', 'payment-logs'],
    reason: 'A payment for a cube is of the cinema of the cube that was booked.',
  },
  cube_payments: {
    by: ['analytics', 'daily-finance', 'payment-logs'],
    reason: 'The payment log says which booking a payment was for, and a business day counts it.',
  },
  payment_cards: { by: ['customers'], reason: 'A profile says whether there is a card.' },
  payments: { by: ['customers', 'tickets'], reason: 'A purchase says how it was paid.' },
  signup_days: { by: ['customers'], reason: 'How many customers there are is read from the rollup, not counted.' },
  subscription_days: {
    by: ['customers'],
    reason: 'How many customers have a subscription is read from the rollup, not counted.',
  },
  buyers: { by: ['privacy'], reason: 'Of two records of one person, it is shown which of them bought.' },
}

/** Tables that SQL outside the owner's folder writes. */
export const WRITES: Joins = {
  admins: { by: ['admins'], reason: 'The platform reads accounts at each request; they are edited in their features.' },
  cinema_roles: {
    by: ['admins'],
    reason: 'The platform reads them at each request; they are edited with the account.',
  },
  roles: { by: ['admins'], reason: 'The platform reads roles at each request; they are edited in their feature.' },
  audit_log: {
    by: ['error-logs'],
    reason:
      'count_error_reports records that an error which happened again is open again, in the statement that finds it.',
  },
  buyer_counts: { by: ['rollups'], reason: 'A sum that differs is counted anew from its rows.' },
  movies: {
    by: ['cinemas'],
    reason:
      "The point of sale tells films and showtimes in one answer, and both follow it in one transaction; staff's columns are not touched.",
  },
}
