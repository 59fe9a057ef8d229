import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'

export const deleted: Deleted[] = [
  {
    kind: 'combo deal',
    permission: 'concessions:write',
    rows: () => sql`
      select d.id, p.name as title, c.name as subtitle, d.deleted_at
      from combo_deals d
      join cinema_products o on o.id = d.cinema_product_id
      join products p on p.id = o.product_id
      join cinemas c on c.id = o.cinema_id
      where d.deleted_at is not null`,
  },
]
