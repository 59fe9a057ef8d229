import { sql, type SQL } from 'drizzle-orm'

/** Returns rows for a statement: `from ${rowsOf(rows, 'id text, at timestamptz')}`, then as `x`. */
export const rowsOf = (rows: readonly object[], columns: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${sql.raw(columns)})`

/** Returns a list as one parameter. */
export const listOf = (values: readonly unknown[], type: 'text' | 'bigint'): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`
