import { bool, json, maybe, number, query, type RowOf, type Shape } from '#server/db/query.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { allOf } from '#server/db/filter.ts'
import { likeTerm } from '#server/db/like.ts'
import {
  canBeReference,
  canBeFullReference,
  CHANCE,
  COMMON,
  hasTerms,
  rowsThatHave,
  STRETCH,
} from '#server/db/search.ts'
import { SEARCH_BOUNDS, type SearchBounds } from '../rules.ts'
import { conditionsOf, follows, inOrder, isByDay, isIndexed, type Filter, type Key } from './filter.ts'
import { countLines, hasMoreLines, placeOf } from './places.ts'

/**
 * Lines that have a part of a name, an email, an account's phone or card, a transaction or a movie's title, or a booking's
 * number; a whole transaction means its own lines alone. Each of these stands in one place, where an index finds it; from
 * there an index of the log leads to its lines. All of them are gathered and sorted, which takes as long as they are many.
 * Where they are too many, the log is walked from its beginning instead; where only the people are, or what is found is more
 * than the filter leaves, and it leaves few lines, these are looked at one by one.
 */
export type Search = {
  keys: Key[]
  /** How many lines are found; undefined where they are too many to be counted. */
  total: number | undefined
  page: (slice: Slice) => Promise<Key[]>
}
/** `after` a row of the page before, or `offset` rows from the first. */
export type Slice = { limit: number; offset?: number; after?: Key | undefined }
const longRow = { is_long: bool }
const judgedRow = { n: number, is_everywhere: bool, keys: json<Key[]>() }
const siftedRow = { keys: json<Key[]>(), total: number }
export type Sifted = RowOf<typeof siftedRow>
const paidRow = { ...siftedRow, is_known: bool }
const gatheredRow = { ...siftedRow, people: number, named: number }
/** What any of these statements answers of a page. */
const pageRow = {
  keys: json<Key[]>(),
  total: maybe(number),
  people: maybe(number),
  named: maybe(number),
  is_known: maybe(bool),
}

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
function statements(db: Db, filter: Filter, term: string, bounds: SearchBounds) {
  const reference = referenceHas(term)
  const purchaseHas = reference ? sql`(${buyerHas(term)} or ${reference})` : buyerHas(term)
  const films = sql`films as materialized (select id from movies where ${hasTerms(sql`search_text`, term)})`
  const most = bounds.found + 1
  const isUnnamed = sql`not exists (select from named where named.purchase_id = t.purchase_id and named.n = t.n)`
  const conditionsIn = ({ after }: Slice) => allOf([conditionsOf(filter), after && follows(filter, after)])
  /** The lines of people, and of purchases that somebody else made. */
  const named = (condition: SQL) => sql`
    with ${films}, who as materialized (
      select c.id from searched_customers c where ${customerHas(term)} limit ${most}
    ), theirs as materialized (
      select ${KEY} from ticket_log t where t.customer_id = any(array(select id from who)) and ${condition} limit ${most}
    ), bought as materialized (
      select ${KEY} from (
        select p.at, p.channel, p.cinema_id, p.customer_id, l.purchase_id, l.n, l.show_day, l.movie_id, l.kobo, l.refund
        from searched_purchases p join ticket_log l on l.purchase_id = p.id where ${purchaseHas}
      ) t
      where not exists (select from who where who.id = t.customer_id) and ${condition} limit ${most}
    ), named as materialized (
      select * from theirs union all select * from bought limit ${most}
    )`
  /** Of each row by itself: as one condition of all rows, everybody who has the term would be gathered first. */
  const ofPurchase = (has: SQL) => sql`(select ${has} from searched_purchases p where p.id = t.purchase_id)`
  const isOfBuyer = sql`(
    (select ${customerHas(term)} from searched_customers c where c.id = t.customer_id) or ${ofPurchase(buyerHas(term))})`
  /** What comes and goes: a movie plays for some weeks, and transactions of one day can be alike. */
  const isOfItsTime = sql`(
    t.movie_id in (select id from films) or ${reference ? ofPurchase(reference) : sql`false`})`
  const has = sql`(${isOfItsTime} or ${isOfBuyer})`

  return {
    /**
     * Whether a term is in too many lines, as so many of the newest have it, and a page of what these are. What comes and goes
     * is left out of that, and a purchase counts once: neither says how many there are in all of the log.
     */
    judging: (slice: Slice, lines: number, times = 1) => sql`
      with ${films}, newest as materialized (
        select ${KEY}, ${isOfBuyer} as is_of_buyer, ${isOfItsTime} as is_of_its_time from (
          select * from ticket_log t where ${conditionsIn(slice)} order by ${inOrder(filter)} limit ${lines}
        ) t
      )
      select (${pageOf(filter, sql`(select * from newest where is_of_buyer or is_of_its_time)`, slice)}) as keys, n,
        case when n * ${COMMON} > ${lines}
          then ${hasMoreLines(db, filter, sql`${Math.ceil(times * bounds.common)}::bigint * ${lines} / n`)} else false end as is_everywhere
      from (select count(distinct purchase_id) filter (where is_of_buyer) as n from newest) x`,

    gathering: (slice: Slice) => sql`
      ${named(conditionsIn(slice))}, found as materialized (
        select * from named
        union all (
          select ${KEY} from films join ticket_log t on t.movie_id = films.id
          where ${isUnnamed} and ${conditionsIn(slice)} limit ${most})
      )
      select (select count(*) from who) as people, (select count(*) from named) as named,
        (select count(*) from found) as total, (${pageOf(filter, sql`found`, slice)}) as keys`,

    /** The lines of the filter, one by one. */
    sifting: (slice: Slice) => sql`
      with ${films}, found as materialized (select ${KEY} from ticket_log t where ${conditionsIn(slice)} and ${has})
      select (select count(*) from found) as total, (${pageOf(filter, sql`found`, slice)}) as keys`,

    /** The lines of the purchases that were paid under a whole reference. */
    ofReference: (slice: Slice) => sql`
      with paid as materialized (select id from purchases where payment_reference = ${term}),
      found as materialized (
        select ${KEY} from ticket_log t where t.purchase_id = any(array(select id from paid)) and ${conditionsIn(slice)}
      )
      select exists (select from paid) as is_known, (select count(*) from found) as total,
        (${pageOf(filter, sql`found`, slice)}) as keys`,

    /** What is that common is in every stretch of the log: a page of what so many lines have of it. */
    walking: (slice: Slice, lines?: number) => {
      const log = lines
        ? sql`(select * from ticket_log t where ${conditionsIn(slice)} order by ${inOrder(filter)} limit ${lines})`
        : sql`ticket_log`
      const rows = sql`(
        select ${KEY} from ${log} t where ${conditionsIn(slice)} and ${has}
        order by ${inOrder(filter)} limit ${firstOf(slice)})`
      return sql`with ${films} select (${pageOf(filter, rows, slice)}) as keys`
    },

    /** Movies may have gone long ago: each has its lines in its own index. */
    walkingMovies: (slice: Slice) => {
      const rows = sql`(
        select * from named
        union all
        select x.* from films m cross join lateral (
          select ${KEY} from ticket_log t where t.movie_id = m.id and ${isUnnamed} and ${conditionsIn(slice)}
          order by ${inOrder(filter)} limit ${firstOf(slice)}
        ) x)`
      return sql`${named(conditionsIn(slice))} select (${pageOf(filter, rows, slice)}) as keys`
    },
  }
}

/** So many lines are looked at one by one sooner than everybody who has the term is gathered. */
const FEW_LINES = 10_000

/** Looks for a term: a first page of what has it, how many lines that are, and the way to the other pages. */
export async function searched(
  db: Db,
  filter: Filter,
  term: string,
  first: { limit: number; offset: number },
  bounds: SearchBounds = SEARCH_BOUNDS,
): Promise<Search> {
  const { ofReference, judging, gathering, sifting, walking, walkingMovies } = statements(db, filter, term, bounds)
  const rowOf = async <S extends Shape>(shape: S, statement: SQL) => (await query(db, shape)(statement)).rows[0]!
  const keysOf = async (statement: SQL) => (await rowOf(pageRow, statement)).keys
  const paid = canBeFullReference(term) && (await rowOf(paidRow, ofReference(first)))
  if (paid && paid.is_known) return { ...paid, page: (slice) => keysOf(ofReference(slice)) }
  const tooMany = async (page: Search['page'], known: Key[] = []): Promise<Search> => {
    const limit = Math.max(0, Math.min(first.limit, bounds.listed - first.offset))
    const keys = known.length < limit ? await page({ ...first, limit }) : known.slice(0, limit)
    return { keys, total: undefined, page }
  }
  const gathered = async (slice: Slice): Promise<Key[]> => {
    const { keys, people, named, total } = await rowOf(gatheredRow, gathering(slice))
    if (people > bounds.found || named > bounds.found) return keysOf(walking(slice))
    return total > bounds.found ? keysOf(walkingMovies(slice)) : keys
  }
  /** The share of the newest lines that have the term, and a page of these, where it is in too many. */
  const commonIn = async (slice: Slice) => {
    const newest = await rowOf(judgedRow, judging(slice, bounds.judged))
    if (!newest.is_everywhere) return
    // What every second of them has is not of one day.
    if (2 * newest.n > bounds.judged) return { share: newest.n / bounds.judged, keys: newest.keys }
    const lines = STRETCH * bounds.judged
    const { n, is_everywhere, keys } = await rowOf(judgedRow, judging(slice, lines, CHANCE))
    return is_everywhere ? { share: n / lines, keys } : undefined
  }
  /** In lines that should have it twice over; where they have not, all that has it is gathered after all. */
  const pageOfCommon =
    (share: number) =>
    async (slice: Slice): Promise<Key[]> => {
      const keys = await keysOf(walking(slice, rowsThatHave(firstOf(slice), share)))
      return keys.length === slice.limit ? keys : gathered(slice)
    }
  const isLong = async () =>
    (await rowOf(longRow, sql`select ${hasMoreLines(db, filter, sql`${bounds.found}`)} as is_long`)).is_long

  const sifted = async (): Promise<Search> => ({
    ...(await rowOf(siftedRow, sifting(first))),
    page: (slice) => keysOf(sifting(slice)),
  })
  const left = isByDay(filter) ? undefined : await countLines(db, filter, bounds.found)
  if (left !== undefined) {
    if (left <= FEW_LINES) return sifted()
    const { n } = await rowOf(judgedRow, judging(first, bounds.judged))
    const { total } = await placeOf(db, filter, { offset: 0, limit: 1 })
    if ((n / bounds.judged) * total > left) return sifted()
  }

  // Few lines that no index has in order would be looked for in all of the log.
  const canBeWalked = isIndexed(filter) || (!isByDay(filter) && left === undefined) || (await isLong())
  const often = canBeWalked && (await commonIn(first))
  if (often) return tooMany(pageOfCommon(often.share), often.keys)
  const { keys, people, named, total } = await rowOf(gatheredRow, gathering(first))
  if (people > bounds.found && !(await isLong())) return sifted()
  if (people > bounds.found || named > bounds.found) return tooMany((slice) => keysOf(walking(slice)))
  if (total > bounds.found) return tooMany((slice) => keysOf(walkingMovies(slice)))
  return { keys, total, page: (slice) => keysOf(gathering(slice)) }
}
