import { sql, type SQL } from 'drizzle-orm'
import { toKobo, toNaira } from '#contract/money.ts'
import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { sortOf } from '#server/db/page.ts'
import { hasTerms } from '#server/db/search.ts'
import type { PriceChange, PriceChangeRecord, ChangedPrice } from '../price-contract.ts'
import { stateOf, type Change, type State, type Times } from '../price-rules.ts'
import { priceChanges } from './tables.ts'
import { bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Every query of price changes. What a product costs at an instant is `price_at` (schema.sql). */

const icu = sql.raw('collate "und-x-icu"')
const at = (instant: Date) => instant.toISOString()

type Stored = Times & { id: number; name: string }
type ChangeFilter = { search?: string | undefined; state?: State | undefined; sort?: string | undefined }
export type Place = { now: Date; zone: string }

/** When a change begins and ends: on its first day, where that is today from now on. */
export const timesOf = (from: Day, until: Day | null, { now, zone }: Place) => {
  const start = startOfDay(from, zone)
  return {
    startsAt: start > now ? start : now,
    endsAt: until ? startOfDay(addDays(until, 1), zone) : null,
  }
}

const row = {
  id: number,
  name: text,
  starts_at: text,
  ends_at: orNull(text),
  how: textOf<Change['how']>(),
  value: number,
  step_kobo: number,
  created_at: text,
  created_by: text,
  cancelled_at: orNull(text),
  cancelled_by: orNull(text),
  products: number,
  cinemas: number,
  prices: number,
}
type Row = RowOf<typeof row>

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
const isoOf = (text: string | null) => (text === null ? null : new Date(text).toISOString())

function toWire(row: Row, { now, zone }: Place): PriceChange {
  const times = {
    startsAt: new Date(row.starts_at),
    endsAt: dateOf(row.ends_at),
    cancelledAt: dateOf(row.cancelled_at),
  }
  return {
    id: row.id,
    name: row.name,
    state: stateOf(times, now),
    from_day: dayOf(times.startsAt, zone),
    until_day: times.endsAt && addDays(dayOf(times.endsAt, zone), -1),
    starts_at: times.startsAt.toISOString(),
    how: row.how,
    value: row.value / 100,
    step: toNaira(row.step_kobo),
    products: row.products,
    cinemas: row.cinemas,
    prices: row.prices,
    created_at: isoOf(row.created_at)!,
    created_by: row.created_by,
    cancelled_at: isoOf(row.cancelled_at),
    cancelled_by: row.cancelled_by,
  }
}

const isIn = (state: State, now: Date): SQL => {
  const instant = at(now)
  return {
    planned: sql`c.cancelled_at is null and c.starts_at > ${instant}`,
    running: sql`c.cancelled_at is null and c.starts_at <= ${instant} and (c.ends_at is null or c.ends_at > ${instant})`,
    ended: sql`c.cancelled_at is null and c.ends_at <= ${instant}`,
    cancelled: sql`c.cancelled_at is not null`,
  }[state]
}

const where = ({ search, state }: ChangeFilter, now: Date): SQL =>
  sql.join(
    [sql`true`, ...(search ? [hasTerms(sql`fold(c.name)`, search)] : []), ...(state ? [isIn(state, now)] : [])],
    sql` and `,
  )

const columns = sql`c.id, c.name, c.starts_at, c.ends_at, c.how, c.value, c.step_kobo, c.created_at, c.created_by,
  c.cancelled_at, c.cancelled_by, n.products, n.cinemas, n.prices`
/** Of the cinemas that are seen. */
const counts = sql`cross join lateral (
  select count(distinct cp.product_id)::int as products, count(distinct cp.cinema_id)::int as cinemas, count(*)::int as prices
  from price_change_prices x join cinema_products cp on cp.id = x.cinema_product_id where x.change_id = c.id
) n`
const keys: Record<string, SQL> = {
  name: sql`c.name ${icu}`,
  from_day: sql`c.starts_at`,
  created_at: sql`c.created_at`,
}

/** Price changes, the last that begins first unless sorted. */
export async function listChanges(
  db: Db,
  filter: ChangeFilter,
  place: Place,
  page: { limit: number; offset: number } | undefined,
): Promise<PriceChange[]> {
  const { by, descending } = sortOf(filter.sort ?? '-from_day')
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await query(db, row)`
    select ${columns}
    from (
      select c.* from price_changes c where ${where(filter, place.now)}
      order by ${keys[by]!} ${direction}, c.id ${direction} ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    ) c ${counts}
    order by ${keys[by]!} ${direction}, c.id ${direction}`
  return rows.map((row) => toWire(row, place))
}

export async function countChanges(db: Db, filter: ChangeFilter, now: Date): Promise<number> {
  const { rows } = await query(db, {
    n: number,
  })`select count(*)::int as n from price_changes c where ${where(filter, now)}`
  return rows[0]!.n
}

export async function findChange(db: Db, id: number, place: Place): Promise<PriceChange | undefined> {
  const { rows } = await query(db, row)`select ${columns} from price_changes c ${counts} where c.id = ${id}`
  return rows[0] && toWire(rows[0], place)
}

/** A change, while nobody else takes it back. */
export async function lockChange(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from price_changes where id = ${id} for update`)
  return rows.length > 0
}

/** The cinemas that a change is of, by name. */
export async function cinemasOfChange(db: Db, id: number): Promise<PriceChangeRecord['at']> {
  const { rows } = await query(db, { cinema_id: text, cinema_name: text })`
    select c.id as cinema_id, c.name as cinema_name from cinemas c
    where exists (
      select from price_change_prices x join cinema_products cp on cp.id = x.cinema_product_id
      where x.change_id = ${id} and cp.cinema_id = c.id
    )
    order by c.name ${icu}, c.id`
  return rows
}

export type ListedPrice = ChangedPrice & { cinema_id: string; cinema_name: string }

/** The prices of a change by cinema, category and name. */
export async function pricesOfChange(
  db: Db,
  id: number,
  cinemaId: string | undefined,
  first?: number,
): Promise<ListedPrice[]> {
  const { rows } = await query(db, {
    cinema_id: text,
    product_id: text,
    cinema_name: text,
    product_name: text,
    category: text,
    before_kobo: number,
    kobo: number,
  })`
    select p.rosetta_id as product_id, p.name as product_name, p.category, k.id as cinema_id, k.name as cinema_name,
      x.before_kobo, x.kobo
    from price_change_prices x join cinema_products cp on cp.id = x.cinema_product_id
      join products p on p.id = cp.product_id join cinemas k on k.id = cp.cinema_id
    where x.change_id = ${id} ${cinemaId === undefined ? sql`` : sql`and cp.cinema_id = ${cinemaId}`}
    order by k.name ${icu}, k.id, p.category ${icu}, p.name ${icu}, p.id ${first ? sql`limit ${first}` : sql``}`
  return rows.map(({ before_kobo, kobo, ...row }) => ({ ...row, before: toNaira(before_kobo), after: toNaira(kobo) }))
}

/** What is sold at open cinemas, by category and name. */
export async function sellable(
  db: Db,
): Promise<{ product_id: string; product_name: string; category: string; cinemas: number }[]> {
  const { rows } = await query(db, { product_id: text, product_name: text, category: text, cinemas: number })`
    select p.rosetta_id as product_id, p.name as product_name, p.category, count(*)::int as cinemas
    from products p join cinema_products cp on cp.product_id = p.id join cinemas c on c.id = cp.cinema_id
    where cp.listed_since is not null and c.closed_at is null
    group by p.id order by p.category ${icu}, p.name ${icu}, p.id`
  return rows
}

/** Ids that there are none of. */
export async function unknownIds(db: Db, table: 'products' | 'cinemas', ids: readonly string[]): Promise<string[]> {
  const known =
    table === 'products'
      ? sql`select rosetta_id as id from products`
      : sql`select id from cinemas where closed_at is null`
  const { rows } = await query(db, { id: text })`
    select w.id from unnest(${sql.param([...ids])}::text[]) w (id) where w.id not in (${known})`
  return rows.map(({ id }) => id)
}

const soldAtRow = {
  /** Of the product at its cinema. */
  id: number,
  product_id: text,
  product_name: text,
  category: text,
  cinema_id: text,
  cinema_name: text,
  kobo: number,
}
export type SoldAt = RowOf<typeof soldAtRow>

const ids = (list: readonly string[] | readonly number[], type: 'text' | 'integer') =>
  sql`any(${sql.param([...list])}::${sql.raw(type)}[])`

type Chosen = { products: readonly string[]; cinemas: readonly string[] }

/** Products at the cinemas that sell them, with their prices at an instant, by cinema and name. */
export async function soldAt(
  db: Db,
  { products, cinemas, when }: Chosen & { when: Date },
  page?: { limit: number; offset: number },
): Promise<SoldAt[]> {
  const { rows } = await query(db, soldAtRow)`
    select s.id, s.product_id, s.product_name, s.category, s.cinema_id, s.cinema_name, price_at(s.cp, ${at(when)}) as kobo
    from (
      select cp, cp.id, p.rosetta_id as product_id, p.name as product_name, p.category, c.id as cinema_id, c.name as cinema_name,
        row_number() over (order by c.name ${icu}, c.id, p.name ${icu}, p.id) as n
      from cinema_products cp join products p on p.id = cp.product_id join cinemas c on c.id = cp.cinema_id
      where cp.listed_since is not null and cp.cinema_id = ${ids(cinemas, 'text')} and p.rosetta_id = ${ids(products, 'text')}
      order by n ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}
    ) s order by s.n`
  return rows
}

export type Overlap = Stored & { product_name: string; cinema_name: string; prices: number }

/** Changes that stand for some of these products at cinemas and cannot beside one at these times, with one price of each. */
export async function overlapping(
  db: Db,
  { products, cinemas }: Chosen,
  { startsAt, endsAt }: Pick<Times, 'startsAt' | 'endsAt'>,
): Promise<Overlap[]> {
  const meets = endsAt
    ? sql`c.ends_at is not null and c.starts_at < ${at(endsAt)} and c.ends_at > ${at(startsAt)}`
    : sql`c.ends_at is null and c.starts_at = ${at(startsAt)}`
  const { rows } = await query(db, {
    id: number,
    name: text,
    starts_at: text,
    ends_at: orNull(text),
    product_name: text,
    cinema_name: text,
    prices: number,
  })`
    select distinct on (c.starts_at, c.id) c.id, c.name, c.starts_at, c.ends_at, p.name as product_name, k.name as cinema_name,
      count(*) over (partition by c.id)::int as prices
    from price_change_prices x join price_changes c on c.id = x.change_id
      join cinema_products cp on cp.id = x.cinema_product_id
      join products p on p.id = cp.product_id join cinemas k on k.id = cp.cinema_id
    where c.cancelled_at is null and ${meets} and cp.listed_since is not null
      and cp.cinema_id = ${ids(cinemas, 'text')} and p.rosetta_id = ${ids(products, 'text')}
    order by c.starts_at, c.id, k.name ${icu}, p.name ${icu}`
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    startsAt: new Date(starts_at),
    endsAt: dateOf(ends_at),
    cancelledAt: null,
  }))
}

type ComboPart = {
  combo_id: number
  combo_name: string
  cinema_name: string
  id: number
  kobo: number
  isTitle: boolean
}

/** The combos of which a title or an item is among these, with all their prices at an instant; titles first. */
export async function combosWith(db: Db, sold: readonly number[], when: Date): Promise<ComboPart[]> {
  if (!sold.length) return []
  const chosen = ids(sold, 'integer')
  const { rows } = await query(db, {
    id: number,
    cinema_name: text,
    combo_id: number,
    combo_name: text,
    kobo: number,
    is_title: bool,
  })`
    with touched as (
      select d.id, d.cinema_product_id from combo_deals d
      where d.deleted_at is null and (d.cinema_product_id = ${chosen}
        or d.id in (select combo_id from combo_items where cinema_product_id = ${chosen}))
    ), parts as (
      select id as combo_id, cinema_product_id, true as is_title from touched
      union all
      select t.id, i.cinema_product_id, false from touched t join combo_items i on i.combo_id = t.id
    )
    select t.id as combo_id, tp.name as combo_name, c.name as cinema_name, cp.id, price_at(cp, ${at(when)}) as kobo, s.is_title
    from parts s join touched t on t.id = s.combo_id join cinema_products title on title.id = t.cinema_product_id
      join products tp on tp.id = title.product_id join cinemas c on c.id = title.cinema_id
      join cinema_products cp on cp.id = s.cinema_product_id
    order by c.name ${icu}, tp.name ${icu}, t.id, s.is_title desc`
  return rows.map(({ is_title, ...row }) => ({ ...row, isTitle: is_title }))
}

type NewChange = Omit<Change, 'value'> &
  Pick<Times, 'startsAt' | 'endsAt'> & { name: string; value: number; by: string; now: Date }
export type NewPrice = { id: number; before: number; kobo: number }

export async function addChange(tx: Db, change: NewChange, prices: readonly NewPrice[]): Promise<number> {
  const { now, by, step, value, ...rest } = change
  const [row] = await tx
    .insert(priceChanges)
    .values({
      ...rest,
      value: Math.round(value * 100),
      stepKobo: toKobo(step),
      priceCount: prices.length,
      createdAt: now,
      createdBy: by,
    })
    .returning({ id: priceChanges.id })
  await tx.execute(sql`
    insert into price_change_prices (change_id, cinema_product_id, before_kobo, kobo)
    select ${row!.id}, x.id, x.before, x.kobo
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as x(id integer, before bigint, kobo bigint)`)
  return row!.id
}

export const markCancelled = (tx: Db, id: number, by: string, now: Date) =>
  tx.execute(sql`update price_changes set cancelled_at = ${at(now)}, cancelled_by = ${by} where id = ${id}`)

/** By how much the prices of a change move at most, in kobo. */
export async function largestMove(db: Db, id: number): Promise<number> {
  const { rows } = await query(db, {
    most: number,
  })`select max(abs(kobo - before_kobo))::bigint as most from price_change_prices where change_id = ${id}`
  return rows[0]!.most
}
