import { toNaira } from '#contract/money.ts'
import { productOf, type SoldRow } from './store.ts'
import type { Db } from '#server/db/connect.ts'
import type { CinemaMenu, Edible } from '../edible-contract.ts'
import { bool, number, query, text } from '#server/db/query.ts'

export const toEdible = ({ units_sold: _, ...row }: SoldRow): Edible => row

/** One food or beverage, also when no cinema sells it any more. */
export async function findEdible(db: Db, id: number, at: Date): Promise<Edible | undefined> {
  const row = await productOf(db, 'edible', id, at)
  return row && toEdible(row)
}

/** The open cinemas by name; on request with the food and beverages that each sells. */
export async function cinemaMenus(
  db: Db,
  { withConcessions, at }: { withConcessions: boolean; at: Date },
): Promise<CinemaMenu[]> {
  const cinemas = await query(db, { id: text, cinema_name: text, city: text })`
    select c.id, c.name as cinema_name, s.name as city
    from cinemas c join states s on s.id = c.state_id
    where c.closed_at is null order by c.name collate "und-x-icu", c.id`
  if (!withConcessions) return cinemas.rows
  const { rows } = await query(db, {
    cinema_id: text,
    id: number,
    rosetta_product_id: text,
    name: text,
    type: text,
    kobo: number,
    is_active: bool,
  })`
    select cp.cinema_id, p.id, p.rosetta_id as rosetta_product_id, p.name, p.type, price_at(cp, ${at.toISOString()}) as kobo,
      cp.is_active
    from cinema_products cp join products p on p.id = cp.product_id
    where p.kind = 'edible' and cp.listed_since is not null
    order by p.name collate "und-x-icu", p.id`
  const menus = Map.groupBy(rows, (row) => row.cinema_id)
  return cinemas.rows.map((cinema) => ({
    ...cinema,
    concessions: (menus.get(cinema.id) ?? []).map(({ cinema_id: _, kobo, is_active, ...product }) => ({
      ...product,
      price: toNaira(kobo),
      isActive: is_active,
    })),
  }))
}
