/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = [
  'buyer_counts',
  'buyers',
  'cinema_redemption_days',
  'cinema_sales',
  'cinema_sales_days',
  'cinema_show_days',
  'redemption_days',
  'sales_days',
  'show_days',
  'signup_days',
  'subscription_days',
  'subscription_ends',
  'visit_days',
]
