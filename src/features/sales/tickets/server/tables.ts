/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['ticket_log', 'ticket_log_days']
