import type pg from 'pg'
import type { Size } from './cases.ts'

/** How much the database of the measurement has. */
export async function sizeOf(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<Size>(`
    select count(*) as customers, count(*) filter (where is_listed) as listed,
      count(*) filter (where is_listed and exists (
        select from stints s where s.customer_id = c.id and s.starts_at <= now() and s.ends_at > now())) as active,
      (select count(*) from guests) as guests,
      (select count(*) from kids_club_members k join customers u on u.id = k.customer_id where u.is_listed) as kids
    from customers c`)
  return rows[0]!
}
