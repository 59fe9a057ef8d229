/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['error_customers', 'error_releases', 'error_reports', 'errors']
