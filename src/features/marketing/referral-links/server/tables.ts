/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['referral_clicks', 'referral_links', 'referral_sums']
