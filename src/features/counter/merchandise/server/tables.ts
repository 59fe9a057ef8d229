/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['merchandise_cinema_days', 'merchandise_days', 'merchandise_sales']
