/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['payments_embedded', 'payments_embedded_refunds']
