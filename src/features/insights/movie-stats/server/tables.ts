/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['movie_days']
