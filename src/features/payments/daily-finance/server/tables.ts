/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = [
  'day_closes',
  'mismatch_comments',
  'provider_transactions',
  'reconciliation_mismatches',
  'reconciliations',
  'till_counts',
]
