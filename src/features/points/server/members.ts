/**
 * Lists of everybody who is listed, most of whom have neither points nor a row of their own. Sorted by points, those with
 * some and those with none are two selections, each in the order of an index, so that no page sorts a million people. Rows
 * of points are those of listed customers alone.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { areSeen, countsOf, customersSeen, haveWords, type Seen } from '#features/customers/server/public.ts'
import { inWords } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { pageOf, type Selection } from '#server/db/page.ts'
import { everyRowOf, type Rows } from '#server/db/pieces.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { points, PointsMember } from '../contract.ts'
import { TIERS } from '../rules.ts'
import { movedSince } from './ledger.ts'

/** `since`: when the running month began. */
export type Filter = Pick<Output<(typeof points)['list']['query']>, 'tier' | 'search' | 'sort'> & { since: Date }
type Query = Pick<Filter, 'tier' | 'search' | 'sort'>

const EVERYBODY = sql`customers c left join loyalty_members m on m.customer_id = c.id`
const CUSTOMERS = sql`customers c`
const ROWS = sql`loyalty_members m`
const id = { of: sql`c.id`, type: 'bigint' } as const
const idOfRow = { of: sql`m.customer_id`, type: 'bigint' } as const
const name: Selection['keys'] = [{ of: sql`c.name_key`, type: 'text' }, id]

const hasRow = (condition: SQL) =>
  sql`exists (select from loyalty_members z where z.customer_id = c.id and ${condition})`
/** Of customers `c`. */
const listed = (seen: Seen | undefined): SQL => {
  const theirs = areSeen(id.of, seen)
  return theirs ? sql`c.is_listed and ${theirs}` : sql`c.is_listed`
}
const isOfTier = (tier: Filter['tier']) => (tier === undefined ? sql`true` : sql`m.tier = ${Number(tier)}`)

export function selectionsOf({ tier, search, sort = '-lifetime' }: Query, seen?: Seen): Selection[] {
  const descending = sort.startsWith('-')
  const by = sort.replace('-', '')
  if (search) return [searched({ tier, search, by }, descending, seen)]
  if (by === 'id') return [byCustomer(tier, [id], descending, seen)]
  if (by === 'name') return [byCustomer(tier, name, descending, seen)]

  const sum = sql.raw(`m.${by}`)
  const some: Selection = {
    from: ROWS,
    where: sql`${isOfTier(tier)} and ${sum} > 0`,
    keys: [{ of: sum, type: 'bigint' }, idOfRow],
    descending,
  }
  const none = withNone(tier, by, seen)
  const count = sql`(${wholeCount(tier, seen)} - (select count(*) from ${some.from} where ${some.where}))`
  // Of those without any, who came last stands first.
  const rest = { ...none, count, descending: true }
  return descending ? [some, rest] : [rest, some]
}

/** The fewest conditions that say it: who is in a higher tier has a row. */
function withNone(
  tier: Filter['tier'],
  by: string,
  seen: Seen | undefined,
): Pick<Selection, 'from' | 'where' | 'keys'> {
  if (tier !== undefined && tier !== '0')
    return { from: ROWS, where: sql`${isOfTier(tier)} and ${sql.raw(`m.${by}`)} = 0`, keys: [idOfRow] }
  const some = sql`z.${sql.raw(by)} > 0`
  const where = sql`${listed(seen)} and not ${hasRow(tier === undefined ? some : sql`(${some} or z.tier > 0)`)}`
  return { from: CUSTOMERS, where, keys: [id] }
}

function byCustomer(
  tier: Filter['tier'],
  keys: Selection['keys'],
  descending: boolean,
  seen: Seen | undefined,
): Selection {
  const count = wholeCount(tier, seen)
  if (tier === undefined) return { from: CUSTOMERS, where: listed(seen), keys, descending, count }
  const isHigher = tier !== '0'
  const row = hasRow(isHigher ? sql`z.tier = ${Number(tier)}` : sql`z.tier > 0`)
  return {
    from: CUSTOMERS,
    where: sql`${listed(seen)} and ${isHigher ? row : sql`not ${row}`}`,
    whereFarDown: sql`${listed(seen)} and (${row}) is ${sql.raw(isHigher ? 'true' : 'not true')}`,
    keys,
    descending,
    count,
  }
}

/** In the order of the two selections, as one. */
function searched(
  { tier, search, by }: { tier: Filter['tier']; search: string; by: string },
  descending: boolean,
  seen: Seen | undefined,
) {
  const sum = sql`coalesce(m.${sql.raw(by)}, 0)`
  const whoCameLast = descending ? id.of : sql`case when ${sum} > 0 then c.id else -c.id end`
  return {
    from: EVERYBODY,
    where: sql`${listed(seen)} and ${haveWords(search, seen)}
      ${tier === undefined ? sql`` : sql`and coalesce(m.tier, 0) = ${Number(tier)}`}`,
    keys:
      by === 'id'
        ? [id]
        : by === 'name'
          ? name
          : [{ of: sum, type: 'bigint' } as const, { of: whoCameLast, type: 'bigint' } as const, id],
    descending,
    isSearch: true,
  }
}

/** Counted from what is few: the tiers above the first, and who is not listed. */
const wholeCount = (tier: Filter['tier'], seen: Seen | undefined): SQL =>
  tier === undefined
    ? countsOf(seen).listed
    : tier === '0'
      ? sql`(${countsOf(seen).listed} - (select count(*) from loyalty_members where tier > 0))`
      : sql`(select count(*) from loyalty_members where tier = ${Number(tier)})`

async function readMembers(db: Db, keys: readonly string[][], since: Date): Promise<PointsMember[]> {
  if (!keys.length) return []
  const { rows } = await db.execute<PointsMember>(sql`
    select c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
      coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
      coalesce(m.version, 1) as version, moved.awarded as awarded_this_month, moved.redeemed as redeemed_this_month
    from unnest(${sql.param(keys.map((key) => key.at(-1)))}::bigint[]) with ordinality x(id, n)
      join customers c on c.id = x.id left join loyalty_members m on m.customer_id = x.id
      ${movedSince(sql`x.id`, since)}
    order by x.n`)
  return rows
}

/** A page, and how many there are on all. */
export async function pageOfMembers(db: Db, { since, ...query }: Filter, page: { page: number; perPage: number }) {
  const seen = await customersSeen(db)
  const whole = query.search ? undefined : wholeCount(query.tier, seen)
  const { keys, total } = await pageOf(db, selectionsOf(query, seen), page, whole)
  return { members: await readMembers(db, keys, since), totalCount: total }
}

/** The columns of the file. */
export const CELLS: CopiedColumn[] = [
  { id: 'id', title: 'ID', cell: id.of, isNumber: true },
  { id: 'name', title: 'Name', cell: sql`trim(c.first_name || ' ' || c.last_name)` },
  { id: 'email', title: 'Email', cell: sql`c.email` },
  { id: 'tier', title: 'Tier', cell: inWords(sql`coalesce(m.tier, 0)`, Object.fromEntries(TIERS.entries())) },
  { id: 'lifetime', title: 'Lifetime points', cell: sql`coalesce(m.lifetime, 0)`, isNumber: true },
  { id: 'available', title: 'Available points', cell: sql`coalesce(m.available, 0)`, isNumber: true },
  { id: 'awarded', title: 'Awarded this month', cell: sql`moved.awarded`, isNumber: true },
  { id: 'redeemed', title: 'Redeemed this month', cell: sql`moved.redeemed`, isNumber: true },
]

/** Everybody, for a file. */
export const everyMember = async (db: Db, { since, ...query }: Filter): Promise<Rows[]> =>
  everyRowOf(db, selectionsOf(query, await customersSeen(db)), ({ from }) => {
    const people = from === ROWS ? sql`${ROWS} join customers c on c.id = m.customer_id` : EVERYBODY
    return sql`${people} ${movedSince(id.of, since)}`
  })
