import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { likeTerm } from '#server/db/like.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../rules.ts'
import { allOf, conditionsOf, follows, inOrder, type Filter, type Key } from './filter.ts'
import { lineCount } from './places.ts'

/**
 * Lines that have a part of a name, an email, a transaction or a movie's title. Each of these stands in one place, where an
 * index of trigrams finds it; from there an index of the log leads to its lines. All of them are gathered and sorted, which
 * takes as long as they are many. Where they are too many, the log is walked from its beginning instead.
 */
export type Search = {
  keys: Key[]
  /** How many lines are found; undefined where they are too many to be counted. */
  total: number | undefined
  page: (cut: Cut) => Promise<Key[]>
}
/** `after` a row of the page before, or `offset` rows from the first. */
type Cut = { limit: number; offset?: number; after?: Key | undefined }
type Gathered = { keys: Key[]; people: number; named: number; total: number }

/** A term that can be a transaction: what is shorter, or has no digit, is in too many of them. */
const REFERENCE = /^(?=.*\d)\S{5,}$/

const KEY = sql`t.at, t.purchase_id, t.n`
/** What a term is compared with: of customers `c`, and of purchases `p`. */
const customerHas = (like: SQL) => sql`c.is_listed and c.words like lower(${like})`
const buyerHas = (like: SQL) => sql`
  (p.buyer_name <> '' or p.buyer_email <> '') and lower(p.buyer_name || ' ' || p.buyer_email) like lower(${like})`
const purchaseHas = (term: string, like: SQL) =>
  REFERENCE.test(term) ? sql`(${buyerHas(like)} or p.payment_reference ilike ${like})` : buyerHas(like)

/** The statements that find a term, and movies that have it in their title. */
function statements(filter: Filter, term: string, movies: readonly string[], bounds: SearchBounds) {
  const like = sql`${likeTerm(term)}`
  const ofMovies = sql`${sql.param(movies)}::text[]`
  const most = bounds.found + 1
  const isUnnamed = sql`not exists (select from named where named.purchase_id = t.purchase_id and named.n = t.n)`
  const meantIn = ({ after }: Cut) => allOf([conditionsOf(filter), after && follows(filter, after)])
  /** The lines of people, and of purchases that somebody else made. */
  const named = (meant: SQL) => sql`
    with who as materialized (
      select c.id from customers c where ${customerHas(like)} limit ${most}
    ), theirs as materialized (
      select ${KEY} from ticket_log t where t.customer_id = any(array(select id from who)) and ${meant} limit ${most}
    ), bought as materialized (
      select ${KEY} from (
        select p.at, p.channel, p.cinema_id, p.customer_id, l.purchase_id, l.n, l.show_day
        from purchases p join ticket_log l on l.purchase_id = p.id where ${purchaseHas(term, like)}
      ) t
      where not exists (select from who where who.id = t.customer_id) and ${meant} limit ${most}
    ), named as materialized (
      select * from theirs union all select * from bought limit ${most}
    )`
  /** Of each row by itself: as one condition of all rows, everybody who has the term would be gathered first. */
  const has = sql`(
    ${movies.length ? sql`coalesce(t.movie_id = any(${ofMovies}), false) or` : sql``}
    coalesce((select ${customerHas(like)} from customers c where c.id = t.customer_id), false)
    or coalesce((select ${purchaseHas(term, like)} from purchases p where p.id = t.purchase_id), false))`
  const pageOf = (rows: SQL, { limit, offset = 0 }: Cut) => sql`
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select at::text, purchase_id, n from ${rows} r order by ${inOrder(filter, 'r')} limit ${limit} offset ${offset}
    ) x`
  const firstOf = ({ limit, offset = 0 }: Cut) => limit + offset

  return {
    judging: sql`
      select count(*) filter (where ${has}) as n from (
        select * from ticket_log t where ${meantIn({ limit: 0 })} order by ${inOrder(filter)} limit ${bounds.judged}
      ) t`,

    gathering: (cut: Cut) => sql`
      ${named(meantIn(cut))}, found as materialized (
        select * from named
        ${
          movies.length
            ? sql`union all (
                select ${KEY} from ticket_log t
                where t.movie_id = any(${ofMovies}) and ${isUnnamed} and ${meantIn(cut)} limit ${most})`
            : sql``
        }
      )
      select (select count(*) from who) as people, (select count(*) from named) as named,
        (select count(*) from found) as total, (${pageOf(sql`found`, cut)}) as keys`,

    /** What is that common is in every stretch of the log. */
    walking: (cut: Cut) => {
      const rows = sql`(
        select ${KEY} from ticket_log t where ${meantIn(cut)} and ${has}
        order by ${inOrder(filter)} limit ${firstOf(cut)})`
      return sql`select (${pageOf(rows, cut)}) as keys`
    },

    /** Movies may have gone long ago: each has its lines in its own index. */
    walkingMovies: (cut: Cut) => {
      const rows = sql`(
        select * from named
        union all
        select x.* from unnest(${ofMovies}) m(id) cross join lateral (
          select ${KEY} from ticket_log t where t.movie_id = m.id and ${isUnnamed} and ${meantIn(cut)}
          order by ${inOrder(filter)} limit ${firstOf(cut)}
        ) x)`
      return sql`${named(meantIn(cut))} select (${pageOf(rows, cut)}) as keys`
    },
  }
}

/** Looks for a term: a first page of what has it, how many lines that are, and the way to the other pages. */
export async function searched(
  db: Db,
  filter: Filter,
  term: string,
  first: { limit: number; offset: number },
  bounds: SearchBounds = SEARCH_BOUNDS,
): Promise<Search> {
  const { lines, movies } = await knownOf(db, filter, term)
  const { judging, gathering, walking, walkingMovies } = statements(filter, term, movies, bounds)
  const keysOf = async (statement: SQL) => (await db.execute<Gathered>(statement)).rows[0]!.keys
  const tooMany = async (page: Search['page']): Promise<Search> => {
    const limit = Math.max(0, Math.min(first.limit, bounds.listed - first.offset))
    return { keys: limit ? await page({ ...first, limit }) : [], total: undefined, page }
  }
  const walk = (cut: Cut) => keysOf(walking(cut))

  if (lines > bounds.found) {
    const { rows } = await db.execute<{ n: number }>(judging)
    if ((lines * rows[0]!.n) / bounds.judged > bounds.found) return tooMany(walk)
  }
  const { rows } = await db.execute<Gathered>(gathering(first))
  const { keys, people, named, total } = rows[0]!
  if (people > bounds.found || named > bounds.found) return tooMany(walk)
  if (total > bounds.found) return tooMany((cut) => keysOf(walkingMovies(cut)))
  return { keys, total, page: (cut) => keysOf(gathering(cut)) }
}

/** How many lines are looked through, and the movies that have the term in their title. */
async function knownOf(db: Db, filter: Filter, term: string): Promise<{ lines: number; movies: string[] }> {
  const like = likeTerm(term)
  const { rows } = await db.execute<{ lines: number; movies: string[] }>(sql`
    select ${lineCount(filter)} as lines,
      array(select id from movies where name ilike ${like} or title ilike ${like}) as movies`)
  return rows[0]!
}
