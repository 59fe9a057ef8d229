import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import type { ChainProduct, ConcessionProduct, Menu } from '../contract.ts'
import { COMBO_GROUP, comboProblems } from '../rules.ts'
import { bool, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** What is read of products: of one cinema, of one product at all of them, or of some rows. */

const icu = sql.raw('collate "und-x-icu"')

const row = {
  id: number,
  cinema_id: text,
  cinema_name: text,
  rosetta_id: text,
  name: text,
  category: text,
  image: text,
  kobo: number,
  pos_kobo: number,
  override_kobo: orNull(number),
  is_active: bool,
  is_sold: bool,
  version: number,
  combo_id: orNull(number),
  combo_version: orNull(number),
  change_name: orNull(text),
  change_ends: orNull(text),
  change_id: orNull(number),
}
type Row = RowOf<typeof row>
const itemRow = { name: text, rosetta_id: text, is_active: bool, is_sold: bool, combo_id: number, kobo: number }
type Item = RowOf<typeof itemRow>

/** Products at cinemas, by name, with their prices at an instant and the combos that they are. */
export async function productsWhere(db: Db, where: SQL, at: Date): Promise<ConcessionProduct[]> {
  const { rows } = await query(db, row)`
    select cp.id, cp.cinema_id, c.name as cinema_name, p.rosetta_id, p.name, p.category, p.image, cp.pos_kobo, cp.override_kobo,
      price_at(cp, ${at.toISOString()}) as kobo, pc.id as change_id, pc.name as change_name, pc.ends_at as change_ends,
      cp.is_active, cp.listed_since is not null as is_sold, cp.version, d.id as combo_id, d.version as combo_version
    from cinema_products cp join products p on p.id = cp.product_id join cinemas c on c.id = cp.cinema_id
      left join combo_deals d on d.cinema_product_id = cp.id and d.deleted_at is null
      left join price_changes pc on pc.id = (changed_price_at(cp, ${at.toISOString()})).change_id
    where ${where}
    order by p.name ${icu}, p.id, c.name ${icu}, cp.id`
  const items = await itemsOf(
    db,
    rows.flatMap((row) => row.combo_id ?? []),
    at,
  )
  return rows.map((row) => toWire(row, items.get(row.combo_id ?? 0) ?? []))
}

/** The items of combos in their order, by the combo. */
async function itemsOf(db: Db, combos: readonly number[], at: Date): Promise<Map<number, Item[]>> {
  if (!combos.length) return new Map()
  const { rows } = await query(db, itemRow)`
    select i.combo_id, p.rosetta_id, p.name, price_at(cp, ${at.toISOString()}) as kobo, cp.is_active,
      cp.listed_since is not null as is_sold
    from combo_items i join cinema_products cp on cp.id = i.cinema_product_id join products p on p.id = cp.product_id
    where i.combo_id = any(${sql.param([...combos])}::integer[])
    order by i.combo_id, i.place`
  return Map.groupBy(rows, (row) => row.combo_id)
}

function toWire(row: Row, items: readonly Item[]): ConcessionProduct {
  const price = toNaira(row.kobo)
  const combo = { product_name: row.name, display_price: price, isSold: row.is_sold }
  const combo_items = items.map((item) => ({
    product_id: item.rosetta_id,
    product_name: item.name,
    display_price: toNaira(item.kobo),
    isActive: item.is_active,
    isSold: item.is_sold,
  }))
  return {
    ...combo,
    id: row.id,
    cinema_id: row.cinema_id,
    cinema_name: row.cinema_name,
    product_id: row.rosetta_id,
    product_price: price,
    pos_price: toNaira(row.pos_kobo),
    hasOwnPrice: row.override_kobo !== null,
    own_price: row.override_kobo === null ? null : toNaira(row.override_kobo),
    price_change:
      row.change_id === null
        ? null
        : {
            id: row.change_id,
            name: row.change_name!,
            ends_at: row.change_ends && new Date(row.change_ends).toISOString(),
          },
    product_category_name: row.category,
    image_url: row.image || null,
    isActive: row.is_active,
    isDeactivated: !row.is_active,
    version: row.version,
    combo_id: row.combo_id,
    combo_version: row.combo_version,
    combo_items,
    problems: row.combo_id === null ? [] : comboProblems(combo, combo_items),
  }
}

/** What a cinema sells; a combo stays although the point of sale has it no longer. */
export const menuProducts = (db: Db, cinemaId: string, at: Date): Promise<ConcessionProduct[]> =>
  productsWhere(db, sql`cp.cinema_id = ${cinemaId} and (cp.listed_since is not null or d.id is not null)`, at)

/** Grouped by category, in the order of their names; combo deals last, although there be none. */
export function grouped(products: readonly ConcessionProduct[]): Menu['concessions'] {
  const { combos = [], others = [] } = Object.groupBy(products, (product) =>
    product.combo_id === null ? 'others' : 'combos',
  )
  const groups = Map.groupBy(others, (product) => product.product_category_name)
  return [
    ...[...groups]
      .map(([categoryName, list]) => ({ categoryName, products: list }))
      .toSorted((a, b) => a.categoryName.localeCompare(b.categoryName, 'en')),
    { categoryName: COMBO_GROUP, products: combos },
  ]
}

/** When a cinema's products were taken, and since when and why they could not be since. */
export async function takingOf(db: Db, cinemaId: string): Promise<Pick<Menu, 'as_of' | 'failing_since' | 'reason'>> {
  const { rows } = await query(db, {
    synced_at: orNull(text),
    failing_since: orNull(text),
    reason: orNull(text),
  })`select synced_at, failing_since, reason from product_syncs where cinema_id = ${cinemaId}`
  const iso = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)
  const { synced_at, failing_since, reason } = rows[0] ?? {}
  return { as_of: iso(synced_at), failing_since: iso(failing_since), reason: reason ?? null }
}

/** A product by the point of sale's id, with the open cinemas that sell it. */
export async function chainProduct(db: Db, rosettaId: string, at: Date): Promise<ChainProduct | undefined> {
  const found = await query(db, {
    id: number,
    name: text,
    category: text,
    image: text,
    hopk: orNull(text),
    version: number,
  })`select id, name, category, image, hopk, version from products where rosetta_id = ${rosettaId}`
  const row = found.rows[0]
  if (!row) return
  return {
    rosetta_product_id: rosettaId,
    product_name: row.name,
    product_category_name: row.category,
    image_url: row.image || null,
    hpok: row.hopk,
    version: row.version,
    cinemas: await productsWhere(
      db,
      sql`cp.product_id = ${row.id} and cp.listed_since is not null and c.closed_at is null`,
      at,
    ),
  }
}
