/*
 * What happened in the chain. Each row that was reported knows by whom (`source`) and under which id, so that what is
 * reported again changes nothing. Days are business days, money is kobo.
 */

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = [
  'guest_cinemas',
  'guests',
  'purchase_lines',
  'purchases',
  'redemptions',
  'refund_lines',
  'refunds',
  'subscription_events',
  'subscription_periods',
  'visits',
  'voided_sales',
]
