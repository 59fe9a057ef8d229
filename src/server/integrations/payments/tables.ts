/** Tables used only in SQL; migrations/ has their columns. */
export const SQL_TABLES = ['payments_embedded', 'payments_embedded_refunds']
