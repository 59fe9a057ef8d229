import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { sortOf } from '#server/db/page.ts'
import { hasTerms } from '#server/db/search.ts'
import type { Cost, ListedCost, MarginRow, ProductMargin, SimulatedCombo } from '../margin-contract.ts'
import { losesMoney, marginOf, messages, type By } from '../margin-rules.ts'
import { json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** Every query of costs and margin. What a product costs on a day is `cost_on`, at a cinema `cost_at` (schema.sql). */

const icu = sql.raw('collate "und-x-icu"')

export async function costsOf(db: Db, productId: number): Promise<Cost[]> {
  const { rows } = await query(db, { from_day: text, kobo: number, set_at: text, set_by: text })`
    select from_day::text, kobo, set_at, set_by from product_costs where product_id = ${productId} order by from_day desc`
  return rows.map(({ kobo, set_at, ...row }) => ({
    ...row,
    cost: toNaira(kobo),
    set_at: new Date(set_at).toISOString(),
  }))
}

type CostsFilter = { search?: string | undefined; sort?: string | undefined }
const costKeys: Record<string, SQL> = {
  product: sql`p.name ${icu}`,
  cost: sql`c.kobo`,
  from_day: sql`c.from_day`,
  set_at: sql`c.set_at`,
}
const costsMatching = ({ search }: CostsFilter) =>
  sql`product_costs c join products p on p.id = c.product_id
    where ${search ? hasTerms(sql`fold(p.name || ' ' || p.rosetta_id)`, search) : sql`true`}`

/** All costs with their products. */
export async function listCosts(
  db: Db,
  filter: CostsFilter,
  page: { limit: number; offset: number } | undefined,
): Promise<ListedCost[]> {
  const { by, descending } = sortOf(filter.sort ?? 'product')
  const { rows } = await query(db, {
    from_day: text,
    set_at: text,
    set_by: text,
    product_id: text,
    product: text,
    kobo: number,
  })`
    select p.rosetta_id as product_id, p.name as product, c.from_day::text, c.kobo, c.set_at, c.set_by
    from ${costsMatching(filter)}
    order by ${costKeys[by]!} ${sql.raw(descending ? 'desc' : 'asc')}, p.name ${icu}, p.id, c.from_day desc
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`
  return rows.map(({ kobo, set_at, ...row }) => ({
    ...row,
    cost: toNaira(kobo),
    set_at: new Date(set_at).toISOString(),
  }))
}

export async function countCosts(db: Db, filter: CostsFilter): Promise<number> {
  const { rows } = await query(db, { n: number })`select count(*)::int as n from ${costsMatching(filter)}`
  return rows[0]!.n
}

const pricedProductRow = { id: number, rosetta_id: text, name: text, costs: json<Record<string, number>>() }
type PricedProduct = RowOf<typeof pricedProductRow>

/** All products, with their costs by first day, in kobo. */
export async function productsToCost(db: Db): Promise<PricedProduct[]> {
  const { rows } = await query(db, pricedProductRow)`
    select p.id, p.rosetta_id, p.name, coalesce(c.costs, '{}') as costs
    from products p
    left join (select product_id, jsonb_object_agg(from_day, kobo) as costs from product_costs group by product_id) c
      on c.product_id = p.id
    order by p.id`
  return rows
}

/** A product, while nobody else changes its costs. */
export async function lockProduct(tx: Db, id: number): Promise<{ name: string; rosetta_id: string } | undefined> {
  const { rows } = await query(tx, {
    name: text,
    rosetta_id: text,
  })`select name, rosetta_id from products where id = ${id} for no key update`
  return rows[0]
}

export async function isProduct(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from products where id = ${id}`)
  return rows.length > 0
}

type NewCost = { productId: number; from: Day; kobo: number; by: string; now: Date }

export const putCost = (tx: Db, { productId, from, kobo, by, now }: NewCost) =>
  tx.execute(sql`
    insert into product_costs (product_id, from_day, kobo, set_at, set_by)
    values (${productId}, ${from}, ${kobo}, ${now.toISOString()}, ${by})
    on conflict (product_id, from_day) do update set kobo = excluded.kobo, set_at = excluded.set_at, set_by = excluded.set_by`)

/** @returns whether there was one */
export async function dropCost(tx: Db, productId: number, from: Day): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`delete from product_costs where product_id = ${productId} and from_day = ${from} returning from_day`,
  )
  return rows.length > 0
}

/** What a cinema sells, with its cost. */
export async function menuMargins(
  db: Db,
  cinemaId: string,
  { day, at }: { day: Day; at: Date },
): Promise<ProductMargin[]> {
  const { rows } = await query(db, { product_id: text, kobo: number, cost: orNull(number) })`
    select p.rosetta_id as product_id, price_at(cp, ${at.toISOString()}) as kobo, cost_at(cp, ${day}) as cost
    from cinema_products cp join products p on p.id = cp.product_id
    where cp.cinema_id = ${cinemaId} order by p.rosetta_id`
  return rows.map(({ product_id, kobo, cost }) => ({
    product_id,
    price: toNaira(kobo),
    ...inNaira(kobo, cost),
    loses_money: losesMoney(kobo, cost),
  }))
}

const inNaira = (revenue: number, cost: number | null) => {
  const { margin, percent } = marginOf(revenue, cost)
  return { cost: cost === null ? null : toNaira(cost), margin: margin === null ? null : toNaira(margin), percent }
}

export type MarginFilter = {
  start_date: Day
  end_date: Day
  cinemas?: readonly string[] | undefined
  by: By
  search?: string | undefined
  sort?: string | undefined
}

type Sums = { units: number; revenue: number; unknown_units: number; known_revenue: number; cost: number | null }

const toRow = ({ known_revenue, revenue, cost, ...row }: Sums) => ({
  units: row.units,
  unknown_units: row.unknown_units,
  revenue: toNaira(revenue),
  ...inNaira(known_revenue, cost),
})

const sums = sql`sum(s.units)::bigint as units, sum(s.kobo)::bigint as revenue,
  coalesce(sum(s.units) filter (where s.unit_cost is null), 0)::bigint as unknown_units,
  coalesce(sum(s.kobo) filter (where s.unit_cost is not null), 0)::bigint as known_revenue,
  sum(s.units * s.unit_cost)::bigint as cost`

/** A line speaks of a product by the point of sale's id or by its name: `known` has each product by either. */
const known = sql`
  known as materialized (
    select distinct on (key) key, id from (
      select lower(rosetta_id) as key, id, 0 as rank from products union all select lower(name), id, 1 from products
    ) k order by key, rank, id
  )`
const ofLine = sql`left join known i on i.key = lower(l.product_id) left join known n on n.key = lower(l.product)`

/** The movie of whose tickets a purchase is, where it is of one alone. */
const MOVIE = sql`(select case when min(t.movie_id) = max(t.movie_id) then min(t.movie_id) end
  from purchase_lines t where t.purchase_id = p.id and t.kind = 'ticket')`

/**
 * What was sold, by product, cinema, day and movie where that is asked for, with what one of a product cost on that day. What no
 * product is known of has no cost.
 */
const sales = ({ start_date, end_date, cinemas, by }: MarginFilter): SQL => sql`
  ${known}, sold as materialized (
    select coalesce(i.id, n.id) as product_id, p.cinema_id, p.day, ${by === 'movie' ? MOVIE : sql`null::text`} as movie_id,
      sum(l.quantity) as units, sum(l.kobo) as kobo
    from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'concession'
      ${ofLine}
    where p.day >= ${start_date} and p.day <= ${end_date}
      ${cinemas ? sql`and p.cinema_id = any(${sql.param([...cinemas])}::text[])` : sql``}
    group by 1, 2, 3, 4
  ), s as materialized (
    select sold.product_id, sold.cinema_id, sold.movie_id, sold.units, sold.kobo,
      coalesce(cost_at(cp, sold.day), cost_on(sold.product_id, sold.day)) as unit_cost,
      exists (select from combo_deals d where d.cinema_product_id = cp.id and d.deleted_at is null) as is_combo
    from sold left join cinema_products cp on cp.product_id = sold.product_id and cp.cinema_id = sold.cinema_id
  )`

const groups: Record<By, { id: SQL; name: SQL; from: SQL; where: SQL }> = {
  product: {
    id: sql`coalesce(p.id::text, '')`,
    name: sql`coalesce(p.name, ${messages.unmatched})`,
    from: sql`left join products p on p.id = s.product_id`,
    where: sql`true`,
  },
  combo: {
    id: sql`p.id`,
    name: sql`p.name`,
    from: sql`join products p on p.id = s.product_id`,
    where: sql`s.is_combo`,
  },
  cinema: {
    id: sql`coalesce(c.id, '')`,
    name: sql`coalesce(c.name, ${messages.noCinema})`,
    from: sql`left join cinemas c on c.id = s.cinema_id`,
    where: sql`true`,
  },
  movie: {
    id: sql`m.id`,
    name: sql`coalesce(nullif(m.title, ''), m.name)`,
    from: sql`join movies m on m.id = s.movie_id`,
    where: sql`true`,
  },
}
const keys: Record<string, SQL> = {
  name: sql`g.name ${icu}`,
  units: sql`g.units`,
  revenue: sql`g.revenue`,
  cost: sql`g.cost`,
  margin: sql`g.known_revenue - g.cost`,
  percent: sql`(g.known_revenue - g.cost)::numeric / nullif(g.known_revenue, 0)`,
}

/** A page of what was sold with its margin, and all of it together. */
export async function marginsOf(
  db: Db,
  filter: MarginFilter,
  page: { limit: number; offset: number } | undefined,
): Promise<{ rows: MarginRow[]; totalCount: number; totals: Omit<MarginRow, 'id' | 'name'> }> {
  const { id, name, from, where } = groups[filter.by]
  const { by, descending } = sortOf(filter.sort ?? 'margin')
  const found = filter.search ? hasTerms(sql`fold(${name})`, filter.search) : sql`true`
  const { rows } = await query(db, {
    rows: orNull(json<(Sums & { id: string; name: string })[]>()),
    n: number,
    totals: json<Sums>(),
  })`
    with ${sales(filter)}, g as (
      select ${id}::text as id, min(${name}) as name, ${sums} from s ${from} where ${where} and ${found} group by 1
    ), page as (
      select g.*, row_number() over (order by ${keys[by]!} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, g.name ${icu}, g.id) as place
      from g order by place ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    )
    select (select jsonb_agg(to_jsonb(page) order by place) from page) as rows, (select count(*) from g)::int as n,
      (select jsonb_build_object('units', coalesce(sum(units), 0), 'revenue', coalesce(sum(revenue), 0),
        'unknown_units', coalesce(sum(unknown_units), 0), 'known_revenue', coalesce(sum(known_revenue), 0), 'cost', sum(cost))
       from g) as totals`
  const { rows: list, n, totals } = rows[0]!
  return {
    rows: (list ?? []).map((row) => ({ id: row.id, name: row.name, ...toRow(row) })),
    totalCount: n,
    totals: toRow(totals),
  }
}

type Trial = { cinemaId: string; productIds: readonly number[]; price: number; start: Day; end: Day }

/**
 * A combo tried on what was sold: an order with each of its items holds as many sets as it has of the one that it has
 * fewest of. A set is worth what was paid for its items there; refunds are not deducted. `price` in kobo.
 */
export async function simulateCombo(
  db: Db,
  { cinemaId, productIds, price, start, end }: Trial,
): Promise<SimulatedCombo> {
  const foundRow = { orders: number, sets: number, separately: number, cost: orNull(number) }
  const { rows } = await query(db, foundRow)`
    with ${known}, bought as materialized (
      select p.id, p.day, coalesce(i.id, n.id) as product_id, sum(l.quantity) as quantity, sum(l.kobo) as kobo
      from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'concession'
        ${ofLine}
      where p.cinema_id = ${cinemaId} and p.day >= ${start} and p.day <= ${end}
        and coalesce(i.id, n.id) = any(${sql.param([...productIds])}::bigint[])
      group by 1, 2, 3 having sum(l.quantity) > 0
    ), orders as (
      select id, min(quantity) as sets from bought group by id having count(*) = ${productIds.length}
    ), s as (
      select sets, sum(round(b.kobo * sets / b.quantity)) as separately,
        case when bool_and(cost is not null) then sum(cost * sets) end as cost
      from orders join bought b using (id) cross join lateral cost_on(b.product_id, b.day) as cost group by id, sets
    )
    select count(*)::int as orders, coalesce(sum(sets), 0)::int as sets, coalesce(sum(separately), 0)::bigint as separately,
      case when bool_and(cost is not null) then sum(cost)::bigint end as cost
    from s`
  const { orders, sets, separately, cost } = rows[0]!
  const leftOf = (kobo: number) => (cost === null ? null : toNaira(kobo - cost))
  return {
    start_date: start,
    end_date: end,
    orders,
    sets,
    separately: toNaira(separately),
    as_combo: toNaira(sets * price),
    margin_separately: leftOf(separately),
    margin_as_combo: leftOf(sets * price),
  }
}

/** Products by the point of sale's ids. */
export async function productIdsOf(db: Db, rosettaIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await query(db, { id: number, rosetta_id: text })`
    select id, rosetta_id from products where rosetta_id = any(${sql.param([...rosettaIds])}::text[])`
  return new Map(rows.map(({ id, rosetta_id }) => [rosetta_id, id]))
}
