/**
 * Lists of everybody who is listed, most of whom have neither points nor a row of their own. Sorted by points, those with
 * some and those with none are two parts, each in the order of an index, so that no page sorts a million people.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { likeTerm } from '#server/db/like.ts'
import { inPages } from '#server/http/csv.ts'
import type { points, PointsMember } from '../contract.ts'
import { movedSince } from './ledger.ts'

/** `since`: when the running month began. */
export type Filter = Pick<Output<(typeof points)['list']['query']>, 'tier' | 'search' | 'sort'> & { since: Date }
type Row = PointsMember & { names: [string, string] }
/** `keys` is its order; `last` are a row's values of them. */
type Part = {
  where: (tier: Filter['tier']) => SQL
  keys: SQL[]
  desc: boolean
  last: (row: Row) => (string | number)[]
}

const FROM = sql`from customers c left join loyalty_members m on m.customer_id = c.id`

/** The parts of a list in their order; of one that is read from its end, the other way round. */
function partsOf(sort: Filter['sort'], fromEnd = false): Part[] {
  const desc = sort === undefined || sort.startsWith('-')
  const parts = partsBy(sort?.replace('-', '') ?? 'lifetime', desc)
  return fromEnd ? parts.toReversed().map((part) => ({ ...part, desc: !part.desc })) : parts
}

function partsBy(by: string, desc: boolean): Part[] {
  if (by === 'id') return [{ where: ALL, keys: [sql`c.id`], desc, last: ({ id }) => [id] }]
  if (by === 'name')
    return [
      {
        where: ALL,
        keys: [sql`lower(c.first_name)`, sql`lower(c.last_name)`, sql`c.id`],
        desc,
        last: ({ id, names }) => [...names, id],
      },
    ]
  const sum = by === 'available' ? sql`m.available` : sql`m.lifetime`
  const some: Part = {
    where: () => sql`${sum} > 0`,
    keys: [sum, sql`m.customer_id`],
    desc,
    last: ({ id, lifetime_points, available_points }) => [by === 'available' ? available_points : lifetime_points, id],
  }
  // Of those without any, who came last stands first. Said so that the planner knows how many they are: nearly all.
  const none: Part = {
    where: (tier) =>
      tier === undefined || tier === '0' ? sql`not exists (${rowOf} and z.${sql.raw(by)} > 0)` : sql`${sum} = 0`,
    keys: [sql`c.id`],
    desc: true,
    last: ({ id }) => [id],
  }
  return desc ? [some, none] : [none, some]
}

const rowOf = sql`select from loyalty_members z where z.customer_id = c.id`
const ALL: Part['where'] = () => sql`true`

const matches = ({ tier, search }: Pick<Filter, 'tier' | 'search'>): SQL => sql`c.is_listed
  ${tier === undefined ? sql`` : tier === '0' ? sql`and not exists (${rowOf} and z.tier > 0)` : sql`and m.tier = ${Number(tier)}`}
  ${search ? sql`and c.words like ${likeTerm(search.toLowerCase())}` : sql``}`

type Piece = { limit: number; offset?: number; after?: Row | undefined }

async function read(db: Db, filter: Filter, part: Part, { limit, offset = 0, after }: Piece): Promise<Row[]> {
  const way = sql.raw(part.desc ? 'desc' : 'asc')
  const list = (of: SQL[]) => sql.join(of, sql`, `)
  const order = list(part.keys.map((key) => sql`${key} ${way}`))
  const past =
    after &&
    sql`and (${list(part.keys)}) ${sql.raw(part.desc ? '<' : '>')} (${list(part.last(after).map((value) => sql`${value}`))})`
  const { rows } = await db.execute<Row>(sql`
    select p.*, moved.awarded as awarded_this_month, moved.redeemed as redeemed_this_month from (
      select c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
        coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
        coalesce(m.version, 1) as version, array[lower(c.first_name), lower(c.last_name)] as names,
        row_number() over (order by ${order}) as place
      ${FROM} where ${matches(filter)} and ${part.where(filter.tier)} ${past ?? sql``}
      order by ${order} limit ${limit} offset ${offset}
    ) p ${movedSince(sql`p.id`, filter.since)} order by p.place`)
  return rows
}

/** A page of as many as there are; one of the second half is read from the end. */
export async function pageOfMembers(
  db: Db,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
  total: number,
): Promise<PointsMember[]> {
  const wanted = Math.min(limit, total - offset)
  if (wanted <= 0) return []
  const fromEnd = offset + limit > total / 2 && offset > 0
  const start = fromEnd ? total - offset - wanted : offset
  const [first, second] = partsOf(filter.sort, fromEnd) as [Part, Part?]
  const found = await read(db, filter, first, { limit: wanted, offset: start })
  if (second && found.length < wanted) {
    const before = found.length || start === 0 ? start + found.length : await count(db, filter, first)
    const rest = { limit: wanted - found.length, offset: Math.max(0, start - before) }
    found.push(...(await read(db, filter, second, rest)))
  }
  return fromEnd ? found.toReversed() : found
}

/** Everybody, read in pieces. */
export async function* everyMember(db: Db, filter: Filter, limit: number): AsyncGenerator<PointsMember[]> {
  for (const part of partsOf(filter.sort)) yield* inPages<Row>((after) => read(db, filter, part, { limit, after }))
}

const count = async (db: Db, filter: Pick<Filter, 'tier' | 'search'>, part?: Part): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*) as n ${FROM} where ${matches(filter)} and ${part ? part.where(filter.tier) : sql`true`}`)
  return rows[0]!.n
}

/** How many fit. Without a search they are counted from what is few: the tiers above the first, and who is not listed. */
export async function countMembers(db: Db, filter: Pick<Filter, 'tier' | 'search'>): Promise<number> {
  if (filter.search) return count(db, filter)
  const { rows } = await db.execute<{ listed: number; buffs: number; fanatics: number }>(sql`
    select (select coalesce(sum(count), 0) from signup_days)::bigint
        - (select count(*) from customers where registered_at is not null and not is_listed) as listed,
      count(*) filter (where tier = 1) as buffs, count(*) filter (where tier = 2) as fanatics
    from loyalty_members where tier > 0`)
  const { listed, buffs, fanatics } = rows[0]!
  return filter.tier === undefined ? listed : [listed - buffs - fanatics, buffs, fanatics][Number(filter.tier)]!
}
