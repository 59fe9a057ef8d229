/*
 * Tables of sales and what follows them. Each reported row has its sender (`source`) and the sender's id, so that a
 * repeated report changes nothing. Days are business days, money is kobo.
 */

/** Tables without a TypeScript schema. Their columns are in migrations/. */
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
