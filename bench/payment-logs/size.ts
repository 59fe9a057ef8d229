import type pg from 'pg'
import type { Size } from './cases.ts'

/** How much the database of the measurement has. */
export async function sizeOf(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(`
    select sum(count)::bigint as all, sum(count) filter (where is_customer)::bigint as customers from payment_entry_days`)
  return rows[0]!
}
