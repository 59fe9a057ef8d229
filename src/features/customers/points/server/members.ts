/**
 * Lists of everybody who is listed, most of whom have neither points nor a row of their own. Sorted by points, those with
 * some and those with none are two selections, each in the order of an index, so that no page sorts a million people. Rows
 * of points are those of listed customers alone.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { isAmong, isWithin } from '#contract/filter.ts'
import {
  areSeen,
  countsOf,
  customersSeen,
  visibleMatching,
  type Seen,
} from '#features/customers/customers/server/public.ts'
import { labelOf } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isChosen, isCount } from '#server/db/filter.ts'
import { pageOf, sortOf, type Selection } from '#server/db/page.ts'
import { everyRowOf, type Rows } from '#server/db/batches.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { points, PointsMember } from '../contract.ts'
import { TIERS } from '../rules.ts'
import { movedSince } from './ledger.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

type Query = Partial<
  Pick<Output<(typeof points)['list']['query']>, 'tier' | 'lifetime' | 'available' | 'search' | 'sort'>
>
/** `since`: when the running month began. */
export type Filter = Query & { since: Date }

const EVERYBODY = sql`customers c left join loyalty_members m on m.customer_id = c.id`
const CUSTOMERS = sql`customers c`
const ROWS = sql`loyalty_members m`
const id = { of: sql`c.id`, type: 'bigint' } as const
const idOfRow = { of: sql`m.customer_id`, type: 'bigint' } as const
const name: Selection['keys'] = [{ of: sql`c.name_key`, type: 'text' }, id]

/** Of customers `c`. */
const listed = (seen: Seen | undefined): SQL => {
  const isVisible = areSeen(id.of, seen)
  return isVisible ? sql`c.is_listed and ${isVisible}` : sql`c.is_listed`
}

/** What is asked of a tier and sums. */
type Asks = {
  /** Whether whoever has no row is meant. */
  isOfNone: boolean
  /** Of a row: whether it is meant, and whether it is not; the fewest conditions that say it. */
  matching: (of: string) => SQL
  others: (of: string) => SQL
}

/** Undefined where nothing is asked. */
function asksOf({ tier, lifetime, available }: Query): Asks | undefined {
  if (tier === undefined && lifetime === undefined && available === undefined) return
  const isOfNone = isAmong(tier, '0') && isWithin(lifetime, 0) && isWithin(available, 0)
  const matching = (of: string) => {
    const column = (what: string) => sql.raw(`${of}.${what}`)
    return allOf([
      isChosen(tier, column('tier'), { type: 'bigint' }),
      isCount(lifetime, column('lifetime')),
      isCount(available, column('available')),
    ])
  }
  // Who is in a higher tier has a row: that is all that is few.
  const isOfLowest = tier === '0' && lifetime === undefined && available === undefined
  return {
    isOfNone,
    matching,
    others: (of) => (isOfLowest ? sql.raw(`${of}.tier > 0`) : sql`not (${matching(of)})`),
  }
}

const hasRow = (condition: SQL) =>
  sql`exists (select from loyalty_members z where z.customer_id = c.id and ${condition})`
const rowsThat = (condition: SQL) => sql`(select count(*) from ${ROWS} where ${condition})`

export function selectionsOf(query: Query, seen?: Seen): Selection[] {
  const { search, sort = '-lifetime' } = query
  const asks = asksOf(query)
  const { by, descending } = sortOf(sort)
  if (search) return [searched(query, search, by, descending, seen)]
  if (by === 'id') return [byCustomer(asks, [id], descending, seen)]
  if (by === 'name') return [byCustomer(asks, name, descending, seen)]

  const sum = sql.raw(`m.${by}`)
  const some: Selection = {
    from: ROWS,
    where: sql`${asks?.matching('m') ?? sql`true`} and ${sum} > 0`,
    keys: [{ of: sum, type: 'bigint' }, idOfRow],
    descending,
  }
  const count = sql`(${countAll(asks, seen)} - ${rowsThat(some.where)})`
  // Of those without any, who came last stands first.
  const rest = { ...withNone(asks, by, seen), count, descending: true }
  return descending ? [some, rest] : [rest, some]
}

/** Who is meant and has none of a sum. */
function withNone(
  asks: Asks | undefined,
  by: string,
  seen: Seen | undefined,
): Pick<Selection, 'from' | 'where' | 'keys'> {
  if (asks && !asks.isOfNone)
    return { from: ROWS, where: sql`${asks.matching('m')} and ${sql.raw(`m.${by}`)} = 0`, keys: [idOfRow] }
  const some = sql.raw(`z.${by} > 0`)
  const where = sql`${listed(seen)} and not ${hasRow(asks ? sql`(${some} or ${asks.others('z')})` : some)}`
  return { from: CUSTOMERS, where, keys: [id] }
}

function byCustomer(
  asks: Asks | undefined,
  keys: Selection['keys'],
  descending: boolean,
  seen: Seen | undefined,
): Selection {
  const count = countAll(asks, seen)
  if (!asks) return { from: CUSTOMERS, where: listed(seen), keys, descending, count }
  const row = hasRow(asks.isOfNone ? asks.others('z') : asks.matching('z'))
  return {
    from: CUSTOMERS,
    where: sql`${listed(seen)} and ${asks.isOfNone ? sql`not ${row}` : row}`,
    deepPageWhere: sql`${listed(seen)} and (${row}) is ${sql.raw(asks.isOfNone ? 'not true' : 'true')}`,
    keys,
    descending,
    count,
  }
}

/** In the order of the two selections, as one. */
function searched(query: Query, search: string, by: string, descending: boolean, seen: Seen | undefined) {
  const sum = sql`coalesce(m.${sql.raw(by)}, 0)`
  const whoCameLast = descending ? id.of : sql`case when ${sum} > 0 then c.id else -c.id end`
  const asks = asksOf(query)
  const isMatching = asks && sql`coalesce(${asks.matching('m')}, ${asks.isOfNone})`
  return {
    from: EVERYBODY,
    where: allOf([listed(seen), visibleMatching(search, seen), isMatching]),
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

/** Counted from what is few: the rows that are meant or are not, and who is not listed. */
const countAll = (asks: Asks | undefined, seen: Seen | undefined): SQL =>
  !asks
    ? countsOf(seen).listed
    : asks.isOfNone
      ? sql`(${countsOf(seen).listed} - ${rowsThat(asks.others('m'))})`
      : rowsThat(asks.matching('m'))

async function readMembers(db: Db, keys: readonly string[][], since: Date): Promise<PointsMember[]> {
  if (!keys.length) return []
  const { rows } = await query(db, {
    id: number,
    full_name: text,
    email: orNull(text),
    tier: number,
    lifetime_points: number,
    available_points: number,
    awarded_this_month: number,
    redeemed_this_month: number,
    version: number,
  })`
    select c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
      coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
      coalesce(m.version, 1) as version, moved.awarded as awarded_this_month, moved.redeemed as redeemed_this_month
    from unnest(${sql.param(keys.map((key) => key.at(-1)))}::bigint[]) with ordinality x(id, n)
      join customers c on c.id = x.id left join loyalty_members m on m.customer_id = x.id
      ${movedSince(sql`x.id`, since)}
    order by x.n`
  return rows
}

/** A page, and how many there are on all. */
export async function pageOfMembers(db: Db, { since, ...query }: Filter, page: { page: number; perPage: number }) {
  const seen = await customersSeen(db)
  const known = query.search ? undefined : countAll(asksOf(query), seen)
  const { keys, total } = await pageOf(db, selectionsOf(query, seen), page, known)
  return { members: await readMembers(db, keys, since), totalCount: total }
}

/** The columns of the file. */
export const CELLS: CopiedColumn[] = [
  { id: 'id', title: 'ID', cell: id.of, isNumber: true },
  { id: 'name', title: 'Name', cell: sql`trim(c.first_name || ' ' || c.last_name)` },
  { id: 'email', title: 'Email', cell: sql`c.email` },
  { id: 'tier', title: 'Tier', cell: labelOf(sql`coalesce(m.tier, 0)`, Object.fromEntries(TIERS.entries())) },
  { id: 'lifetime', title: 'Lifetime points', cell: sql`coalesce(m.lifetime, 0)`, isNumber: true, adds: true },
  { id: 'available', title: 'Available points', cell: sql`coalesce(m.available, 0)`, isNumber: true, adds: true },
  { id: 'awarded', title: 'Awarded this month', cell: sql`moved.awarded`, isNumber: true },
  { id: 'redeemed', title: 'Redeemed this month', cell: sql`moved.redeemed`, isNumber: true },
]

/** Everybody, for a file. */
export const everyMember = async (db: Db, { since, ...query }: Filter): Promise<Rows[]> =>
  everyRowOf(db, selectionsOf(query, await customersSeen(db)), ({ from }) => {
    const people = from === ROWS ? sql`${ROWS} join customers c on c.id = m.customer_id` : EVERYBODY
    return sql`${people} ${movedSince(id.of, since)}`
  })
