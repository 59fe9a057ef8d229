import { bool, json, number, query, type Shape } from '#server/db/query.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { allOf } from '#server/db/filter.ts'
import { likeTerm } from '#server/db/like.ts'
import { canBeReference, canBeFullReference, hasTerms } from '#server/db/search.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../rules.ts'
import { conditionsOf, follows, inOrder, type Filter, type Key } from './filter.ts'
import { countLines } from './places.ts'

/**
 * Lines that have a part of a name, an email, an account's phone or card, a transaction or a movie's title, or a booking's
 * number; a whole transaction means its own lines alone. Each of these stands in one place, where an index finds it; from
 * there an index of the log leads to its lines, which are gathered, sorted and counted. What too many have is looked for in
 * the lines that the filter leaves, where these are few, or else in the order of the log, where the first are not far.
 */
export type Search = {
  keys: Key[]
  /** How many lines are found; undefined where they are too many to be counted. */
  total: number | undefined
  page: (slice: Slice) => Promise<Key[]>
}
/** `after` a row of the page before, or `offset` rows from the first. */
export type Slice = { limit: number; offset?: number; after?: Key | undefined }
const foundRow = { keys: json<Key[]>(), total: number }
const paidRow = { ...foundRow, is_known: bool }
const gatheredRow = { ...foundRow, is_rare: bool }
export const KEY = sql`t.at, t.purchase_id, t.n`
/** What a term is compared with: of customers `c`, and of purchases `p`. */
const customerHas = (term: string) => sql`c.is_listed and ${hasTerms(sql`c.search_text`, term)}`
const buyerHas = (term: string) => sql`
  (p.buyer_name <> '' or p.buyer_email <> '') and ${hasTerms(sql`fold(p.buyer_name || ' ' || p.buyer_email)`, term)}`
/** A part of a transaction, or a booking's whole number: those are each program's own. */
const referenceHas = (term: string) =>
  canBeReference(term) &&
  sql`(p.payment_reference ilike ${likeTerm(term)} or p.source = any(array(${SOURCES})) and p.external_id = ${term})`
/** Whose purchases there are, each found where the one before it ends in the index. */
const SOURCES = sql`
  with recursive s(source) as (
    (select source from searched_purchases order by source limit 1)
    union all
    select (select p.source from searched_purchases p where p.source > s.source order by p.source limit 1) from s
    where s.source is not null
  ) select source from s where source is not null`

/** Keys of found rows, as one value: a page of them. */
export const pageOf = (filter: Filter, rows: SQL, { limit, offset = 0 }: Slice) => sql`
  select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
    select at::text, purchase_id, n from ${rows} r order by ${inOrder(filter, 'r')} limit ${limit} offset ${offset}
  ) x`

const firstOf = ({ limit, offset = 0 }: Slice) => limit + offset

/** The statements that find a term. */
function statements(filter: Filter, term: string, bounds: SearchBounds) {
  const reference = referenceHas(term)
  const purchaseHas = reference ? sql`(${buyerHas(term)} or ${reference})` : buyerHas(term)
  const films = sql`select id from movies where ${hasTerms(sql`search_text`, term)}`
  const conditionsIn = ({ after }: Slice) => allOf([conditionsOf(filter), after && follows(filter, after)])
  /** Of each row by itself: as one condition of all rows, everybody who has the term would be gathered first. */
  const has = sql`(
    t.movie_id in (select id from films) or (select ${purchaseHas} from searched_purchases p where p.id = t.purchase_id)
    or (select ${customerHas(term)} from searched_customers c where c.id = t.customer_id))`

  return {
    /**
     * The lines of people, of purchases that have it themselves, and of movies: a page of them and how many they are. Nothing
     * is gathered of what too many have. Of movies, which have lines without number, the first suffice for a page.
     */
    gathering: (slice: Slice) => {
      const condition = sql`(select is_rare from bound) and ${conditionsIn(slice)}`
      const isOfMovieAlone = sql`t.movie_id = films.id and ${condition}
        and not exists (select from named where named.purchase_id = t.purchase_id and named.n = t.n)`
      return sql`
        with films as materialized (${films} limit ${bounds.movies + 1}),
        who as materialized (
          select c.id from searched_customers c where ${customerHas(term)} limit ${bounds.people + 1}
        ), bought as materialized (
          select p.id from searched_purchases p where ${purchaseHas} limit ${bounds.counted + 1}
        ), bound as materialized (
          select (select count(*) from films) <= ${bounds.movies} and (select count(*) from who) <= ${bounds.people}
            and (select count(*) from bought) <= ${bounds.counted} as is_rare
        ), named as materialized (
          select ${KEY} from ticket_log t where t.customer_id = any(array(select id from who)) and ${condition}
          union
          select ${KEY} from ticket_log t where t.purchase_id = any(array(select id from bought)) and ${condition}
        ), seen as materialized (
          select x.* from films cross join lateral (
            select ${KEY} from ticket_log t where ${isOfMovieAlone} order by ${inOrder(filter)} limit ${firstOf(slice)}
          ) x
        )
        select (select is_rare from bound), (select count(*) from named) + (
            select count(*) from (select from films join ticket_log t on ${isOfMovieAlone} limit ${bounds.counted + 1}) x
          ) as total,
          (${pageOf(filter, sql`(select * from named union all select * from seen)`, slice)}) as keys`
    },

    /** Those of the lines of the filter whose people, purchases and movies have it. */
    sifting: (slice: Slice) => sql`
      with films as materialized (${films}), lines as materialized (
        select ${KEY}, t.customer_id, t.movie_id from ticket_log t where ${conditionsIn(slice)}
      ), who as materialized (
        select c.id from searched_customers c
        where c.id = any(array(select distinct customer_id from lines)) and ${customerHas(term)}
      ), bought as materialized (
        select p.id from searched_purchases p
        where p.id = any(array(select distinct purchase_id from lines)) and ${purchaseHas}
      ), found as materialized (
        select ${KEY} from lines t where t.customer_id in (select id from who)
          or t.purchase_id in (select id from bought) or t.movie_id in (select id from films)
      )
      select (select count(*) from found) as total, (${pageOf(filter, sql`found`, slice)}) as keys`,

    /** The lines of the purchases that were paid under a whole reference. */
    ofReference: (slice: Slice) => sql`
      with paid as materialized (select id from purchases where payment_reference = ${term}),
      found as materialized (
        select ${KEY} from ticket_log t where t.purchase_id = any(array(select id from paid)) and ${conditionsIn(slice)}
      )
      select exists (select from paid) as is_known, (select count(*) from found) as total,
        (${pageOf(filter, sql`found`, slice)}) as keys`,

    /** The first lines in the order of the log that have it. */
    walking: (slice: Slice) => {
      const rows = sql`(
        select ${KEY} from ticket_log t where ${conditionsIn(slice)} and ${has}
        order by ${inOrder(filter)} limit ${firstOf(slice)})`
      return sql`with films as materialized (${films}) select (${pageOf(filter, rows, slice)}) as keys`
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
  const { ofReference, gathering, sifting, walking } = statements(filter, term, bounds)
  const rowOf = async <S extends Shape>(shape: S, statement: SQL) => (await query(db, shape)(statement)).rows[0]!
  const paid = canBeFullReference(term) && (await rowOf(paidRow, ofReference(first)))
  if (paid && paid.is_known) return { ...paid, page: async (slice) => (await rowOf(paidRow, ofReference(slice))).keys }

  const limit = Math.max(0, Math.min(first.limit, bounds.listed - first.offset))
  const { is_rare: isRare, ...found } = await rowOf(gatheredRow, gathering(first))
  if (isRare) {
    const page = async (slice: Slice) => (await rowOf(gatheredRow, gathering(slice))).keys
    return found.total <= bounds.counted
      ? { ...found, page }
      : { keys: found.keys.slice(0, limit), total: undefined, page }
  }
  if ((await countLines(db, filter, bounds.sifted)) !== undefined) {
    const sifted = (slice: Slice) => rowOf(foundRow, sifting(slice))
    return { ...(await sifted(first)), page: async (slice) => (await sifted(slice)).keys }
  }
  const page = async (slice: Slice) => (await rowOf({ keys: json<Key[]>() }, walking(slice))).keys
  const keys = limit ? await page({ ...first, limit }) : []
  // Nothing follows a page that is shorter than it could be.
  return { keys, total: keys.length && keys.length < limit ? first.offset + keys.length : undefined, page }
}
