import { sql, type SQL } from 'drizzle-orm'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { toNaira } from '#contract/money.ts'
import type { CinemaMenu, CinemaPrice, Edible, Merchandise } from '../product-contract.ts'
import type { Db } from '#server/db/connect.ts'
import { sortOf } from '#server/db/page.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hasTerms } from '#server/db/search.ts'
import type { ProductKind } from '#server/integrations/pos/port.ts'
import { bool, json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** The chain's products of a kind, edibles or merchandise, with their price at each open cinema. */

export type ProductFilter = {
  kind: ProductKind
  /** When the prices are those. */
  at: Date
  zone: string
  search?: string | undefined
  type?: string | undefined
  flavour?: string | undefined
  /** Added from this day to that. */
  start_date?: Day | undefined
  end_date?: Day | undefined
  sort?: string | undefined
}

/** In the shape of the wire. */
export type SoldRow = {
  id: number
  rosetta_product_id: string
  name: string
  category: string
  type: string
  flavour: string
  size: string
  hpok: string | null
  price: number
  highest_price: number
  image_url: string | null
  createdAt: string
  units_sold: number
  concessions: CinemaPrice[]
}

const icu = sql.raw('collate "und-x-icu"')
const keys: Record<string, SQL> = {
  name: sql`p.name ${icu}`,
  type: sql`p.type ${icu}`,
  flavour: sql`p.flavour ${icu}`,
  size: sql`p.size ${icu}`,
  hpok: sql`coalesce(p.hopk, '')`,
  price: sql`x.lowest`,
  createdAt: sql`p.created_at`,
  units_sold: sql`units_sold`,
}

const conditions = ({ kind, zone, search, type, flavour, start_date, end_date }: ProductFilter): SQL =>
  sql.join(
    [
      sql`p.kind = ${kind}`,
      ...(search ? [hasTerms(sql`fold(p.name || ' ' || p.rosetta_id || ' ' || coalesce(p.hopk, ''))`, search)] : []),
      ...(type ? [sql`p.type = ${type}`] : []),
      ...(flavour ? [sql`p.flavour = ${flavour}`] : []),
      ...(start_date ? [sql`p.created_at >= ${startOfDay(start_date, zone).toISOString()}`] : []),
      ...(end_date ? [sql`p.created_at < ${startOfDay(addDays(end_date, 1), zone).toISOString()}`] : []),
    ],
    sql` and `,
  )

/** Whether an open cinema sells it. */
const isSold = sql`exists (
  select from cinema_products cp join cinemas c on c.id = cp.cinema_id
  where cp.product_id = p.id and cp.listed_since is not null and c.closed_at is null)`
/** What lists are sorted by that is worked out of other rows. */
const COUNTED = ['price', 'units_sold']

/** Its prices at the open cinemas that sell it; nothing where none does. */
const pricesAt = (at: Date) => sql`cross join lateral (
  select min(k.kobo) as lowest, max(k.kobo) as highest,
    jsonb_agg(jsonb_build_object('id', k.id, 'cinema_id', k.cinema_id, 'cinema_name', k.cinema, 'city', k.city,
      'kobo', k.kobo, 'isActive', k.is_active) order by k.cinema ${icu}, k.cinema_id) as cinemas
  from (
    select cp.id, cp.cinema_id, c.name as cinema, s.name as city, price_at(cp, ${at.toISOString()}) as kobo, cp.is_active
    from cinema_products cp join cinemas c on c.id = cp.cinema_id join states s on s.id = c.state_id
    where cp.product_id = p.id and cp.listed_since is not null and c.closed_at is null
  ) k
) x`
/** At the cinemas that are seen. */
const unitsIn = (db: Db) => sql`cross join lateral (
  select coalesce(sum(quantity), 0)::bigint as units_sold
  ${isScoped(db) ? sql`from merchandise_cinema_days` : sql`from merchandise_days`} where product_id = p.id
) u`

const row = {
  id: number,
  name: text,
  type: text,
  category: text,
  flavour: text,
  size: text,
  units_sold: number,
  rosetta_id: text,
  hopk: orNull(text),
  lowest: orNull(number),
  highest: orNull(number),
  image: text,
  created_at: text,
  cinemas: orNull(json<(Omit<CinemaPrice, 'price'> & { kobo: number })[]>()),
}
type Row = RowOf<typeof row>

const read = (db: Db, where: SQL, { kind, at }: Pick<ProductFilter, 'kind' | 'at'>, more: SQL) => sql`
  select p.id, p.rosetta_id, p.name, p.category, p.type, p.flavour, p.size, p.hopk, p.image, p.created_at, x.*,
    ${kind === 'merchandise' ? sql`u.units_sold` : sql`0 as units_sold`}
  from products p ${pricesAt(at)} ${kind === 'merchandise' ? unitsIn(db) : sql``}
  where ${where} ${more}`

/** Products that a cinema sells now, by name unless sorted; all of them, or a page. */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  page?: { limit: number; offset: number },
): Promise<SoldRow[]> {
  const { by, descending } = sortOf(filter.sort ?? 'name')
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const order = sql`order by ${keys[by]!} ${direction}, p.name ${icu}, p.id`
  const paging = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const those = sql`${conditions(filter)} and ${isSold}`
  // Prices and units are worked out for a page alone, where it is not sorted by them.
  const { rows } = await query(
    db,
    row,
  )(
    COUNTED.includes(by)
      ? read(db, those, filter, sql`${order} ${paging}`)
      : read(db, sql`p.id in (select p.id from products p where ${those} ${order} ${paging})`, filter, order),
  )
  return rows.map(toWire)
}

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*) as n from products p
    where ${conditions(filter)} and ${isSold}`
  return rows[0]!.n
}

/** One product of a kind, also when no cinema sells it any more. */
export async function findProductOf(db: Db, kind: ProductKind, id: number, at: Date): Promise<SoldRow | undefined> {
  const { rows } = await query(db, row)(read(db, sql`p.kind = ${kind} and p.id = ${id}`, { kind, at }, sql``))
  return rows[0] && toWire(rows[0])
}

const toWire = ({ rosetta_id, hopk, lowest, highest, image, created_at, cinemas, ...row }: Row): SoldRow => ({
  ...row,
  rosetta_product_id: rosetta_id,
  hpok: hopk,
  price: toNaira(lowest ?? 0),
  highest_price: toNaira(highest ?? 0),
  image_url: image || null,
  createdAt: new Date(created_at).toISOString(),
  concessions: (cinemas ?? []).map(({ kobo, ...cinema }) => ({ ...cinema, price: toNaira(kobo) })),
})

export const toEdible = ({ units_sold: _, ...row }: SoldRow): Edible => row
export const toMerchandise = ({ flavour: _, hpok: __, ...row }: SoldRow): Merchandise => row

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
